//go:build !windows

package clipboard

// tools lists what fills a clipboard, the best first.
//
// They are run here and not through github.com/atotto/clipboard, which fixes the tool and the environment when the
// program starts, tells of a failure no more than "exit status 1", and cannot stop a tool that hangs: given up on, it
// would write an old text over a newer one when it wakes.
func tools() []tool {
	return []tool{
		{name: "pbcopy"},
		{name: "wl-copy", needs: "WAYLAND_DISPLAY", from: "wl-clipboard"},
		{name: "xclip", args: []string{"-in", "-selection", "clipboard"}, needs: "DISPLAY", from: "xclip"},
		{name: "xsel", args: []string{"--input", "--clipboard"}, needs: "DISPLAY", from: "xsel"},
		{name: "termux-clipboard-set", needs: "TERMUX_VERSION", from: "termux-api"},
	}
}
