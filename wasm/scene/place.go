package scene

import (
	"path"
	"strings"
)

// A Place is a line of source. Folder is the last element of its package's
// import path.
type Place struct {
	Folder, File string
	Line         int
	Func         string
}

// placeOf is where a site lies; ok is false when it is not known.
func (s *Scene) placeOf(site uint32) (p Place, ok bool) {
	if site == 0 || int(site) >= len(s.Rec.Sites) {
		return p, false
	}
	w := &s.Rec.Sites[site]
	name := path.Base(w.Func) // e.g. iomodel.(*loop).run
	folder, function, whole := strings.Cut(name, ".")
	if !whole {
		folder, function = "", name
	}
	return Place{folder, w.File, w.Line, function}, w.File != ""
}

// Place is the line of source that an event belongs to: its own, or that of
// the call in which it happened.
func (s *Scene) Place(i int) (Place, bool) {
	if p, ok := s.placeOf(s.Rec.Events[i].Site); ok {
		return p, true
	}
	if c, ok := s.CallOf(i); ok && c.Enter >= 0 {
		return s.placeOf(s.Rec.Events[c.Enter].Site)
	}
	return Place{}, false
}

// Lines is how many events each line of a file made.
func (s *Scene) Lines(folder, file string) map[int]int {
	lines := map[int]int{}
	for site, n := range s.perSite {
		if p, ok := s.placeOf(uint32(site)); ok && n > 0 && p.Folder == folder && p.File == file {
			lines[p.Line] += n
		}
	}
	return lines
}

// Places are the files of a recording: those of the server first, each as a
// place without a line.
func (s *Scene) Places() (files []Place) {
	for _, server := range []bool{true, false} {
		for site := range s.perSite {
			p, ok := s.placeOf(uint32(site))
			p.Line, p.Func = 0, ""
			if !ok || s.serverSite[site] != server {
				continue
			}
			known := false
			for _, f := range files {
				known = known || f == p
			}
			if !known {
				files = append(files, p)
			}
		}
	}
	return files
}
