"""Pages about one application: payments, deliveries, webhook, credentials, methods."""
