This is a sentence, not code.
const a = lib.make(;
lib.after()
lib.more({ x: 1, ...
lib.last(...)
const api = new lib.Client({ ... });
> lib.prompt()
const s = 'no end
lib.end(s
