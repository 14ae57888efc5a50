"""Letters to people: what they say, and the way they leave."""
