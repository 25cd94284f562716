import importlib, inspect, json, os, sys

sys.path[:] = [p for p in sys.path if p != ""]  # nothing of the working folder
replies = os.fdopen(os.dup(1), "w")  # what the modules print goes elsewhere
os.dup2(2, 1)

KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: "positional_only",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "positional",
    inspect.Parameter.VAR_POSITIONAL: "variadic",
    inspect.Parameter.KEYWORD_ONLY: "keyword_only",
    inspect.Parameter.VAR_KEYWORD: "keywords",
}


def answer(module, name):
    try:
        value = importlib.import_module(module)
        for part in name.split("."):
            value = getattr(value, part)
    except AttributeError:
        return {"exists": False}
    reply = {"exists": True, "callable": False}
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return reply
    reply["callable"] = True
    reply["parameters"] = [
        {"name": p.name, "kind": KINDS[p.kind], "optional": p.default is not p.empty} for p in parameters
    ]
    return reply


for line in sys.stdin:
    request = json.loads(line)
    try:
        reply = answer(request["module"], request["name"])
    except BaseException as e:
        reply = {"error": type(e).__name__ + ": " + str(e)}
    print(json.dumps(reply), file=replies, flush=True)
