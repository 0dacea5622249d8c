"""Spark over Delta Lake: Java, jars, the session."""
