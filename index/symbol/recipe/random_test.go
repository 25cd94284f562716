package recipe

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ibid/index/source"
)

// scribbler writes notebooks that run: it uses only names that are there.
type scribbler struct {
	*rand.Rand
	names map[string][]string // that are there, by what they are: int, list, dict, box, func, filler
	n     int
}

func (s *scribbler) pick(kind string) string {
	if have := s.names[kind]; len(have) > 0 {
		return have[s.IntN(len(have))]
	}
	return ""
}

// fresh is a name of a kind, an old one half of the time.
func (s *scribbler) fresh(kind string) string {
	if old := s.pick(kind); old != "" && s.IntN(2) == 0 {
		return old
	}
	s.n++
	return fmt.Sprintf("%s%d", kind, s.n)
}

func (s *scribbler) have(kind, name string) {
	s.names[kind] = appendNew(s.names[kind], name)
}

// statement is one statement of the notebook.
func (s *scribbler) statement() string {
	number := s.pick("int")
	if number == "" {
		number = "7"
	}
	switch list, dict, box, fn := s.pick("list"), s.pick("dict"), s.pick("box"), s.pick("func"); s.IntN(28) {
	case 0, 1:
		name := s.fresh("int")
		s.have("int", name)
		return fmt.Sprintf("%s = %s * 3 + %d", name, number, s.IntN(9))
	case 2:
		name := s.fresh("list")
		s.have("list", name)
		return fmt.Sprintf("%s = [%s + k for k in range(3)]", name, number)
	case 3:
		name := s.fresh("dict")
		s.have("dict", name)
		return fmt.Sprintf("%s = {'a': %s, 'l': [%d]}", name, number, s.IntN(9))
	case 4:
		name := s.fresh("box")
		s.have("box", name)
		return fmt.Sprintf("class Box%d:\n    def put(self, v):\n        self.v = v\n        return v\n%s = Box%d()\n%s.v = %s", s.n, name, s.n, name, number)
	case 5:
		name := s.fresh("func")
		s.have("func", name)
		return fmt.Sprintf("def %s(v, k=%s):\n    w = v + k\n    return w + %s", name, number, number)
	case 6:
		if s.pick("int") == "" {
			return "pass"
		}
		return fmt.Sprintf("%s += %d", number, s.IntN(9))
	case 7:
		if list != "" {
			return fmt.Sprintf("%s.append(%s)", list, number)
		}
	case 8:
		if list != "" {
			return fmt.Sprintf("for i in range(2):\n    %s[i] = i + %s", list, number)
		}
	case 9:
		if dict != "" {
			return fmt.Sprintf("%s['l'].append(%s)\n%s['a'] = %d", dict, number, dict, s.IntN(9))
		}
	case 10:
		if box != "" {
			return fmt.Sprintf("%s.v = %s", box, number)
		}
	case 11:
		if box != "" {
			name := s.fresh("int")
			s.have("int", name)
			return fmt.Sprintf("%s = %s.put(%s)", name, box, number)
		}
	case 12:
		if fn != "" {
			name := s.fresh("int")
			s.have("int", name)
			return fmt.Sprintf("%s = %s(%s) %% 1000", name, fn, number)
		}
	case 13:
		if list != "" {
			name := s.fresh("filler")
			s.have("filler", name)
			return fmt.Sprintf("def %s(v):\n    %s.append(v)\n    return len(%s)", name, list, list)
		}
	case 14:
		if filler := s.pick("filler"); filler != "" {
			return fmt.Sprintf("%s(%s)", filler, number)
		}
	case 15:
		if filler := s.pick("filler"); filler != "" {
			name := s.fresh("int")
			s.have("int", name)
			return fmt.Sprintf("%s = %s(%s)", name, filler, number)
		}
	case 16:
		if list != "" {
			name := s.fresh("list")
			s.have("list", name)
			return fmt.Sprintf("%s = %s", name, list)
		}
	case 17:
		if dict != "" {
			name := s.fresh("list")
			s.have("list", name)
			return fmt.Sprintf("%s = %s['l'] = [1, 2, %s]", name, dict, number)
		}
	case 18:
		if list != "" {
			return fmt.Sprintf("if %s > 5:\n    %s = [1, 2, 3, %s]\nelse:\n    %s.pop()\n    %s.extend([4, 4])", number, list, number, list, list)
		}
	case 19:
		name := s.fresh("int")
		s.have("int", name)
		return fmt.Sprintf("try:\n    %s = int('x')\nexcept ValueError:\n    %s = %s", name, name, number)
	case 20:
		name := s.fresh("int")
		s.have("int", name)
		return fmt.Sprintf("%s, (unused, *rest) = %s, (1, 2, 3)", name, number)
	case 21:
		if s.pick("int") != "" {
			return fmt.Sprintf("def bump():\n    global %s\n    %s += 1\nbump()", number, number)
		}
	case 22:
		if list != "" {
			name := s.fresh("int")
			s.have("int", name)
			return fmt.Sprintf("%s = sum(x for x in %s if x != %s)", name, list, number)
		}
	case 23:
		if list != "" && dict != "" {
			return fmt.Sprintf("for item in [%s, %s['l']]:\n    item.insert(0, %s)", list, dict, number)
		}
	case 24:
		if list != "" {
			return fmt.Sprintf("del %s[0]\n%s.append(0)\n%s.append(1)", list, list, list)
		}
	case 26:
		if list != "" && dict != "" {
			return s.nested(list, dict, number)
		}
	case 27:
		if fn != "" && list != "" {
			return fmt.Sprintf("with open('/dev/null') as f:\n    %s.append(len(f.read()) + %s(1))", list, fn)
		}
	case 25:
		if box != "" && list != "" {
			return fmt.Sprintf("%s.v = %s\n%s.v.append(%s)", box, list, box, number)
		}
	}
	return "pass"
}

// nested are statements about what is in what.
func (s *scribbler) nested(list, dict, number string) string {
	name := s.fresh("list")
	s.have("list", name)
	return fmt.Sprintf("%s['k'] = [0]\n%s['k'].append(%s)\n%s = [1, %s]\n%s['rows'] = [%s]\n%s['rows'][0].append(%s)", dict, dict, list, name, number, dict, name, dict, number)
}

// report prints some of what is there.
func (s *scribbler) report() string {
	var out []string
	for range 3 {
		if n := s.pick("int"); n != "" {
			out = append(out, n)
		}
		if n := s.pick("list"); n != "" {
			out = append(out, n)
		}
	}
	if d := s.pick("dict"); d != "" {
		out = append(out, d)
	}
	if b := s.pick("box"); b != "" {
		out = append(out, b+".v")
	}
	if f := s.pick("func"); f != "" {
		out = append(out, f+"(2)")
	}
	return "print(" + strings.Join(out, ", ") + ")"
}

// TestRandomNotebooks runs the sections of notebooks that nobody would write: each prints what it prints in the whole.
func TestRandomNotebooks(t *testing.T) {
	const notebooks, sections = 100, 7
	var whole, programs []string
	var want []int // for each program the cell that it must print as
	for seed := range uint64(notebooks) {
		s := &scribbler{Rand: rand.New(rand.NewPCG(seed, 1)), names: map[string][]string{}}
		whole = append(whole, "")
		var cells []string
		for n := range sections {
			var lines []string
			for range 2 + s.IntN(6) {
				lines = append(lines, s.statement())
			}
			cell := strings.Join(append(lines, s.report()), "\n")
			cells = append(cells, fmt.Sprintf("# Section %d", n), cell)
			whole = append(whole, cell)
		}
		derived, err := FromNotebook(t.Context(), File{Doc: "a", Path: "a", Text: notebookOf(cells...)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, d := range derived {
			if d.Kind == source.RecipeSection {
				programs, want = append(programs, d.Program()), append(want, len(whole)-sections+n)
				n++
			}
		}
		if n != sections {
			t.Fatalf("%d sections, want %d", n, sections)
		}
	}
	printed := run(t, "", whole, true)
	short := 0
	for i, got := range run(t, "", programs, false) {
		if expected := printed[want[i]]; !strings.HasSuffix(got, expected) {
			t.Errorf("prints %q, want %q:\n%s", got, expected, programs[i])
		}
		short += len(programs[i])
	}
	t.Logf("%d sections; their programs have %d bytes, the notebooks %d", len(programs), short, len(strings.Join(whole, "")))
}
