    Note that this is prose.
    import json
    x = json.load(<file>)
    y = json.loads(
    z = x.get("a"
    print "old", z.w
    print >>sys.stderr, "old"
    if x =! 3:
        inside.block()
      dedented.oddly()
    def broken(a b):
        body.call()
    else:
        stray.call()
    client = Client(api_key=..., retries=3, ...)
    ```
    t = 'unterminated
    d = {"a": 1, "b": [2, 3
    class Later: pass
    p.walk(..., top_down=True)
    """ never closed
    last.line()
