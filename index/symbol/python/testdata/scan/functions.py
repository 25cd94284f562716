from typing import overload
import argparse, click


@overload
def parse(text: str) -> int: ...
@overload
def parse(text: bytes) -> str: ...
def parse(text):
    return int(text)


def connect():
    conn = Connection("a")
    return conn


def cursor():
    conn = Connection("a")
    return conn.cursor()


def several(flag, data):
    if flag == 1:
        return None
    elif flag == 2:
        return Data(
            data,  # why
            strict=True,
        )
    return data


def unclear(flag):
    x = 1
    if flag:
        x = "a"
    return x


def opened(path):
    with open(path) as f:
        return f


def numbers():
    yield 1
    return 2


def many(n):
    if n: return a1
    if n: return a2
    if n: return a3
    if n: return a4
    return a5


async def awaited(
    first,
    # a comment
    second=(
        1,
        2,
    ),
    key=lambda a, b=1: a,
    *, long={"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": 1, "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb": 2}
) -> Awaitable[
    int
]:
    r"""A raw \doc.

      Indented.
    Not.
    """
    return await first()


@click.command()
@click.option("--shout/--no-shout", "-s", default=False, help="Loud" " or not.")
def cli(shout): "Escapes:\t\x41\u00e9\101\N{BULLET}\
end"


def main():
    parser = argparse.ArgumentParser()
    group = parser.add_argument_group("x")
    group.add_argument("-o", "--output", help="where to write", default="-")
    group.add_argument("name", help="no option")
    parser.add_argument("--output")
