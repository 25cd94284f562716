package javascript

// Builtin says whether name is bound without any import: by ECMAScript, browsers, Node or the types that TypeScript brings. Keywords
// are, the contextual ones too.
func Builtin(name string) bool {
	switch name {
	// ECMAScript
	case "AggregateError", "Array", "ArrayBuffer", "AsyncDisposableStack", "AsyncFunction", "AsyncGenerator", "AsyncGeneratorFunction",
		"AsyncIterator", "Atomics", "BigInt", "BigInt64Array", "BigUint64Array", "Boolean", "DataView", "Date", "DisposableStack", "Error",
		"EvalError", "FinalizationRegistry", "Float16Array", "Float32Array", "Float64Array", "Function", "Generator", "GeneratorFunction",
		"Infinity", "Int16Array", "Int32Array", "Int8Array", "Intl", "Iterator", "JSON", "Map", "Math", "NaN", "Number", "Object",
		"Promise", "Proxy", "RangeError", "ReferenceError", "Reflect", "RegExp", "Set", "SharedArrayBuffer", "String", "SuppressedError",
		"Symbol", "SyntaxError", "Temporal", "TypeError", "URIError", "Uint16Array", "Uint32Array", "Uint8Array", "Uint8ClampedArray",
		"WeakMap", "WeakRef", "WeakSet", "WebAssembly", "arguments", "decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent",
		"escape", "eval", "globalThis", "isFinite", "isNaN", "parseFloat", "parseInt", "undefined", "unescape":
		return true
	// Node, Deno and Bun, and what test runners bind
	case "Buffer", "Bun", "Deno", "NodeJS", "__dirname", "__filename", "afterAll", "afterEach", "beforeAll", "beforeEach", "clearImmediate",
		"describe", "expect", "exports", "gc", "global", "it", "jest", "module", "process", "require", "setImmediate", "test":
		return true
	// Browsers, of which Node has many
	case "AbortController", "AbortSignal", "AnimationEvent", "Attr", "Audio", "AudioBuffer", "AudioContext", "AudioWorkletNode",
		"BeforeUnloadEvent", "Blob", "BroadcastChannel", "ByteLengthQueuingStrategy", "CSS", "CSSStyleDeclaration", "CSSStyleSheet", "Cache",
		"CacheStorage", "CanvasRenderingContext2D", "ClipboardEvent", "ClipboardItem", "CloseEvent", "Comment", "CompositionEvent",
		"CompressionStream", "CountQueuingStrategy", "Crypto", "CryptoKey", "CustomElementRegistry", "CustomEvent", "DOMException",
		"DOMMatrix", "DOMParser", "DOMPoint", "DOMRect", "DOMRectReadOnly", "DOMTokenList", "DataTransfer", "DecompressionStream", "Document",
		"DocumentFragment", "DragEvent", "Element", "ErrorEvent", "Event", "EventSource", "EventTarget", "File", "FileList", "FileReader",
		"FocusEvent", "FontFace", "FormData", "GamepadEvent", "Geolocation", "HTMLAnchorElement", "HTMLAudioElement", "HTMLBodyElement",
		"HTMLButtonElement", "HTMLCanvasElement", "HTMLCollection", "HTMLDivElement", "HTMLElement", "HTMLFormElement", "HTMLHeadElement",
		"HTMLIFrameElement", "HTMLImageElement", "HTMLInputElement", "HTMLLIElement", "HTMLLabelElement", "HTMLLinkElement",
		"HTMLMediaElement", "HTMLOptionElement", "HTMLParagraphElement", "HTMLScriptElement", "HTMLSelectElement", "HTMLSpanElement",
		"HTMLStyleElement", "HTMLTableElement", "HTMLTemplateElement", "HTMLTextAreaElement", "HTMLUListElement", "HTMLVideoElement",
		"HashChangeEvent", "Headers", "History", "IDBDatabase", "IDBKeyRange", "IDBRequest", "IDBTransaction", "Image", "ImageBitmap",
		"ImageData", "InputEvent", "IntersectionObserver", "IntersectionObserverEntry", "KeyboardEvent", "Location", "MediaDevices",
		"MediaQueryList", "MediaRecorder", "MediaSource", "MediaStream", "MessageChannel", "MessageEvent", "MessagePort", "MouseEvent",
		"MutationObserver", "MutationRecord", "Navigator", "Node", "NodeFilter", "NodeList", "Notification", "OffscreenCanvas", "Option",
		"Path2D", "Performance", "PerformanceObserver", "PointerEvent", "PopStateEvent", "ProgressEvent", "PromiseRejectionEvent",
		"RTCPeerConnection", "Range", "ReadableStream", "ReadableStreamDefaultReader", "Request", "ResizeObserver", "ResizeObserverEntry",
		"Response", "SVGElement", "Screen", "Selection", "ServiceWorker", "ShadowRoot", "SharedWorker", "Storage", "StorageEvent",
		"SubmitEvent", "SubtleCrypto", "Text", "TextDecoder", "TextDecoderStream", "TextEncoder", "TextEncoderStream", "Touch", "TouchEvent",
		"TransformStream", "TransitionEvent", "UIEvent", "URL", "URLPattern", "URLSearchParams", "WebGL2RenderingContext",
		"WebGLRenderingContext", "WebSocket", "WheelEvent", "Window", "Worker", "WritableStream", "XMLHttpRequest", "XMLSerializer",
		"addEventListener", "alert", "atob", "blur", "btoa", "caches", "cancelAnimationFrame", "cancelIdleCallback", "clearInterval",
		"clearTimeout", "close", "confirm", "console", "createImageBitmap", "crypto", "customElements", "dispatchEvent", "document", "event",
		"fetch", "focus", "frames", "getComputedStyle", "getSelection", "history", "importScripts", "indexedDB", "innerHeight", "innerWidth",
		"localStorage", "location", "matchMedia", "name", "navigator", "open", "opener", "origin", "parent", "performance", "postMessage",
		"print", "prompt", "queueMicrotask", "removeEventListener", "reportError", "requestAnimationFrame", "requestIdleCallback", "screen",
		"scroll", "scrollBy", "scrollTo", "self", "sessionStorage", "setInterval", "setTimeout", "status", "structuredClone", "top", "window":
		return true
	// TypeScript
	case "ArrayLike", "Awaited", "Capitalize", "ConstructorParameters", "Exclude", "Extract", "InstanceType", "Iterable", "IterableIterator",
		"AsyncIterable", "AsyncIterableIterator", "JSX", "Lowercase", "NoInfer", "NonNullable", "Omit", "OmitThisParameter", "Parameters",
		"Partial", "Pick", "PromiseLike", "PropertyKey", "Readonly", "ReadonlyArray", "ReadonlyMap", "ReadonlySet", "Record", "Required",
		"ReturnType", "ThisParameterType", "ThisType", "TemplateStringsArray", "Uncapitalize", "Uppercase", "any", "bigint", "boolean",
		"never", "number", "object", "string", "symbol", "unknown":
		return true
	}
	return isKeyword(name)
}

// isKeyword says whether word is one of the language, though it may be a name where it has no meaning.
func isKeyword(word string) bool {
	switch word {
	case "abstract", "as", "asserts", "async", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "declare", "default",
		"delete", "do", "else", "enum", "export", "extends", "false", "finally", "for", "from", "function", "get", "if", "implements",
		"import", "in", "infer", "instanceof", "interface", "is", "keyof", "let", "namespace", "new", "null", "of", "private", "protected",
		"public", "readonly", "return", "satisfies", "set", "static", "super", "switch", "this", "throw", "true", "try", "type", "typeof",
		"unique", "var", "void", "while", "with", "yield":
		return true
	}
	return false
}
