RATE = 2.5


def total(length):
    return length * RATE
