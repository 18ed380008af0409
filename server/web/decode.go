package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"iowait/server/bench"
	"iowait/server/wire"
)

// notAnInteger stands for a parameter that is none: it is out of all bounds,
// so that bench.Check words what is wanted instead.
const notAnInteger = math.MinInt64

// readRequest reads the JSON object that asks for a run, and nothing else,
// and checks it. A mistake in a field answers *bench.FieldError.
func readRequest(body io.Reader, models []wire.ModelInfo) (bench.Request, error) {
	text, err := io.ReadAll(body)
	if err != nil {
		return bench.Request{}, err // too long; or the client has gone
	}
	var asked struct {
		Experiment string                     `json:"experiment"`
		Models     []string                   `json:"models"`
		Params     map[string]json.RawMessage `json:"params"`
		Sweep      *wire.Sweep                `json:"sweep"`
		Seed       int64                      `json:"seed"`
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&asked); err != nil {
		return bench.Request{}, wordJSON(err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return bench.Request{}, echo.NewHTTPError(http.StatusBadRequest, "read the JSON body: found more after the object, expected its end")
	}
	request := bench.Request{Experiment: asked.Experiment, Models: asked.Models, Params: wire.Params{}, Sweep: asked.Sweep, Seed: asked.Seed}
	wrong := map[string]string{}
	for name, raw := range asked.Params {
		value, err := strconv.ParseInt(string(raw), 10, 64)
		if err != nil {
			value, wrong[name] = notAnInteger, shorten(string(raw))
		}
		request.Params[name] = value
	}
	request, err = bench.Check(request, models)
	var field *bench.FieldError
	if errors.As(err, &field) && field.Found == strconv.Itoa(notAnInteger) {
		field.Found = wrong[field.Field]
	}
	return request, err
}

// wordJSON words what encoding/json says for whoever wrote the request.
func wordJSON(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		want := map[string]string{"experiment": "a string", "models": "a list of strings", "seed": "an integer",
			"sweep.param": "a parameter's name", "sweep.values": "a list of integers"}[wrong.Field]
		if want == "" {
			want = "an object"
		}
		return &bench.FieldError{Field: wrong.Field, Found: wrong.Value, Want: want}
	}
	if quoted, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		name, _ := strconv.Unquote(quoted)
		return &bench.FieldError{Field: shorten(name), Found: "an unknown field", Want: "experiment, models, params, sweep and seed only"}
	}
	return echo.NewHTTPError(http.StatusBadRequest, fmt.Sprintf("read the JSON body: %v", err))
}

// shorten keeps what a client sent from filling the answer.
func shorten(s string) string {
	if len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "…"
	}
	return s
}
