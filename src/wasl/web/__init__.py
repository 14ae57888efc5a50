"""What every HTTP surface shares: errors, request ids, security headers, limits, metrics."""
