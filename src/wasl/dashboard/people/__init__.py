"""Pages about people: signing in, the profile, the team and their applications."""
