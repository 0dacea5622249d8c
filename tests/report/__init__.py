"""The page of `duckstream report`, made from lakes and opened in a browser."""

NASTY = """a "quoted" 'name' <i>&amp; </script><script>window.hacked = 1</script> 名前"""
