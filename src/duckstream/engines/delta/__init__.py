"""Spark over Delta Lake."""
