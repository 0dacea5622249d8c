"""Projects in Spark's own format: a spec, the files that define views, and how to run them."""
