package themes

import (
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"charm.land/glamour/v2/ansi"
)

// put sets a leaf of the Glamour tree, by Glamour's own names.
func (f *themeFile) put(key string, value any) {
	if n, ok := value.(int64); ok && strings.HasSuffix(key, "color") { // of the terminal's palette
		value = strconv.FormatInt(n, 10)
	}
	path := strings.Split(key, ".")
	node := f.glamour
	for _, part := range path[:len(path)-1] {
		if node[part] == nil {
			node[part] = map[string]any{}
		}
		child, ok := node[part].(map[string]any)
		if !ok {
			return
		}
		node = child
	}
	node[path[len(path)-1]] = value
}

// markdown makes the Glamour style, decoded by Glamour's JSON names: each element as the file says, one that it leaves
// out as in the theme under it.
func (f *themeFile) markdown(under *themeFile) (ansi.StyleConfig, error) {
	tree := maps.Clone(under.glamour)
	maps.Copy(tree, f.glamour)
	var config ansi.StyleConfig
	data, err := json.Marshal(tree)
	if err == nil {
		err = json.Unmarshal(data, &config)
	}
	if err != nil {
		return config, fmt.Errorf("%s: glamour: %w", f.path, err)
	}
	return config, nil
}
