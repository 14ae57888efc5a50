def up() -> None:
    """placeholder"""
