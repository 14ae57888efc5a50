"""What a developer's terminal asks: events of a test application, and test payments."""
