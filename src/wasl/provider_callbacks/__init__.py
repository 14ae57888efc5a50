"""Where providers send notifications."""
