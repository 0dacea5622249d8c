"""Projects: reading them, their graphs, running them on DuckLake; `spark` ones on Spark too."""
