"""From trees to SELECTs."""
