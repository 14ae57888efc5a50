"""The merchant API: parse, call one service, render."""
