"""Refreshes that are killed, and refreshes that meet: nothing is lost, nothing counted twice."""
