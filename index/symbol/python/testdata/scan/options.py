import argparse, getopt, sys
import click


def main(argv):
    parser = argparse.ArgumentParser()
    parser.add_argument("--fast", action=argparse.BooleanOptionalAction, help="Go fast.")
    parser.add_argument(*names)
    opts, args = getopt.getopt(argv, "hv:", ["help", "level=", "dry-run?"])
    getopt.getopt(argv, "x")


def option(name):
    return click.Option(["--deep", "-d"], help="Go deep.")


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--shout/--no-shout")
def run(shout):
    return "--odd" in sys.argv
