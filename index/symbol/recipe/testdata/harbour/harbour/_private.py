def helper(x):
    """Help with x."""
    return x
