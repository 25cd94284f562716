import typer


def main(name: str, loud: bool = typer.Option(False, "--loud")):
    return name
