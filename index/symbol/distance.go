package symbol

// maxDistanceBytes is the length up to which names are compared letter by letter.
const maxDistanceBytes = 64

// distance is how many letters have to be inserted, removed, changed or swapped with their neighbour to make one name
// of the other. Of long names only the start counts.
func distance(a, b string) int {
	a, b = a[:min(len(a), maxDistanceBytes)], b[:min(len(b), maxDistanceBytes)]
	var rows [3][maxDistanceBytes + 1]int
	before, above, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
