def work() -> None:
    """placeholder"""
