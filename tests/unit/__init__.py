"""Every step of the compiler by itself, without a database."""
