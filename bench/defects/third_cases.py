"""The rows of third.py: what is taken out, what comes back, and what the plan says. Grouped by language."""
import re

from third import (asserted, body, cut, drop, every, gone, hollow, locals_renamed, moved, new, placeholder, put, unlisted)

ROWS = []
BRACKET = re.compile(r"[()\[\]]")


def row(language, package, kind, category, name, title, why, artifacts, base=(), head=(), links=(), **more):
    plan = {"artifacts": [art if isinstance(art, dict) else dict(zip(("path", "provides", "exports"), art)) for art in artifacts]}
    if links:
        # A pattern is a regular expression.
        plan["key_links"] = [dict(zip(("from", "to", "via", "pattern"), (*link[:3], BRACKET.sub(r"\\\g<0>", link[3])))) for link in links]
    for key in ("files", "deletes", "truths"):
        if key in more:
            plan[key] = more.pop(key)
    ROWS.append({"language": language, "package": package, "kind": kind, "category": category, "id": "m-" + name, "title": title,
                 "why": why, "plan": plan, "base": list(base), "head": list(head), **more})


def defect(*args, **more):
    row(args[0], args[1], "defect", *args[2:], **more)


def honest(*args, **more):
    row(args[0], args[1], "honest", *args[2:], **more)


# ---------- Go: handlers ----------
C, CT = "canonical.go", "canonical_test.go"
canonical = dict(base=[gone(C, CT)])
canonical_art = [(C, "CanonicalHost, a middleware that redirects to the canonical domain with the given status code", ["CanonicalHost"]),
                 (CT, "its tests")]
canonical_ask = "Add the middleware CanonicalHost(domain, code), which redirects clients to the canonical domain and keeps path and query."

honest("go", "handlers", "whole", "canonical-whole", canonical_ask, "The middleware is back as published; an invalid domain is passed on, as documented.",
       canonical_art, **canonical, looks_like="swallowed error", head=[])
honest("go", "handlers", "rewrite", "canonical-renamed", canonical_ask, "Local variables have other names, nothing else differs from the published code.",
       canonical_art, **canonical,
       head=[locals_renamed(C, "func (c canonical) ServeHTTP(", dest="target", err="parseErr")])
defect("go", "handlers", "stub", "canonical-passes", canonical_ask, "ServeHTTP only calls the next handler: nobody is ever redirected.",
       canonical_art[:1], base=[gone(C, CT)],
       head=[gone(CT), body(C, "func (c canonical) ServeHTTP(", """
        // TODO: compare r.Host with the canonical domain
        c.h.ServeHTTP(w, r)
        """), put(C, 'import (\n\t"net/http"\n\t"net/url"\n\t"strings"\n)', 'import (\n\t"net/http"\n\t"strings"\n)')])
defect("go", "handlers", "hard-coded", "canonical-code-fixed", canonical_ask, "The status code that the caller gives is stored and never used: it's always 302.",
       canonical_art[:1], base=[gone(C, CT)], head=[gone(CT), put(C, "http.Redirect(w, r, dest, c.code)", "http.Redirect(w, r, dest, http.StatusFound)")])
defect("go", "handlers", "vacuous-test", "canonical-tests-call", canonical_ask + " With tests of the status code, the Location header and the query.",
       "The tests call the middleware and look at nothing.", canonical_art, **canonical,
       head=[cut(CT, "func TestCanonicalHost(", "func TestKeepsQueryString(", "func TestBadDomain(", "func TestEmptyHost(",
                 "func TestHeaderWrites("),
             put(CT, 'import (\n\t"bufio"\n\t"bytes"\n\t"log"\n\t"net/http"\n\t"net/http/httptest"\n\t"net/url"\n\t"strings"\n\t"testing"\n)',
                 'import (\n\t"net/http"\n\t"net/http/httptest"\n\t"testing"\n)'),
             put(CT, "func TestCleanHost(", """func TestCanonicalHost(t *testing.T) {
	rr := httptest.NewRecorder()
	r := newRequest(http.MethodGet, "http://www.example.com/search?q=golang")
	next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {})

	CanonicalHost("http://www.gorillatoolkit.org", http.StatusFound)(next).ServeHTTP(rr, r)
	t.Logf("code %d, location %q", rr.Code, rr.Header().Get("Location"))
}

func TestCanonicalHostBadDomain(t *testing.T) {
	rr := httptest.NewRecorder()
	r := newRequest(http.MethodGet, "http://www.example.com/")
	next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {})

	CanonicalHost("%", http.StatusFound)(next).ServeHTTP(rr, r)
}

func TestCleanHost("""),
             body(CT, "func TestCleanHost(", """
             for _, in := range []string{"www.google.com", "www.google.com foo", "www.google.com/foo"} {
             	_ = cleanHost(in)
             }
             """)])

P, PT = "proxy_headers.go", "proxy_headers_test.go"
proxy_art = [(P, "ProxyHeaders, a middleware that takes client address, scheme and host from the headers of a proxy", ["ProxyHeaders"]),
             (PT, "its tests")]
proxy_ask = ("Add the middleware ProxyHeaders: the client's address from X-Forwarded-For, X-Real-IP or Forwarded (getIP), the scheme "
             "from X-Forwarded-Proto, X-Forwarded-Scheme or Forwarded (getScheme), the host from X-Forwarded-Host.")
defect("go", "handlers", "unwired", "proxy-scheme-uncalled", proxy_ask, "getScheme is written and tested, and ProxyHeaders never calls it: the scheme stays as it was.",
       proxy_art, base=[gone(P, PT)],
       head=[put(P, """		// Set the scheme (proto) with the value passed from the proxy.
		if scheme := getScheme(r); scheme != "" {
			r.URL.Scheme = scheme
		}
""", ""), cut(PT, "func TestProxyHeaders("), put(PT, '\t"net/http/httptest"\n', "")])
defect("go", "handlers", "hard-coded", "proxy-scheme-https", proxy_ask, "getScheme looks at no header and answers https for every request that came by a proxy.",
       proxy_art[:1], base=[gone(P, PT)],
       head=[gone(PT), body(P, "func getScheme(", """
       // We only run behind TLS terminating proxies.
       return "https"
       """), put(P, """	// Allows for a sub-match for the first instance of scheme (http|https)
	// prefixed by 'proto='. The match is case-insensitive.
	protoRegex = regexp.MustCompile(`(?i)(?:proto=)(https|http)`)
""", "")])
honest("go", "handlers", "early-return", "proxy-early-return", proxy_ask, "getIP returns as soon as it knows; an absent header gives the empty string, as before.",
       proxy_art, base=[gone(P, PT)], looks_like="a switch whose arms are gone",
       head=[body(P, "func getIP(", """
       if fwd := r.Header.Get(xForwardedFor); fwd != "" {
       	// Only grab the first (client) address: those after it may be proxies earlier in the chain.
       	client, _, _ := strings.Cut(fwd, ", ")
       	return client
       }
       if real := r.Header.Get(xRealIP); real != "" {
       	return real
       }
       // The first match is 'for=' as a whole. IPv6 addresses are quoted strings, whose quotes we strip.
       if match := forRegex.FindStringSubmatch(r.Header.Get(forwarded)); len(match) > 1 {
       	return strings.Trim(match[1], `"`)
       }
       return ""
       """)])
honest("go", "handlers", "moved", "proxy-scheme-own-file", proxy_ask + " What reads the headers stands in a file of its own, forwarded.go.",
       "The readers of the headers are in another file of the same package.",
       [(P, "ProxyHeaders", ["ProxyHeaders"]), ("forwarded.go", "getIP and getScheme"), (PT, "the tests")], base=[gone(P, PT)],
       links=[(P, "forwarded.go", "call", "getIP(r)"), (P, "forwarded.go", "call", "getScheme(r)")],
       head=[moved(P, ["func getIP(", "func getScheme("], "forwarded.go",
                   'package handlers\n\nimport (\n\t"net/http"\n\t"regexp"\n\t"strings"\n)\n\n'
                   "var (\n\t// De-facto standard header keys.\n"
                   '\txForwardedFor    = http.CanonicalHeaderKey("X-Forwarded-For")\n\txForwardedHost   = http.CanonicalHeaderKey("X-Forwarded-Host")\n'
                   '\txForwardedProto  = http.CanonicalHeaderKey("X-Forwarded-Proto")\n\txForwardedScheme = http.CanonicalHeaderKey("X-Forwarded-Scheme")\n'
                   '\txRealIP          = http.CanonicalHeaderKey("X-Real-IP")\n\t// RFC7239: for=192.0.2.60;proto=https;by=203.0.113.43.\n'
                   '\tforwarded  = http.CanonicalHeaderKey("Forwarded")\n\tforRegex   = regexp.MustCompile(`(?i)(?:for=)([^(;|,| )]+)`)\n'
                   "\tprotoRegex = regexp.MustCompile(`(?i)(?:proto=)(https|http)`)\n)\n\n"),
             lambda tree, rng: tree.update({P: 'package handlers\n\nimport "net/http"\n\n' + tree[P][tree[P].index("// ProxyHeaders inspects"):]})])

R, RT = "recovery.go", "recovery_test.go"
recover_art = [(R, "RecoveryHandler with the options RecoveryLogger and PrintRecoveryStack",
                ["RecoveryHandler", "RecoveryLogger", "PrintRecoveryStack"]), (RT, "its tests")]
recover_ask = "Add the middleware RecoveryHandler, which answers 500 and logs when a handler panics, with the options RecoveryLogger and PrintRecoveryStack."
defect("go", "handlers", "swallowed-error", "recovery-silent", recover_ask, "The panic is recovered and neither logged nor answered with a 500.",
       recover_art[:1], base=[gone(R, RT)],
       head=[gone(RT), put(R, """		if err := recover(); err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			h.log(err)
		}
""", "		_ = recover()\n")])
defect("go", "handlers", "no-data-flow", "recovery-option-lost", recover_ask,
       "PrintRecoveryStack gives back an option that sets nothing: no stack is ever printed.",
       recover_art, base=[gone(R, RT)],
       head=[body(R, "func PrintRecoveryStack(", "return func(h http.Handler) {}"), cut(RT, "func TestRecoveryLoggerWithCustomLogger(")])
defect("go", "handlers", "out-of-scope", "recovery-race-dropped", recover_ask, "The workflow loses the race detector in passing; nobody asked for that.",
       recover_art, base=[gone(R, RT)], files=[R, RT],
       head=[put(".github/workflows/test.yml", "run: go test -race -cover -coverprofile=coverage -covermode=atomic -v ./...",
                 "run: go test -cover -coverprofile=coverage ./...")])
honest("go", "handlers", "test-split", "recovery-tests-split", "Split TestRecoveryLoggerWithCustomLogger into one test without and one with the stack trace.",
       "Both subtests are tests of their own now, with the same assertions.", [(RT, "the tests of RecoveryHandler")], looks_like="a deleted test",
       head=[cut(RT, "func TestRecoveryLoggerWithCustomLogger("),
             lambda tree, rng: tree.update({RT: tree[RT].rstrip("\n") + """

func TestRecoveryCustomLoggerWithoutStack(t *testing.T) {
	var buf bytes.Buffer
	logger := log.New(&buf, "", log.LstdFlags)
	handler := RecoveryHandler(RecoveryLogger(logger), PrintRecoveryStack(false))

	handler(panicking).ServeHTTP(httptest.NewRecorder(), newRequest(http.MethodGet, "/subdir/asdf"))

	if !strings.Contains(buf.String(), "Unexpected error!") {
		t.Fatalf("Got log %#v, wanted substring %#v", buf.String(), "Unexpected error!")
	}
}

func TestRecoveryCustomLoggerWithStack(t *testing.T) {
	var buf bytes.Buffer
	logger := log.New(&buf, "", log.LstdFlags)
	handler := RecoveryHandler(RecoveryLogger(logger), PrintRecoveryStack(true))

	handler(panicking).ServeHTTP(httptest.NewRecorder(), newRequest(http.MethodGet, "/subdir/asdf"))

	if !strings.Contains(buf.String(), "runtime/debug.Stack") {
		t.Fatalf("Got log %#v, wanted substring %#v", buf.String(), "runtime/debug.Stack")
	}
}

var panicking = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
	panic("Unexpected error!")
})
"""})])

H, HT = "handlers.go", "handlers_test.go"
defect("go", "handlers", "missing-requirement", "override-absent",
       "Add ContentTypeHandler, which answers 415 for content types that aren't allowed, and HTTPMethodOverrideHandler, which takes the method of a POST from X-HTTP-Method-Override or the form.",
       "Only the first of the two handlers is there.",
       [(H, "ContentTypeHandler and HTTPMethodOverrideHandler", ["ContentTypeHandler", "HTTPMethodOverrideHandler"]), (HT, "their tests")],
       base=[cut(H, "func isContentType(", "func ContentTypeHandler(", "func HTTPMethodOverrideHandler("), cut(HT, "func TestContentTypeHandler(", "func TestHTTPMethodOverride("),
             put(H, '\t"fmt"\n', ""), put(HT, '\t"net/url"\n\t"strings"\n', "")],
       head=[cut(H, "func HTTPMethodOverrideHandler("), cut(HT, "func TestHTTPMethodOverride("), put(HT, '\t"net/url"\n\t"strings"\n', "")])
defect("go", "handlers", "weakened-test", "content-type-cases",
       "Make isContentType ignore the parameters of a Content-Type, such as charset.",
       "The cases that are refused with 415 are gone from the table of the existing test.",
       [(H, "isContentType without parameters", ["ContentTypeHandler"]), (HT, "a case with a charset")],
       base=[put(H, """	if i := strings.IndexRune(ct, ';'); i != -1 {
		ct = ct[0:i]
	}
""", ""), put(HT, """		{http.MethodPost, []string{"application/json"}, "application/json; charset=utf-8", http.StatusOK},
""", "")],
       head=[put(H, """	if i := strings.IndexRune(ct, ';'); i != -1 {
		ct = ct[0:i]
	}
	return ct == contentType
""", "	return strings.HasPrefix(ct, contentType)\n"),
             put(HT, """		{http.MethodPost, []string{"application/json"}, "application/json+xxx", http.StatusUnsupportedMediaType},
		{http.MethodPost, []string{"application/json"}, "text/plain", http.StatusUnsupportedMediaType},
""", "")])
honest("go", "handlers", "test-extended", "content-type-charset",
       "Make isContentType ignore the parameters of a Content-Type, such as charset.", "The fix and one more line of the test's table.",
       [(H, "isContentType without parameters", ["ContentTypeHandler"]), (HT, "a case with a charset")],
       base=[put(H, """	if i := strings.IndexRune(ct, ';'); i != -1 {
		ct = ct[0:i]
	}
""", ""), put(HT, """		{http.MethodPost, []string{"application/json"}, "application/json; charset=utf-8", http.StatusOK},
""", "")])

# ---------- Go: pflag ----------
N, NT = "count.go", "count_test.go"
count_art = [(N, "count flags: CountVar, CountVarP, Count, CountP, GetCount", ["CountVar", "CountVarP", "Count", "CountP"]), (NT, "its tests")]
count_ask = "Add count flags: -vvv counts to three, --verbose=2 sets the count, and what is no number is an error. GetCount reads the value."
honest("go", "pflag", "whole", "count-whole", count_ask, "Count flags are back as published; Type() is a constant by its nature.", count_art,
       base=[gone(N, NT)], looks_like="hard-coded answer")
defect("go", "pflag", "swallowed-error", "count-parse-ignored", count_ask, "What is no number sets the count to 0 and no error is told.",
       count_art, base=[gone(N, NT)],
       head=[put(N, """	v, err := strconv.ParseInt(s, 0, 0)
	*i = countValue(v)
	return err
""", """	v, _ := strconv.ParseInt(s, 0, 0)
	*i = countValue(v)
	return nil
"""), put(NT, """		{[]string{"-v=a"}, false, 0},
""", "")])
defect("go", "pflag", "stub", "count-get-zero", count_ask, "GetCount looks the flag up and answers 0 whatever its value.",
       count_art[:1], base=[gone(N, NT)],
       head=[gone(NT), put(N, """	val, err := f.getFlagType(name, "count", countConv)
	if err != nil {
		return 0, err
	}
	return val.(int), nil
""", """	if _, err := f.getFlagType(name, "count", countConv); err != nil {
		return 0, err
	}
	return 0, nil
""")])
defect("go", "pflag", "vacuous-test", "count-test-skipped", count_ask + " With a table test.", "The test is skipped before it looks at anything.",
       count_art, base=[gone(N, NT)],
       head=[put(NT, "func TestCount(t *testing.T) {\n", 'func TestCount(t *testing.T) {\n\tt.Skip("flaky on CI, see follow-up")\n')])
honest("go", "pflag", "test-rewrite", "count-subtests", "Make each row of TestCount a subtest, so that a failure tells its arguments.",
       "The same rows with the same assertions, in subtests; `continue` became a return from the subtest.", [(NT, "TestCount with subtests")],
       looks_like="a weakened test",
       head=[body(NT, "func TestCount(", """
       testCases := []struct {
       	input    []string
       	success  bool
       	expected int
       }{
       	{[]string{}, true, 0},
       	{[]string{"-v"}, true, 1},
       	{[]string{"-vvv"}, true, 3},
       	{[]string{"-v", "-v", "-v"}, true, 3},
       	{[]string{"-v", "--verbose", "-v"}, true, 3},
       	{[]string{"-v=3", "-v"}, true, 4},
       	{[]string{"--verbose=0"}, true, 0},
       	{[]string{"-v=0"}, true, 0},
       	{[]string{"-v=a"}, false, 0},
       }

       devnull, _ := os.Open(os.DevNull)
       os.Stderr = devnull
       for _, tc := range testCases {
       	tc := tc
       	t.Run(strings.Join(tc.input, " "), func(t *testing.T) {
       		var count int
       		f := setUpCount(&count)

       		err := f.Parse(tc.input)
       		if !tc.success {
       			if err == nil {
       				t.Errorf("expected failure, got success")
       			}
       			return
       		}
       		if err != nil {
       			t.Fatalf("expected success, got %q", err)
       		}

       		c, err := f.GetCount("verbose")
       		if err != nil {
       			t.Errorf("Got error trying to fetch the counter flag")
       		}
       		if c != tc.expected {
       			t.Errorf("expected %d, got %d", tc.expected, c)
       		}
       	})
       }
       """), put(NT, 'import (\n\t"os"\n\t"testing"\n)', 'import (\n\t"os"\n\t"strings"\n\t"testing"\n)')])

D, DT = "duration_slice.go", "duration_slice_test.go"
slice_names = ["func (s *durationSliceValue) fromString(", "func (s *durationSliceValue) toString(", "func (s *durationSliceValue) Append(",
               "func (s *durationSliceValue) Replace(", "func (s *durationSliceValue) GetSlice("]
slice_art = [(D, "durationSliceValue as a SliceValue: Append, Replace and GetSlice"), (DT, "a test of Replace")]
slice_ask = "Make duration slice flags a SliceValue: Append adds a value, Replace overwrites all of them, GetSlice tells them as strings."
honest("go", "pflag", "whole", "duration-slice-value", slice_ask, "The three methods are back as published, with their test.",
       slice_art, base=[cut(D, *slice_names), cut(DT, "func TestDSAsSliceValue(")])
defect("go", "pflag", "no-data-flow", "duration-replace-lost", slice_ask, "Replace parses the new values and never stores them.",
       slice_art[:1], base=[cut(D, *slice_names), cut(DT, "func TestDSAsSliceValue(")],
       head=[body(D, "func (s *durationSliceValue) Replace(", """
       out := make([]time.Duration, len(val))
       for i, d := range val {
       	var err error
       	out[i], err = s.fromString(d)
       	if err != nil {
       		return err
       	}
       }
       s.changed = true
       return nil
       """), cut(DT, "func TestDSAsSliceValue(")])
defect("go", "pflag", "stub", "duration-getslice-empty", slice_ask, "GetSlice makes strings of the right number and leaves all of them empty.",
       slice_art, base=[cut(D, *slice_names), cut(DT, "func TestDSAsSliceValue(")],
       head=[body(D, "func (s *durationSliceValue) GetSlice(", """
       out := make([]string, len(*s.value))
       return out
       """)])

G, GT = "golangflag.go", "golangflag_test.go"
go_art = [(G, "AddGoFlag and AddGoFlagSet: flags of the standard library in a FlagSet", ["PFlagFromGoFlag"]), (GT, "its tests")]
defect("go", "pflag", "no-data-flow", "goflagset-loop-empty", "Add AddGoFlagSet(newSet): every flag of a flag.FlagSet becomes one of ours.",
       "The flags are visited and none is added; only the set itself is remembered.", [(G, "AddGoFlagSet")],
       base=[cut(G, "func (f *FlagSet) AddGoFlagSet("), gone(GT)],
       head=[gone(GT), put(G, """	newSet.VisitAll(func(goflag *goflag.Flag) {
		f.AddGoFlag(goflag)
	})
""", """	newSet.VisitAll(func(goflag *goflag.Flag) {
	})
""")])
honest("go", "pflag", "comments", "goflag-comments", "Tidy the comments of golangflag.go: no typing errors, and a word on why DefValue is taken from the value.",
       "Comments only; no code differs.", [(G, "tidy comments", ["PFlagFromGoFlag"])], looks_like="nothing was done",
       head=[put(G, "it will be accessiblei\n// with both", "it will be accessible\n// with both"),
             put(G, """		// Looks like golang flags don't set DefValue correctly  :-(
		//DefValue: goflag.DefValue,
""", """		// The DefValue of a flag of the standard library may be stale, so the value itself is asked.
""")])
I, IT = "ipnet.go", "ipnet_test.go"
honest("go", "pflag", "constant-function", "ipnet-whole", "Add IPNet flags: net.IPNet from CIDR notation, with GetIPNet.",
       "As published. Type() is a constant, as the Value interface wants it, and String asks the standard library.",
       [(I, "IPNet flags", ["IPNet", "IPNetP", "IPNetVar", "IPNetVarP"]), (IT, "its tests")], base=[gone(I, IT)], looks_like="hard-coded answer")
defect("go", "pflag", "weakened-test", "ipnet-test-one-row", "Let IPNet flags have white space around the network.",
       "The table of the test had nineteen rows and now has one.",
       [(I, "a Set that trims", ["IPNetVar"]), (IT, "a row with white space")],
       base=[put(I, "_, n, err := net.ParseCIDR(strings.TrimSpace(value))", "_, n, err := net.ParseCIDR(value)"),
             put(IT, '\t\t{" 0.0.0.0/0 ", true, "0.0.0.0/0"},\n', "")],
       head=[lambda tree, rng: tree.update({IT: tree[IT][:tree[IT].index('\t\t{"0.0.0.0/0", true')] + '\t\t{" 0.0.0.0/0 ", true, "0.0.0.0/0"},\n'
                                            + tree[IT][tree[IT].index("\t}\n\n\tdevnull"):]})])

# ---------- Python: packaging ----------
U, UT = "src/packaging/utils.py", "tests/test_utils.py"
sdist_ask = "Add packaging.utils.parse_sdist_filename(filename): name and version of an sdist; InvalidSdistFilename for anything else. With tests."
sdist_art = [(U, "parse_sdist_filename", ["parse_sdist_filename", "InvalidSdistFilename"]), (UT, "tests of parse_sdist_filename")]
sdist_base = [cut(U, "parse_sdist_filename", "InvalidSdistFilename"), cut(UT, "test_parse_sdist_filename", "test_parse_sdist_invalid_filename"),
              put(UT, "    InvalidSdistFilename,\n", ""), put(UT, "    parse_sdist_filename,\n", "")]
honest("python", "packaging", "whole", "sdist-whole", sdist_ask, "As published: an invalid version is chained into the package's own error.",
       sdist_art, base=sdist_base)
honest("python", "packaging", "rewrite", "sdist-suffix-loop", sdist_ask, "The known suffixes stand in a tuple and the loop's else raises.",
       sdist_art, base=sdist_base,
       head=[put(U, """    if filename.endswith(".tar.gz"):
        file_stem = filename[: -len(".tar.gz")]
    elif filename.endswith(".zip"):
        file_stem = filename[: -len(".zip")]
    else:
""", """    for suffix in (".tar.gz", ".zip"):
        if filename.endswith(suffix):
            file_stem = filename[: -len(suffix)]
            break
    else:
""")], looks_like="a branch that is gone")
defect("python", "packaging", "swallowed-error", "sdist-version-swallowed", sdist_ask,
       "An invalid version is no error: the version is then 0.", sdist_art, base=sdist_base,
       head=[put(U, """    try:
        version = Version(version_part)
    except InvalidVersion as e:
        raise InvalidSdistFilename(
            f"Invalid sdist filename (invalid version): {filename}"
        ) from e
""", """    try:
        version = Version(version_part)
    except InvalidVersion:
        version = Version("0")
"""), put(UT, "        (\"foo-1.x.tar.gz\"),  # Invalid version\n", "")])
defect("python", "packaging", "missing-requirement", "sdist-untested", sdist_ask, "The function is there and the tests that were asked for aren't.",
       sdist_art, base=sdist_base, files=[U, UT],
       head=[cut(UT, "test_parse_sdist_filename", "test_parse_sdist_invalid_filename"),
             put(UT, "    InvalidSdistFilename,\n", ""), put(UT, "    parse_sdist_filename,\n", "")])
defect("python", "packaging", "vacuous-test", "sdist-expected-from-call", sdist_ask, "The test compares the function with itself, and the invalid names are only passed in.",
       sdist_art, base=sdist_base,
       head=[body(UT, "test_parse_sdist_filename", """
       expected = parse_sdist_filename(filename)
       assert parse_sdist_filename(filename) == expected
       """), body(UT, "test_parse_sdist_invalid_filename", """
       try:
           parse_sdist_filename(filename)
       except InvalidSdistFilename:
           pass
       """)])
canon_ask = "canonicalize_version(version, strip_trailing_zero=True) normalizes a version; versions that can't be parsed come back as they are."
canon_base = [cut(U, "canonicalize_version"), cut(UT, "test_canonicalize_version", "test_canonicalize_version_no_strip_trailing_zero"),
              put(UT, "    canonicalize_version,\n", "")]
canon_art = [(U, "canonicalize_version", ["canonicalize_version"]), (UT, "its tests")]
honest("python", "packaging", "whole", "canonicalize-version", "Add packaging.utils.canonicalize_version. " + canon_ask,
       "As published; what can't be parsed is returned, as asked for.", canon_art, base=canon_base, looks_like="swallowed error")
defect("python", "packaging", "no-data-flow", "canonicalize-version-flag", "Add packaging.utils.canonicalize_version. " + canon_ask,
       "strip_trailing_zero is taken and never looked at; the test of it is left out.", canon_art, base=canon_base,
       head=[put(U, """    if strip_trailing_zero:
        # NB: This strips trailing '.0's to normalize
        release_segment = re.sub(r"(\\.0)+$", "", release_segment)
""", """    # NB: This strips trailing '.0's to normalize
    release_segment = re.sub(r"(\\.0)+$", "", release_segment)
"""), cut(UT, "test_canonicalize_version_no_strip_trailing_zero")])
defect("python", "packaging", "stub", "canonicalize-version-echo", "Add packaging.utils.canonicalize_version. " + canon_ask,
       "The version is parsed and printed as it was; nothing is normalized.", canon_art[:1], base=canon_base,
       head=[body(U, "canonicalize_version", """
       # Normalization of the release segment to be added.
       return str(version)
       """), cut(UT, "test_canonicalize_version", "test_canonicalize_version_no_strip_trailing_zero"), put(UT, "    canonicalize_version,\n", "")])
S, ST = "src/packaging/_structures.py", "tests/test_structures.py"
honest("python", "packaging", "constant-function", "structures-whole",
       "Add packaging._structures.Infinity and NegativeInfinity: objects that are greater and smaller than anything else, for the ordering of versions.",
       "As published. Most methods return a constant, which is what such an object is.",
       [(S, "InfinityType and NegativeInfinityType", ["Infinity", "NegativeInfinity"]), (ST, "tests of their order")], base=[gone(S, ST)],
       links=[("src/packaging/version.py", S, "import", "from ._structures import")], looks_like="hard-coded answers")
defect("python", "packaging", "vacuous-test", "structures-not-none",
       "Add packaging._structures.Infinity and NegativeInfinity: objects that are greater and smaller than anything else. With tests of their order.",
       "The tests of the order assert only that there is something.",
       [(S, "InfinityType and NegativeInfinityType", ["Infinity", "NegativeInfinity"]), (ST, "tests of their order")], base=[gone(S, ST)],
       links=[("src/packaging/version.py", S, "import", "from ._structures import")],
       head=[asserted(ST, it, fresh) for it, fresh in (
           ("test_infinity_repr", "assert Infinity is not None"), ("test_negative_infinity_repr", "assert NegativeInfinity is not None"),
           ("test_infinity_hash", "assert Infinity is not None"), ("test_negative_infinity_hash", "assert NegativeInfinity is not None"),
           ("test_infinity_comparison", "assert Infinity is not None"), ("test_negative_infinity_lesser", "assert NegativeInfinity is not None"),
           ("test_infinity_equal", "assert Infinity is not None"), ("test_negative_infinity_equal", "assert NegativeInfinity is not None"),
           ("test_negate_infinity", "assert -Infinity is not None"), ("test_negate_negative_infinity", "assert -NegativeInfinity is not None"))])
M, MT, TAGS = "src/packaging/_musllinux.py", "tests/test_musllinux.py", "src/packaging/tags.py"
musl_ask = "Support PEP 656: _musllinux.platform_tags(archs) yields the musllinux tags of the running interpreter, and tags._linux_platforms gives them after the manylinux ones."
musl_art = [(M, "platform_tags", ["platform_tags"]), (TAGS, "musllinux tags among the platforms of linux", ["platform_tags"])]
musl_base = [gone(M, MT), put(TAGS, "from . import _manylinux, _musllinux", "from . import _manylinux"),
             put(TAGS, "    yield from _musllinux.platform_tags(archs)\n", "")]
honest("python", "packaging", "whole", "musllinux-whole", musl_ask, "As published, called by tags.py; an interpreter that can't be read is none of musl's.",
       musl_art + [(MT, "tests")], base=musl_base, links=[(TAGS, M, "call", "_musllinux.platform_tags")], looks_like="swallowed error")
defect("python", "packaging", "unwired", "musllinux-uncalled", musl_ask, "The module is whole and tested, and tags.py never asks it.",
       [musl_art[0], (MT, "tests")], base=musl_base, links=[(TAGS, M, "call", "_musllinux.platform_tags")],
       head=[put(TAGS, "from . import _manylinux, _musllinux", "from . import _manylinux"),
             put(TAGS, "    yield from _musllinux.platform_tags(archs)\n", "")])
defect("python", "packaging", "stub", "musllinux-loop-empty", musl_ask, "The loop over the architectures yields nothing; the tags of musl never appear.",
       musl_art, base=musl_base, links=[(TAGS, M, "call", "_musllinux.platform_tags")],
       head=[gone(MT), hollow(M, "platform_tags", "for", 0)])
defect("python", "packaging", "hard-coded", "musllinux-version-fixed", musl_ask, "The version of musl is a constant; the loader is never asked.",
       musl_art, base=musl_base, links=[(TAGS, M, "call", "_musllinux.platform_tags")],
       head=[gone(MT), put(M, """    proc = subprocess.run([ld], stderr=subprocess.PIPE, text=True)
    return _parse_musl_version(proc.stderr)
""", """    return _MuslVersion(major=1, minor=2)
"""), put(M, "import subprocess\n", "")])
defect("python", "packaging", "out-of-scope", "sdist-lint-loosened", "Let parse_sdist_filename accept .zip beside .tar.gz.",
       "Besides, a rule of the linter is switched off for the whole project.",
       [(U, "parse_sdist_filename for both suffixes", ["parse_sdist_filename"]), (UT, "a test with a .zip")],
       base=[put(U, """    elif filename.endswith(".zip"):
        file_stem = filename[: -len(".zip")]
""", ""), put(U, "(extension must be '.tar.gz' or '.zip'):", "(extension must be '.tar.gz'):"),
             put(UT, '[("foo-1.0.tar.gz", "foo", Version("1.0")), ("foo-1.0.zip", "foo", Version("1.0"))],',
                 '[("foo-1.0.tar.gz", "foo", Version("1.0"))],')],
       files=[U, UT], head=[put("pyproject.toml", '    "B",\n    "E",\n    "F",\n', '    "E",\n')])

# ---------- Python: toolz ----------
RC, RCT = "toolz/recipes.py", "toolz/tests/test_recipes.py"
TI, TC = "toolz/__init__.py", "toolz/curried/__init__.py"
recipes_ask = "Add toolz.countby(key, seq) and toolz.partitionby(func, seq) in a module recipes, exported by toolz and by toolz.curried."
recipes_art = [(RC, "countby and partitionby", ["countby", "partitionby"]), (TI, "the export", []), (RCT, "tests")]
recipes_art = [recipes_art[0], {"path": TI, "provides": "the export", "contains": "from .recipes import"}, recipes_art[2]]
recipes_base = [gone(RC, RCT), put(TI, "from .recipes import *\n\n", ""), unlisted(TC, "countby = toolz.curry(toolz.countby)", "partitionby = toolz.curry(toolz.partitionby)")]
recipes_links = [(TI, RC, "import", "from .recipes import"), (TC, TI, "curried", "toolz.countby")]
honest("python", "toolz", "whole", "recipes-whole", recipes_ask, "As published: thin functions over other ones, exported in both places.",
       recipes_art, base=recipes_base, links=recipes_links, looks_like="a stub")
defect("python", "toolz", "unwired", "recipes-not-exported", recipes_ask, "The module is there, and neither toolz nor toolz.curried exports its functions.",
       [recipes_art[0], (RCT, "tests")], base=recipes_base, links=recipes_links,
       head=[put(TI, "from .recipes import *\n\n", ""), unlisted(TC, "countby = toolz.curry(toolz.countby)", "partitionby = toolz.curry(toolz.partitionby)"),
             put(RCT, "from toolz import first, identity, countby, partitionby", "from toolz import first, identity\nfrom toolz.recipes import countby, partitionby")])
defect("python", "toolz", "no-data-flow", "recipes-key-unused", recipes_ask, "partitionby groups by the items themselves: func is taken and never called.",
       recipes_art[:2], base=recipes_base, links=recipes_links,
       head=[gone(RCT), put(RC, "itertools.groupby(seq, key=func)", "itertools.groupby(seq)")])
Z, ZT = "toolz/itertoolz.py", "toolz/tests/test_itertoolz.py"
topk_ask = "Add toolz.topk(k, seq, key=None): the k largest elements as a tuple; a key that is no callable is an index or a list of them."
topk_base = [cut(Z, "topk"), cut(ZT, "test_topk", "test_topk_is_stable"), put(Z, "'join', 'tail', 'diff', 'topk', 'peek'", "'join', 'tail', 'diff', 'peek'"),
             unlisted(TC, "topk = toolz.curry(toolz.topk)"), put(ZT, "diff, topk, peek, peekn", "diff, peek, peekn")]
topk_art = [(Z, "topk", ["topk"]), (ZT, "tests")]
defect("python", "toolz", "unwired", "topk-not-listed", topk_ask + " It's in itertoolz.__all__ and in toolz.curried.",
       "topk isn't in __all__, so `from toolz import topk` fails, and toolz.curried doesn't have it.",
       [topk_art[0], {"path": TC, "provides": "the curried one"}], base=topk_base, links=[(TC, Z, "curried", "toolz.topk")], files=[Z, TC],
       head=[put(Z, "'join', 'tail', 'diff', 'topk', 'peek'", "'join', 'tail', 'diff', 'peek'"), unlisted(TC, "topk = toolz.curry(toolz.topk)"),
             cut(ZT, "test_topk", "test_topk_is_stable"), put(ZT, "diff, topk, peek, peekn", "diff, peek, peekn")])
honest("python", "toolz", "whole", "topk-whole", topk_ask + " It's in itertoolz.__all__ and in toolz.curried.", "As published, with its tests.",
       topk_art + [{"path": TC, "provides": "the curried one", "contains": "topk ="}], base=topk_base,
       links=[(TC, Z, "curried", "toolz.topk")])
defect("python", "toolz", "weakened-test", "diff-test-thinned", "Let toolz.diff take one list of sequences as well as several sequences.",
       "The test of diff loses the errors and the default value that it had held.",
       [(Z, "diff with one list", ["diff"]), (ZT, "the non-variadic usage")],
       base=[put(Z, """    if N == 1 and isinstance(seqs[0], list):
        seqs = seqs[0]
        N = len(seqs)
    if N < 2:
""", "    if N < 2:\n"), put(ZT, """    # non-variadic usage
    assert raises(TypeError, lambda: list(diff([])))
    assert raises(TypeError, lambda: list(diff([[]])))
    assert raises(TypeError, lambda: list(diff([[1, 2]])))
    assert raises(TypeError, lambda: list(diff([[1, 2], 3])))
    assert list(diff([(1, 2), (1, 3)])) == [(2, 3)]
""", "")],
       head=[put(ZT, """    assert raises(TypeError, lambda: list(diff()))
    assert raises(TypeError, lambda: list(diff([1, 2])))
    assert raises(TypeError, lambda: list(diff([1, 2], 3)))
""", ""), put(ZT, "    assert list(diff([1, 2], [10], default=None)) == [(1, 10), (2, None)]\n", "")])
honest("python", "toolz", "test-split", "diff-tests-split", "Split test_diff: what it raises, what it pads, and the key function in tests of their own.",
       "The assertions went to three tests, none is gone, and the last line is asserted now.", [(ZT, "test_diff, test_diff_errors and test_diff_key")],
       looks_like="a weakened test",
       head=[lambda tree, rng: tree.update({ZT: tree[ZT].replace("""def test_diff():
    assert raises(TypeError, lambda: list(diff()))
    assert raises(TypeError, lambda: list(diff([1, 2])))
    assert raises(TypeError, lambda: list(diff([1, 2], 3)))
""", """def test_diff_errors():
    assert raises(TypeError, lambda: list(diff()))
    assert raises(TypeError, lambda: list(diff([1, 2])))
    assert raises(TypeError, lambda: list(diff([1, 2], 3)))
    # non-variadic usage
    assert raises(TypeError, lambda: list(diff([])))
    assert raises(TypeError, lambda: list(diff([[]])))
    assert raises(TypeError, lambda: list(diff([[1, 2]])))
    assert raises(TypeError, lambda: list(diff([[1, 2], 3])))


def test_diff():
""").replace("""    # non-variadic usage
    assert raises(TypeError, lambda: list(diff([])))
    assert raises(TypeError, lambda: list(diff([[]])))
    assert raises(TypeError, lambda: list(diff([[1, 2]])))
    assert raises(TypeError, lambda: list(diff([[1, 2], 3])))
    assert list(diff([(1, 2), (1, 3)])) == [(2, 3)]

    data1""", """    # non-variadic usage
    assert list(diff([(1, 2), (1, 3)])) == [(2, 3)]


def test_diff_key():
    data1""").replace("\n    list(diff(data1, data2, key=indollars)) == [", "\n    assert list(diff(data1, data2, key=indollars)) == [")})])
SC = "toolz/sandbox/core.py"
honest("python", "toolz", "moved", "unzip-moved", "Move unzip from toolz.sandbox.core to a module of its own; toolz.sandbox.core.unzip still works.",
       "The function stands in another file and is imported back.",
       [("toolz/sandbox/zipping.py", "unzip", ["unzip"]), {"path": SC, "provides": "unzip, imported", "contains": "import unzip"}],
       links=[(SC, "toolz/sandbox/zipping.py", "import", "from .zipping import unzip")], looks_like="deleted work",
       head=[moved(SC, ["unzip"], "toolz/sandbox/zipping.py", "from itertools import tee, starmap\n\nfrom toolz.itertoolz import cons, pluck\n\n\n"),
             put(SC, "from toolz.itertoolz import getter, cons, pluck\nfrom itertools import tee, starmap\n",
                 "from toolz.itertoolz import getter\n\nfrom .zipping import unzip  # noqa: F401\n"),
             put(SC, "\n\n# See issue #293: https://github.com/pytoolz/toolz/issues/239\n", "\n")])
honest("python", "toolz", "parametrised", "peek-parametrised", "Write test_peekn with pytest.mark.parametrize, a case for each number of items.",
       "The same checks over a table, with two numbers more.", [(ZT, "test_peekn over a table")], looks_like="a weakened test",
       head=[body(ZT, "test_peekn", """
       alist = ("Alice", "Bob", "Carol")
       elements, blist = peekn(n, alist)
       assert elements == expected
       assert tuple(blist) == alist
       """), put(ZT, "def test_peekn():\n", """@pytest.mark.parametrize(("n", "expected"), [
    (0, ()),
    (1, ("Alice",)),
    (2, ("Alice", "Bob")),
    (12, ("Alice", "Bob", "Carol")),
])
def test_peekn(n, expected):
"""), put(ZT, "import itertools\n", "import itertools\n\nimport pytest\n\n")])
K, KT = "toolz/dicttoolz.py", "toolz/tests/test_dicttoolz.py"
dissoc_base = [cut(K, "dissoc"), cut(KT, "TestDict.test_dissoc"), put(K, "'assoc', 'dissoc', 'assoc_in'", "'assoc', 'assoc_in'"),
               put(KT, "assoc, dissoc, keyfilter", "assoc, keyfilter"), unlisted(TC, "dissoc = toolz.curry(toolz.dissoc)")]
dissoc_ask = "Add toolz.dissoc(d, *keys, factory=dict): a new dict without the keys; keys that aren't there don't matter."
honest("python", "toolz", "renamed", "dissoc-renamed", dissoc_ask, "Locals have other names; a missing key is left out of account, as asked.",
       [(K, "dissoc", ["dissoc"]), (KT, "tests")], base=dissoc_base,
       head=[locals_renamed(K, "dissoc", d2="result", remaining="left", k="kept")], looks_like="swallowed error")
defect("python", "toolz", "no-data-flow", "dissoc-factory-unused", dissoc_ask, "The factory that's asked for is read and never called: the result is always a dict.",
       [(K, "dissoc", ["dissoc"])], base=dissoc_base,
       head=[cut(KT, "TestDict.test_dissoc"), put(KT, "assoc, dissoc, keyfilter", "assoc, keyfilter"), body(K, "dissoc", """
       factory = _get_factory(dissoc, kwargs)
       result = dict(d)
       for key in keys:
           result.pop(key, None)
       return result
       """)])
defect("python", "toolz", "swallowed-error", "get-in-no-default", "get_in(keys, coll, default=None, no_default=False): with no_default an absent key is an error.",
       "no_default is ignored: the error is caught and the default comes back.",
       [(K, "get_in with no_default", ["get_in"])],
       base=[put(K, "def get_in(keys, coll, default=None, no_default=False):", "def get_in(keys, coll, default=None):"), put(K, """        if no_default:
            raise
        return default
""", "        return default\n"), put(K, """    >>> get_in(['y'], {}, no_default=True)
    Traceback (most recent call last):
        ...
    KeyError: 'y'
""", "")],
       head=[put(K, """        if no_default:
            raise
        return default
""", "        return default\n")])

# ---------- Rust: arrayvec ----------
V, AS, TT, LIB = "src/arrayvec.rs", "src/array_string.rs", "tests/tests.rs", "src/lib.rs"
pop_art = [{"path": V, "provides": "ArrayVec::pop_at and ArrayVec::swap_pop", "contains": "pub fn pop_at"}, (TT, "test_pop_at")]
pop_ask = "Add ArrayVec::pop_at and ArrayVec::swap_pop, the checked versions of remove and swap_remove: None where the index is out of bounds. remove and swap_remove use them."
pop_base = [put(V, """        self.swap_pop(index)
            .unwrap_or_else(|| {
                panic_oob!("swap_remove", index, self.len())
            })
""", """        let len = self.len();
        if index >= len {
            panic_oob!("swap_remove", index, len)
        }
        self.swap(index, len - 1);
        self.pop().unwrap()
"""), put(V, """        self.pop_at(index)
            .unwrap_or_else(|| {
                panic_oob!("remove", index, self.len())
            })
""", """        if index >= self.len() {
            panic_oob!("remove", index, self.len())
        }
        self.drain(index..index + 1).next().unwrap()
"""), cut(V, "pub fn swap_pop(", "pub fn pop_at("), cut(TT, "fn test_pop_at(")]
honest("rust", "arrayvec", "whole", "pop-at-whole", pop_ask, "Both methods and their callers are as published; None is what is asked for out of bounds.",
       pop_art, base=pop_base, looks_like="swallowed error")
defect("rust", "arrayvec", "stub", "pop-at-none", pop_ask, "pop_at answers None for every index, and remove therefore always panics.",
       pop_art[:1], base=pop_base,
       head=[body(V, "pub fn pop_at(", """
       let _ = index;
       None
       """), cut(TT, "fn test_pop_at(")])
defect("rust", "arrayvec", "missing-requirement", "swap-pop-absent", pop_ask, "Only pop_at is there; swap_pop was asked for too.",
       [pop_art[0], {"path": V, "provides": "swap_pop", "contains": "pub fn swap_pop"}, pop_art[1]], base=pop_base,
       head=[put(V, """        self.swap_pop(index)
            .unwrap_or_else(|| {
                panic_oob!("swap_remove", index, self.len())
            })
""", """        let len = self.len();
        if index >= len {
            panic_oob!("swap_remove", index, len)
        }
        self.swap(index, len - 1);
        self.pop().unwrap()
"""), cut(V, "pub fn swap_pop(")])
extend_ask = "Add ArrayVec::try_extend_from_slice(other): copies all elements of a slice to the end, or gives CapacityError and changes nothing where there is no room. io::Write and test use it."
extend_art = [{"path": V, "provides": "ArrayVec::try_extend_from_slice", "contains": "pub fn try_extend_from_slice"},
              (TT, "test_extend_from_slice and test_extend_from_slice_error")]
extend_base = [cut(V, "pub fn try_extend_from_slice("), cut(TT, "fn test_extend_from_slice(", "fn test_extend_from_slice_error("),
               put(V, "        let _result = self.try_extend_from_slice(&data[..len]);\n        debug_assert!(_result.is_ok());\n",
                   "        self.extend(data[..len].iter().copied());\n")]
defect("rust", "arrayvec", "no-data-flow", "extend-copies-nothing", extend_ask, "The length is set and the elements are never copied: what is read then is uninitialized memory.",
       extend_art[:1], base=extend_base,
       head=[put(V, """            let dst = self.get_unchecked_ptr(self_len);
            ptr::copy_nonoverlapping(other.as_ptr(), dst, other_len);
            self.set_len(self_len + other_len);
        }
        Ok(())
    }

    /// Create a draining""", """            self.set_len(self_len + other_len);
        }
        Ok(())
    }

    /// Create a draining"""), cut(TT, "fn test_extend_from_slice(", "fn test_extend_from_slice_error(")])
defect("rust", "arrayvec", "swallowed-error", "extend-truncates", extend_ask, "Where there is no room, some of the elements are dropped and Ok is told.",
       extend_art, base=extend_base,
       head=[put(V, """        if self.remaining_capacity() < other.len() {
            return Err(CapacityError::new(()));
        }

        let self_len = self.len();
        let other_len = other.len();
""", """        let self_len = self.len();
        let other_len = cmp::min(self.remaining_capacity(), other.len());
"""), cut(TT, "fn test_extend_from_slice_error(")])
honest("rust", "arrayvec", "renamed", "extend-renamed", extend_ask, "Local variables have other names.", extend_art, base=extend_base,
       head=[locals_renamed(V, "pub fn try_extend_from_slice(", self_len="old_len", other_len="added", dst="tail")])
defect("rust", "arrayvec", "hard-coded", "string-remove-first", "Add ArrayString::remove(idx): takes the char at byte position idx out of the string, closes the gap and returns the char.",
       "idx is not looked at: it's always the first char that goes.", [{"path": AS, "provides": "ArrayString::remove", "contains": "pub fn remove"}],
       base=[cut(AS, "pub fn remove(")],
       head=[put(AS, "        let ch = match self[idx..].chars().next() {", "        let idx = 0;\n        let ch = match self.chars().next() {"),
             put(AS, "    pub fn remove(&mut self, idx: usize) -> char {", "    pub fn remove(&mut self, _idx: usize) -> char {")])
honest("rust", "arrayvec", "early-return", "string-pop-question-mark", "Add ArrayString::pop: removes and returns the last char, None where the string is empty.",
       "`?` on the Option instead of the match.", [{"path": AS, "provides": "ArrayString::pop", "contains": "pub fn pop"}],
       base=[cut(AS, "pub fn pop(")],
       head=[body(AS, "pub fn pop(", """
       let ch = self.chars().next_back()?;
       let new_len = self.len() - ch.len_utf8();
       unsafe {
           self.set_len(new_len);
       }
       Some(ch)
       """)], looks_like="a stub")
honest("rust", "arrayvec", "empty-function", "write-whole", "Implement io::Write for ArrayVec<u8, CAP> under the feature std: write takes as much as there is room for. With a test.",
       "flush has nothing to do and says Ok, as published; the result of the extension can't be an error.",
       [{"path": V, "provides": "io::Write for ArrayVec<u8, CAP>", "contains": "io::Write for ArrayVec"}, (TT, "test_write")],
       base=[cut(V, "impl<const CAP: usize> io::Write for ArrayVec<u8, CAP>"), cut(TT, "fn test_write("), put(V, '#[cfg(feature="std")]\nuse std::io;\n', "")],
       looks_like="a stub")
defect("rust", "arrayvec", "stub", "write-pretends", "Implement io::Write for ArrayVec<u8, CAP> under the feature std: write takes as much as there is room for. With a test.",
       "write says that it took the bytes and stores none of them; the test holds only the length told.",
       [{"path": V, "provides": "io::Write for ArrayVec<u8, CAP>", "contains": "io::Write for ArrayVec"}, (TT, "test_write")],
       base=[cut(V, "impl<const CAP: usize> io::Write for ArrayVec<u8, CAP>"), cut(TT, "fn test_write("), put(V, '#[cfg(feature="std")]\nuse std::io;\n', "")],
       head=[put(V, """        let len = cmp::min(self.remaining_capacity(), data.len());
        let _result = self.try_extend_from_slice(&data[..len]);
        debug_assert!(_result.is_ok());
        Ok(len)
""", "        Ok(data.len())\n"), body(TT, "fn test_write(", """
        use std::io::Write;
        let mut v = ArrayVec::<_,  8>::new();
        assert!(write!(&mut v, "\\x01\\x02\\x03").is_ok());
        assert_eq!(v.write(&[9; 16]).unwrap(), 16);
        """)])
E_, CH = "src/errors.rs", "src/char.rs"
errors_base = [gone(E_), put(LIB, "mod errors;\n", ""), put(LIB, "pub use crate::errors::CapacityError;\n", "")]
errors_art = [(E_, "CapacityError with element, simplify, Display, Debug and Error", ["CapacityError"]), {"path": LIB, "provides": "the export", "contains": "CapacityError"}]
errors_ask = "Add arrayvec::CapacityError<T>, the error of a full array; it hands back the element that had no room."
honest("rust", "arrayvec", "whole", "capacity-error", errors_ask, "As published: Display is one constant text, simplify drops the element on purpose.",
       errors_art, base=errors_base, links=[(LIB, E_, "mod", "mod errors;"), (LIB, E_, "use", "errors::CapacityError")], looks_like="hard-coded answer")
defect("rust", "arrayvec", "unwired", "chars-module-unused", "Write chars into an ArrayString by a UTF-8 encoder of our own, src/char.rs, used by ArrayString::try_push.",
       "The module is written and declared, and try_push goes on encoding by itself.",
       [(CH, "encode_utf8", ["encode_utf8"]), {"path": AS, "provides": "try_push by encode_utf8"}], files=[CH, LIB, AS],
       links=[(AS, CH, "call", "encode_utf8(c, ptr, remaining_cap)")],
       base=[gone(CH), put(LIB, "mod char;\n", ""), put(AS, "use crate::char::encode_utf8;\n", ""), body(AS, "pub fn try_push(", """
       let mut buffer = [0u8; 4];
       self.try_push_str(c.encode_utf8(&mut buffer)).map_err(|_| CapacityError::new(c))
       """)],
       head=[put(AS, "use crate::char::encode_utf8;\n", ""), body(AS, "pub fn try_push(", """
       let mut buffer = [0u8; 4];
       self.try_push_str(c.encode_utf8(&mut buffer)).map_err(|_| CapacityError::new(c))
       """)])
defect("rust", "arrayvec", "missing-requirement", "char-four-bytes", "Add src/char.rs: encode_utf8(ch, ptr, len) writes a char in one, two, three or four bytes, or says that there's no room. With tests over all code points.",
       "Only chars of one and two bytes are written; the rest is called an error, and the test over all code points isn't there.",
       [(CH, "encode_utf8 for one to four bytes, with its tests", ["encode_utf8"]), {"path": CH, "provides": "four bytes", "contains": "TAG_FOUR_B"}],
       base=[gone(CH), put(LIB, "mod char;\n", ""), put(AS, "use crate::char::encode_utf8;\n", ""), body(AS, "pub fn try_push(", """
       let mut buffer = [0u8; 4];
       self.try_push_str(c.encode_utf8(&mut buffer)).map_err(|_| CapacityError::new(c))
       """)],
       head=[put(CH, """    } else if code < MAX_THREE_B && len >= 3 {
        ptr.add(0).write((code >> 12 & 0x0F) as u8 | TAG_THREE_B);
        ptr.add(1).write((code >>  6 & 0x3F) as u8 | TAG_CONT);
        ptr.add(2).write((code & 0x3F) as u8 | TAG_CONT);
        return Ok(3);
    } else if len >= 4 {
        ptr.add(0).write((code >> 18 & 0x07) as u8 | TAG_FOUR_B);
        ptr.add(1).write((code >> 12 & 0x3F) as u8 | TAG_CONT);
        ptr.add(2).write((code >>  6 & 0x3F) as u8 | TAG_CONT);
        ptr.add(3).write((code & 0x3F) as u8 | TAG_CONT);
        return Ok(4);
    };
""", "    };\n"), put(CH, "const TAG_THREE_B: u8 = 0b1110_0000;\nconst TAG_FOUR_B: u8  = 0b1111_0000;\n", ""),
             put(CH, "const MAX_THREE_B: u32 =  0x10000;\n", ""), cut(CH, "fn test_encode_utf8("), cut(CH, "fn test_encode_utf8_oob(")])
defect("rust", "arrayvec", "weakened-test", "retain-test-ignored", "Say in the documentation of ArrayVec::retain that the predicate may change the elements, with an example.",
       "Beside the documentation, the existing test of retain is ignored.", [{"path": V, "provides": "an example of retain that changes elements", "contains": "*elt /= 2"}],
       base=[], head=[put(V, """    /// This method operates in place and preserves the order of the retained
    /// elements.
    ///
""", """    /// This method operates in place and preserves the order of the retained
    /// elements. The predicate may change the elements it is asked about.
    ///
    /// ```
    /// use arrayvec::ArrayVec;
    ///
    /// let mut array = ArrayVec::from([2, 4, 6]);
    /// array.retain(|elt| { *elt /= 2; *elt != 2 });
    /// assert_eq!(&array[..], &[1, 3]);
    /// ```
    ///
"""), put(TT, "#[test]\nfn test_retain() {", "#[test]\n#[ignore]\nfn test_retain() {")])
honest("rust", "arrayvec", "test-renamed", "into-inner-tests-named", "Give test_into_inner_1 to _3 names that say what they hold, and put them into a module.",
       "The same three tests in a module, with the same assertions.", [{"path": TT, "provides": "mod into_inner", "contains": "mod into_inner"}], looks_like="deleted tests",
       head=[cut(TT, "fn test_into_inner_1("), cut(TT, "fn test_into_inner_2("), cut(TT, "fn test_into_inner_3("), put(TT, "#[test]\nfn test_take() {", """mod into_inner {
    use arrayvec::ArrayVec;

    #[test]
    fn gives_itself_back_when_not_full() {
        let mut v = ArrayVec::from([1, 2]);
        v.pop();
        let u = v.clone();
        assert_eq!(v.into_inner(), Err(u));
    }

    #[test]
    fn gives_the_array_of_strings() {
        let mut v = ArrayVec::<String,  4>::new();
        v.push("a".into());
        v.push("b".into());
        v.push("c".into());
        v.push("d".into());
        assert_eq!(v.into_inner().unwrap(), ["a", "b", "c", "d"]);
    }

    #[test]
    fn gives_the_array_of_numbers() {
        let mut v = ArrayVec::<i32,  4>::new();
        v.extend(1..=4);
        assert_eq!(v.into_inner().unwrap(), [1, 2, 3, 4]);
    }
}

#[test]
fn test_take() {""")])

# ---------- Rust: shlex ----------
L, B = "src/lib.rs", "src/bytes.rs"
try_ask = "Add shlex::try_quote and shlex::try_join, which give QuoteError::Nul instead of passing nul bytes through. With a test."
try_base = [cut(L, "pub fn try_join<", "pub fn try_quote(", "fn test_fallible("),
            put(L, "        let quoted_actual = try_quote(&parts[0]).unwrap();", "        let quoted_actual = Quoter::new().quote(&parts[0]).unwrap();")]
try_art = [(L, "try_quote and try_join", ["try_quote", "try_join"]), {"path": L, "provides": "their test", "contains": "fn test_fallible"}]
honest("rust", "shlex", "whole", "try-quote-whole", try_ask, "Thin functions over Quoter, as published.", try_art, base=try_base, looks_like="a stub")
defect("rust", "shlex", "swallowed-error", "try-quote-nul-passes", try_ask, "Nul bytes are allowed and the error can never come; the result is wrapped in Ok.",
       try_art[:1], base=try_base,
       head=[put(L, "pub fn try_quote(in_str: &str) -> Result<Cow<str>, QuoteError> {\n    Quoter::new().quote(in_str)\n}",
                 "pub fn try_quote(in_str: &str) -> Result<Cow<str>, QuoteError> {\n    Ok(Quoter::new().allow_nul(true).quote(in_str).unwrap_or_default())\n}"),
             put(L, "    Quoter::new().join(words)\n", "    Ok(Quoter::new().allow_nul(true).join(words).unwrap_or_default())\n"), cut(L, "fn test_fallible(")])
defect("rust", "shlex", "vacuous-test", "try-quote-test-tautology", try_ask, "The test asserts that an answer is Ok or Err.",
       try_art, base=try_base,
       head=[body(L, "fn test_fallible(", """
       let joined = try_join(vec!["\\0"]);
       assert!(joined.is_ok() || joined.is_err());
       let quoted = try_quote("\\0");
       assert!(quoted.is_ok() || quoted.is_err());
       """)])
defect("rust", "shlex", "no-data-flow", "allow-nul-kept-nowhere", "Quoter::allow_nul(allow) says whether nul bytes are let through; by default they are an error.",
       "The outer Quoter takes the flag and doesn't hand it to the inner one.", [{"path": L, "provides": "Quoter::allow_nul", "contains": "pub fn allow_nul"}],
       base=[cut(L, "pub fn allow_nul("), cut(L, "pub fn join<'a, I: IntoIterator<Item = &'a str>>(words: I)", "pub fn quote(in_str: &str)", "fn test_join(")],
       head=[put(L, "    pub fn allow_nul(mut self, allow: bool) -> Self {\n        self.inner = self.inner.allow_nul(allow);\n        self\n",
                 "    pub fn allow_nul(self, _allow: bool) -> Self {\n        self\n"),
             cut(L, "pub fn join<'a, I: IntoIterator<Item = &'a str>>(words: I)", "pub fn quote(in_str: &str)", "fn test_join(")])
defect("rust", "shlex", "stub", "split-double-todo", "Let Shlex read double quotes: what stands in them is one word, with the escapes of the POSIX shell.",
       "parse_double is a placeholder.", [{"path": B, "provides": "parse_double", "contains": "fn parse_double"}],
       base=[cut(B, "fn parse_double("), put(B, """                '"' => if let Err(()) = self.parse_double(&mut result) {
                    self.had_error = true;
                    return None;
                },
""", "")],
       head=[placeholder(B, "fn parse_double(", "rust:any")])
honest("rust", "shlex", "rewrite", "split-double-whole", "Let Shlex read double quotes: what stands in them is one word, with the escapes of the POSIX shell.",
       "The loop is `while let`; an end of input within the quotes is an error, as asked by had_error.", [{"path": B, "provides": "parse_double", "contains": "fn parse_double"}],
       base=[cut(B, "fn parse_double("), put(B, """                '"' => if let Err(()) = self.parse_double(&mut result) {
                    self.had_error = true;
                    return None;
                },
""", "")],
       head=[body(B, "fn parse_double(", """
       while let Some(ch2) = self.next_char() {
           match ch2 as char {
               '"' => return Ok(()),
               '\\\\' => match self.next_char() {
                   // \\$ => $
                   Some(ch3 @ (b'$' | b'`' | b'"' | b'\\\\')) => result.push(ch3),
                   // \\<newline> => nothing
                   Some(b'\\n') => {},
                   // \\x => \\x
                   Some(ch3) => result.extend_from_slice(&[b'\\\\', ch3]),
                   None => return Err(()),
               },
               _ => result.push(ch2),
           }
       }
       Err(())
       """)], looks_like="an arm that does nothing")
honest("rust", "shlex", "moved", "error-own-module", "Move QuoteError into a module of its own; shlex::QuoteError stays where users find it.",
       "The type and its impls went to another file and come back by `pub use`.",
       [("src/error.rs", "QuoteError", ["QuoteError"]), {"path": L, "provides": "the re-export", "contains": "pub use error::QuoteError"}],
       links=[(L, "src/error.rs", "mod", "mod error;")], looks_like="deleted work",
       head=[moved(L, ["pub enum QuoteError {", "impl core::fmt::Display for QuoteError {"], "src/error.rs",
                   "//! What can go wrong when a string is quoted.\n\n#[cfg(all(doc, not(doctest)))]\nuse crate::{bytes, quoting_warning, Quoter};\n\n",
                   '\n#[cfg(feature = "std")]\nimpl std::error::Error for QuoteError {}\n'),
             put(L, '#[cfg(feature = "std")]\nimpl std::error::Error for QuoteError {}\n\n', ""),
             put(L, "pub mod bytes;\n", "pub mod bytes;\nmod error;\npub use error::QuoteError;\n")])
defect("rust", "shlex", "out-of-scope", "check-job-dropped", "Document in shlex::split that comments begin at a #.",
       "The workflow loses the tests without default features.", [{"path": L, "provides": "a word on comments", "contains": "`#`"}], files=[L],
       head=[put(L, "/// Convenience function that consumes the whole string at once.  Returns None if the input was\n/// erroneous.\n",
                 "/// Convenience function that consumes the whole string at once.  Returns None if the input was\n/// erroneous.\n///\n"
                 "/// A `#` at the beginning of a word starts a comment, which goes to the end of the line.\n"),
             lambda tree, rng: tree.update({".github/workflows/test.yml": tree[".github/workflows/test.yml"][
                 :tree[".github/workflows/test.yml"].index("  test_no_default_features:")].rstrip() + "\n"})])
honest("rust", "shlex", "comments", "split-documented", "Document in shlex::split that comments begin at a #, with an example.",
       "Only documentation, with an example that runs as a test.", [{"path": L, "provides": "a word on comments", "contains": "`#`"}], looks_like="nothing was done",
       head=[put(L, "/// Convenience function that consumes the whole string at once.  Returns None if the input was\n/// erroneous.\n",
                 "/// Convenience function that consumes the whole string at once.  Returns None if the input was\n/// erroneous.\n///\n"
                 "/// A `#` at the beginning of a word starts a comment, which goes to the end of the line:\n///\n/// ```\n"
                 "/// assert_eq!(shlex::split(\"foo # bar\"), Some(vec![\"foo\".to_string()]));\n/// ```\n")])
honest("rust", "shlex", "parametrised", "lineno-table", "Let test_lineno look at several inputs, and hold the line of each word.",
       "A table of inputs and lines; every word is asserted now, not only one.", [{"path": L, "provides": "test_lineno over a table", "contains": "fn test_lineno"}],
       looks_like="a weakened test",
       head=[body(L, "fn test_lineno(", """
       let cases: &[(&str, &[(&str, usize)])] = &[
           ("\\nfoo\\nbar", &[("foo", 3), ("bar", 3)]),
           ("a b", &[("a", 1), ("b", 1)]),
           ("a\\n\\nb", &[("a", 2), ("b", 3)]),
       ];
       for (input, words) in cases {
           let mut sh = Shlex::new(input);
           for (word, line) in words.iter() {
               assert_eq!(sh.next().as_deref(), Some(*word));
               assert_eq!(sh.line_no, *line);
           }
           assert_eq!(sh.next(), None);
       }
       """)])
honest("rust", "shlex", "renamed", "quote-bytes-renamed", "Add bytes::Quoter::join(words): the words, each quoted where it has to be, with single spaces between.",
       "The same, in two steps with a name of its own for the quoted words.", [{"path": B, "provides": "Quoter::join", "contains": "pub fn join"}],
       base=[cut(B, "pub fn join<'a, I: IntoIterator<Item = &'a [u8]>>(&self"), cut(B, "pub fn join<'a, I: IntoIterator<Item = &'a [u8]>>(words"), cut(B, "pub fn try_join<")],
       head=[body(B, "pub fn join<'a, I: IntoIterator<Item = &'a [u8]>>(&self", """
       let quoted: Vec<Cow<[u8]>> = words.into_iter()
           .map(|word| self.quote(word))
           .collect::<Result<_, QuoteError>>()?;
       Ok(quoted.join(&b' '))
       """)])

# ---------- TypeScript: query-core ----------
QS, QT, QI, QB = "src/utils.ts", "src/__tests__/utils.test.tsx", "src/index.ts", "src/infiniteQueryBehavior.ts"
pages_ask = "Add addToEnd and addToStart to utils.ts: a copy of a list with an item more, held to max items where max is given. infiniteQueryBehavior uses them for maxPages."
pages_art = [(QS, "addToEnd and addToStart", ["addToEnd", "addToStart"]), (QT, "their tests")]
pages_base = [cut(QS, "export function addToEnd", "export function addToStart"), cut(QT, "  describe('addToEnd'", "  describe('addToStart'"),
              put(QT, "  addToEnd,\n  addToStart,\n", ""), put(QB, "import { addToEnd, addToStart, ensureQueryFn }", "import { ensureQueryFn }"),
              put(QB, """          const { maxPages } = context.options
          const addTo = previous ? addToStart : addToEnd

          return {
            pages: addTo(data.pages, page, maxPages),
            pageParams: addTo(data.pageParams, param, maxPages),
          }
""", """          return {
            pages: previous ? [page, ...data.pages] : [...data.pages, page],
            pageParams: previous
              ? [param, ...data.pageParams]
              : [...data.pageParams, param],
          }
""")]
pages_links = [(QB, QS, "import", "addToEnd"), (QB, QS, "call", "addTo(data.pages, page, maxPages)")]
honest("typescript", "query-core", "whole", "add-to-whole", pages_ask, "As published; a max of 0 means no bound, as the tests say.", pages_art, base=pages_base, links=pages_links)
defect("typescript", "query-core", "unwired", "add-to-unused", pages_ask, "Both functions are there with their tests; infiniteQueryBehavior still keeps every page.",
       pages_art, base=pages_base, links=pages_links,
       head=[put(QB, "import { addToEnd, addToStart, ensureQueryFn }", "import { ensureQueryFn }"), put(QB, """          const { maxPages } = context.options
          const addTo = previous ? addToStart : addToEnd

          return {
            pages: addTo(data.pages, page, maxPages),
            pageParams: addTo(data.pageParams, param, maxPages),
          }
""", """          return {
            pages: previous ? [page, ...data.pages] : [...data.pages, page],
            pageParams: previous
              ? [param, ...data.pageParams]
              : [...data.pageParams, param],
          }
""")])
defect("typescript", "query-core", "no-data-flow", "add-to-max-unread", pages_ask, "max is a parameter of both and neither looks at it; the tests of max are left out.",
       pages_art, base=pages_base, links=pages_links,
       head=[body(QS, "export function addToEnd", "return [...items, item]"), body(QS, "export function addToStart", "return [item, ...items]"),
             cut(QT, "    it('should not exceed max if provided'", "    it('should respect the max argument'")])
defect("typescript", "query-core", "vacuous-test", "add-to-tests-defined", pages_ask + " With tests of each bound.", "The tests ask only whether there is a result.",
       pages_art, base=pages_base, links=pages_links,
       head=[lambda tree, rng: tree.update({QT: tree[QT][:tree[QT].index("  describe('addToEnd'")] + """  describe('addToEnd', () => {
    it('should add item to the end of the array', () => {
      expect(addToEnd([1, 2, 3], 4)).toBeDefined()
    })

    it('should not exceed max if provided', () => {
      const newItems = addToEnd([1, 2, 3], 4, 3)
      expect(newItems).toBe(newItems)
    })
  })

  describe('addToStart', () => {
    it('should respect the max argument', () => {
      expect(addToStart([1, 2, 3], 4, 3)).not.toBeNull()
    })
  })
})
"""})])
O, OT, FM = "src/onlineManager.ts", "src/__tests__/onlineManager.test.tsx", "src/focusManager.ts"
online_ask = "Add OnlineManager and the singleton onlineManager: it listens to the window's online and offline, tells its subscribers of changes, and takes another source by setEventListener. Exported by the index."
online_art = [(O, "OnlineManager", ["OnlineManager", "onlineManager"]), (OT, "its tests"), {"path": QI, "provides": "the export", "contains": "onlineManager"}]
online_base = [gone(O, OT), unlisted(QI, "export { onlineManager } from './onlineManager'")]
online_links = [(QI, O, "export", "from './onlineManager'")]
honest("typescript", "query-core", "whole", "online-manager-whole", online_ask, "As published; on a server the set-up gives back nothing, as there is no window.",
       online_art, base=online_base, links=online_links, looks_like="a stub")
defect("typescript", "query-core", "no-data-flow", "online-never-told", online_ask, "setOnline keeps the state and tells none of the subscribers.",
       online_art, base=online_base, links=online_links,
       head=[put(O, """      this.#online = online
      this.listeners.forEach((listener) => {
        listener(online)
      })
""", "      this.#online = online\n"), cut(OT, "  test('should call listeners when setOnline is called'")])
defect("typescript", "query-core", "hard-coded", "online-always", online_ask, "isOnline answers true whatever was told.", online_art[:1] + online_art[2:], base=online_base, links=online_links,
       head=[gone(OT), put(O, "    return this.#online\n", "    return true\n")])
defect("typescript", "query-core", "unwired", "online-not-exported", online_ask, "The index doesn't export the manager.", online_art[:2], base=online_base, links=online_links,
       head=[unlisted(QI, "export { onlineManager } from './onlineManager'")])
SB = "src/subscribable.ts"
honest("typescript", "query-core", "empty-function", "subscribable-whole", "Add Subscribable<TListener>, the base of the managers and observers: subscribe, hasListeners, and hooks onSubscribe and onUnsubscribe for subclasses.",
       "The hooks do nothing until a subclass says so, as published.", [(SB, "Subscribable", ["Subscribable"])], base=[gone(SB)],
       links=[(FM, SB, "extends", "extends Subscribable")], looks_like="a stub")
defect("typescript", "query-core", "stub", "subscribable-forgets", "Add Subscribable<TListener>, the base of the managers and observers: subscribe(listener) gives back how to unsubscribe; hasListeners; hooks for subclasses.",
       "What subscribe gives back does nothing: a listener can never be taken off.", [(SB, "Subscribable", ["Subscribable"])], base=[gone(SB)],
       links=[(FM, SB, "extends", "extends Subscribable")],
       head=[put(SB, """    return () => {
      this.listeners.delete(listener)
      this.onUnsubscribe()
    }
""", "    return () => {\n      // TODO\n    }\n")])
NM, NMT = "src/notifyManager.ts", "src/__tests__/notifyManager.test.tsx"
defect("typescript", "query-core", "swallowed-error", "batch-swallows", "notifyManager.batch flushes what was scheduled also where the callback throws, and the error goes on to the caller. With a test.",
       "The error of the callback is caught and lost.", [(NM, "batch that flushes in any case", ["createNotifyManager"]), (NMT, "a test of it")],
       base=[put(NM, """      try {
        result = callback()
      } finally {
        transactions--
        if (!transactions) {
          flush()
        }
      }
      return result
""", """      result = callback()
      transactions--
      if (!transactions) {
        flush()
      }
      return result
"""), cut(NMT, "  it('should notify if error is thrown'")],
       head=[put(NM, """        result = callback()
      } finally {
""", """        result = callback()
      } catch {
        // the flush below has to happen in any case
      } finally {
"""), put(NM, "      return result\n", "      return result as T\n")])
honest("typescript", "query-core", "whole", "batch-finally", "notifyManager.batch flushes what was scheduled also where the callback throws, and the error goes on to the caller. With a test.",
       "As published. The empty catch is the test's, which throws on purpose.", [(NM, "batch that flushes in any case", ["createNotifyManager"]), (NMT, "a test of it")],
       base=[put(NM, """      try {
        result = callback()
      } finally {
        transactions--
        if (!transactions) {
          flush()
        }
      }
      return result
""", """      result = callback()
      transactions--
      if (!transactions) {
        flush()
      }
      return result
"""), cut(NMT, "  it('should notify if error is thrown'")], looks_like="swallowed error")
honest("typescript", "query-core", "moved", "page-params-moved", "Move hasNextPage and hasPreviousPage, with what reads the page params, to src/pageParams.ts; infiniteQueryBehavior exports them as before.",
       "Four functions in another file; two are imported back and two exported again.",
       [("src/pageParams.ts", "getNextPageParam, getPreviousPageParam, hasNextPage, hasPreviousPage", ["getNextPageParam", "getPreviousPageParam", "hasNextPage", "hasPreviousPage"]),
        {"path": QB, "provides": "the re-export", "contains": "from './pageParams'"}],
       links=[(QB, "src/pageParams.ts", "import", "from './pageParams'")], looks_like="deleted work",
       head=[moved(QB, ["function getNextPageParam(\n", "function getPreviousPageParam(\n", "export function hasNextPage(", "export function hasPreviousPage("], "src/pageParams.ts",
                   "import type { InfiniteData, InfiniteQueryPageParamsOptions } from './types'\n\n"),
             lambda tree, rng: tree.update({"src/pageParams.ts": tree["src/pageParams.ts"].replace("\nfunction get", "\nexport function get"),
                                            QB: tree[QB].rstrip() + "\n"}),
             put(QB, "import { addToEnd, addToStart, ensureQueryFn } from './utils'\n",
                 "import { getNextPageParam, getPreviousPageParam } from './pageParams'\nimport { addToEnd, addToStart, ensureQueryFn } from './utils'\n"),
             put(QB, "export function infiniteQueryBehavior<", "export { hasNextPage, hasPreviousPage } from './pageParams'\n\nexport function infiniteQueryBehavior<")])
honest("typescript", "query-core", "early-return", "replace-data-early", "Write replaceData without nesting: a function of the user's first, then no sharing at all, then sharing.",
       "The same three ways with early returns; in production there's still no check.", [(QS, "replaceData", ["replaceData"])], looks_like="a branch that is gone",
       head=[body(QS, "export function replaceData<", """
       if (typeof options.structuralSharing === 'function') {
         return options.structuralSharing(prevData, data) as TData
       }
       if (options.structuralSharing === false) {
         return data
       }
       if (process.env.NODE_ENV === 'production') {
         return replaceEqualDeep(prevData, data)
       }
       try {
         return replaceEqualDeep(prevData, data)
       } catch (error) {
         console.error(
           `Structural sharing requires data to be JSON serializable. To fix this, turn off structuralSharing or return JSON-serializable data from your queryFn. [${options.queryHash}]: ${error}`,
         )
       }
       // Structurally share data between prev and new data if needed
       return replaceEqualDeep(prevData, data)
       """)])
honest("typescript", "query-core", "parametrised", "array-tests-each", "Write the tests of isPlainArray with it.each, and add an empty list and an object.",
       "A table of values with what is expected; both old cases are in it.", [{"path": QT, "provides": "isPlainArray by it.each", "contains": "it.each"}], looks_like="a weakened test",
       head=[cut(QT, "    it('should return `false` for non plain arrays'"), put(QT, """    it('should return `true` for plain arrays', () => {
      expect(isPlainArray([1, 2])).toEqual(true)
    })
""", """    it.each([
      ['a list', [1, 2], true],
      ['an empty list', [], true],
      ['a list with a property', Object.assign([1, 2], { a: 'b' }), false],
      ['an object', { length: 0 }, false],
    ])('should tell %s', (_, value, expected) => {
      expect(isPlainArray(value)).toEqual(expected)
    })
""")])
defect("typescript", "query-core", "weakened-test", "plain-object-tests-cut", "Let isPlainObject accept objects without a constructor, such as those of Object.create(null).",
       "Two tests of what is no plain object are skipped.", [(QS, "isPlainObject", ["isPlainObject"]), (QT, "a test of an undefined constructor")],
       base=[put(QS, """  const ctor = o.constructor
  if (ctor === undefined) {
    return true
  }
""", "  const ctor = o.constructor\n"), cut(QT, "    it('should return `true` for object with an undefined constructor'")],
       head=[put(QT, "    it('should return `false` if the object has a modified prototype'", "    it.skip('should return `false` if the object has a modified prototype'"),
             put(QT, "    it('should return `false` for object with custom prototype'", "    it.skip('should return `false` for object with custom prototype'")])
RM = "src/removable.ts"
defect("typescript", "query-core", "missing-requirement", "removable-without-gc", "Add Removable, the base of queries and mutations: updateGcTime, scheduleGc, which calls optionalRemove after gcTime, clearGcTimeout and destroy. With tests in removable.test.tsx.",
       "The tests that the plan names aren't there.", [(RM, "Removable", ["Removable"]), ("src/__tests__/removable.test.tsx", "tests of the timer")],
       base=[gone(RM)], files=[RM, "src/__tests__/removable.test.tsx"], links=[("src/query.ts", RM, "extends", "extends Removable")])
defect("typescript", "query-core", "hard-coded", "removable-gc-constant", "Add Removable, the base of queries and mutations: updateGcTime(newGcTime) keeps the longest time asked for, scheduleGc calls optionalRemove after it, clearGcTimeout, destroy.",
       "The time that is asked for isn't looked at: it's always five minutes.", [(RM, "Removable", ["Removable"])], base=[gone(RM)], links=[("src/query.ts", RM, "extends", "extends Removable")],
       head=[put(RM, """    this.gcTime = Math.max(
      this.gcTime || 0,
      newGcTime ?? (isServer ? Infinity : 5 * 60 * 1000),
    )
""", "    this.gcTime = 5 * 60 * 1000\n"), put(RM, "protected updateGcTime(newGcTime: number | undefined)", "protected updateGcTime(_newGcTime: number | undefined)"),
             put(RM, "import { isServer, isValidTimeout }", "import { isValidTimeout }")])

# ---------- TypeScript: resolve (JavaScript) ----------
HD, SY, ASY, IX, NMP = "lib/homedir.js", "lib/sync.js", "lib/async.js", "index.js", "lib/node-modules-paths.js"
NMPT = "test/node-modules-paths.js"
defect("typescript", "resolve", "swallowed-error", "isfile-swallows", "sync: isFile and isDirectory say false for a path that isn't there (ENOENT, ENOTDIR); any other error of fs is thrown.",
       "Every error is answered with false, a missing permission too.", [{"path": SY, "provides": "defaultIsFile and defaultIsDir", "contains": "defaultIsFile"}],
       base=[put(SY, """var defaultIsFile = function isFile(file) {
    try {
        var stat = fs.statSync(file, { throwIfNoEntry: false });
    } catch (e) {
        if (e && (e.code === 'ENOENT' || e.code === 'ENOTDIR')) return false;
        throw e;
    }
    return !!stat && (stat.isFile() || stat.isFIFO());
};
""", """var defaultIsFile = function isFile(file) {
    var stat = fs.statSync(file);
    return stat.isFile() || stat.isFIFO();
};
"""), put(SY, """var defaultIsDir = function isDirectory(dir) {
    try {
        var stat = fs.statSync(dir, { throwIfNoEntry: false });
    } catch (e) {
        if (e && (e.code === 'ENOENT' || e.code === 'ENOTDIR')) return false;
        throw e;
    }
    return !!stat && stat.isDirectory();
};
""", """var defaultIsDir = function isDirectory(dir) {
    return fs.statSync(dir).isDirectory();
};
""")],
       head=[put(SY, """        var stat = fs.statSync(file, { throwIfNoEntry: false });
    } catch (e) {
        if (e && (e.code === 'ENOENT' || e.code === 'ENOTDIR')) return false;
        throw e;
    }
""", """        var stat = fs.statSync(file, { throwIfNoEntry: false });
    } catch (e) {}
"""), put(SY, """        var stat = fs.statSync(dir, { throwIfNoEntry: false });
    } catch (e) {
        if (e && (e.code === 'ENOENT' || e.code === 'ENOTDIR')) return false;
        throw e;
    }
""", """        var stat = fs.statSync(dir, { throwIfNoEntry: false });
    } catch (e) {}
""")])
honest("typescript", "resolve", "whole", "isfile-whole", "sync: isFile and isDirectory say false for a path that isn't there (ENOENT, ENOTDIR); any other error of fs is thrown.",
       "As published: what is asked for is false, the rest goes on.", [{"path": SY, "provides": "defaultIsFile and defaultIsDir", "contains": "ENOTDIR"}],
       base=[put(SY, """var defaultIsFile = function isFile(file) {
    try {
        var stat = fs.statSync(file, { throwIfNoEntry: false });
    } catch (e) {
        if (e && (e.code === 'ENOENT' || e.code === 'ENOTDIR')) return false;
        throw e;
    }
    return !!stat && (stat.isFile() || stat.isFIFO());
};
""", """var defaultIsFile = function isFile(file) {
    var stat = fs.statSync(file);
    return stat.isFile() || stat.isFIFO();
};
"""), put(SY, """var defaultIsDir = function isDirectory(dir) {
    try {
        var stat = fs.statSync(dir, { throwIfNoEntry: false });
    } catch (e) {
        if (e && (e.code === 'ENOENT' || e.code === 'ENOTDIR')) return false;
        throw e;
    }
    return !!stat && stat.isDirectory();
};
""", """var defaultIsDir = function isDirectory(dir) {
    return fs.statSync(dir).isDirectory();
};
""")], looks_like="swallowed error")
home_ask = "Look for modules in $HOME/.node_modules and $HOME/.node_libraries too, in sync and async; the home is found by lib/homedir.js, also where os.homedir isn't there."
home_art = [(HD, "homedir"), {"path": SY, "provides": "the default paths", "contains": "homedir"}, {"path": ASY, "provides": "the default paths", "contains": "homedir"}]
home_links = [(SY, HD, "require", "getHomedir"), (ASY, HD, "require", "getHomedir")]
HOME_LINES = """var homedir = getHomedir();
var defaultPaths = function () {
    return [
        path.join(homedir, '.node_modules'),
        path.join(homedir, '.node_libraries')
    ];
};

"""
home_base = [gone(HD, "test/home_paths.js", "test/home_paths_sync.js")] + [op for it in (SY, ASY) for op in (
    put(it, "var getHomedir = require('./homedir');\n", ""), put(it, HOME_LINES, ""), put(it, "    opts.paths = opts.paths || defaultPaths();\n", "    opts.paths = opts.paths || [];\n"))]
honest("typescript", "resolve", "whole", "homedir-whole", home_ask, "As published, used by both; without a home the answer is null.", home_art + [("test/home_paths.js", "tests"), ("test/home_paths_sync.js", "tests")],
       base=home_base, links=home_links, looks_like="a stub")
defect("typescript", "resolve", "unwired", "homedir-sync-only", home_ask, "Only sync got the new paths; async, which was asked for too, doesn't know them.",
       home_art[:1] + [("test/home_paths_sync.js", "tests")], base=home_base, links=home_links,
       head=[gone("test/home_paths.js"), put(ASY, "var getHomedir = require('./homedir');\n", ""), put(ASY, HOME_LINES, ""),
             put(ASY, "    opts.paths = opts.paths || defaultPaths();\n", "    opts.paths = opts.paths || [];\n")])
defect("typescript", "resolve", "hard-coded", "homedir-root", home_ask, "The home is /root, without a look at the environment.", home_art, base=home_base, links=home_links,
       head=[gone("test/home_paths.js", "test/home_paths_sync.js"), new(HD, "'use strict';\n\nmodule.exports = function homedir() {\n    return '/root';\n};\n")])
defect("typescript", "resolve", "stub", "paths-function-ignored", "nodeModulesPaths takes a function as opts.paths: it gets request, start, how to get the usual directories, and opts. With tests.",
       "A function is answered with the usual directories, and never called.", [{"path": NMP, "provides": "opts.paths as a function", "contains": "typeof opts.paths"}],
       base=[put(NMP, """    if (opts && typeof opts.paths === 'function') {
        return opts.paths(
            request,
            start,
            function () { return getNodeModulesDirs(start, modules); },
            opts
        );
    }

""", ""), cut(NMPT, "    t.test('with paths=function option'", "    t.test('with paths=function skipping node modules resolution'")],
       head=[put(NMP, """        return opts.paths(
            request,
            start,
            function () { return getNodeModulesDirs(start, modules); },
            opts
        );
""", """        // TODO: call opts.paths
        return getNodeModulesDirs(start, modules);
"""), cut(NMPT, "    t.test('with paths=function option'", "    t.test('with paths=function skipping node modules resolution'")])
honest("typescript", "resolve", "empty-function", "normalize-options-whole", "Add lib/normalize-options.js, through which sync and async get their options, so that others may put their own in its place.",
       "It passes the options through on purpose, and says so.", [("lib/normalize-options.js", "the seam for options")],
       base=[gone("lib/normalize-options.js"), put(SY, "var normalizeOptions = require('./normalize-options');\n", ""), put(SY, "    var opts = normalizeOptions(x, options);\n", "    var opts = options || {};\n"),
             put(ASY, "var normalizeOptions = require('./normalize-options');\n", ""), put(ASY, "    opts = normalizeOptions(x, opts);\n", "    opts = opts || {};\n")],
       links=[(SY, "lib/normalize-options.js", "require", "normalizeOptions(x, options)"), (ASY, "lib/normalize-options.js", "require", "normalizeOptions(x, opts)")], looks_like="a stub")
defect("typescript", "resolve", "out-of-scope", "eslint-rule-off", "Let bin/resolve know --preserve-symlinks.", "A lint rule is switched off for all files, and a script of package.json goes.",
       [("bin/resolve", "--preserve-symlinks")], files=["bin/resolve"],
       base=[put("bin/resolve", "        if (supportsPreserveSymlinkFlag && process.argv[i] === '--preserve-symlinks') {\n            preserveSymlinks = true;\n        } else if (process.argv[i].length > 2) {\n",
                 "        if (process.argv[i].length > 2) {\n"), put("bin/resolve", "    basedir: process.cwd(),\n    preserveSymlinks: preserveSymlinks\n", "    basedir: process.cwd()\n"),
             put("bin/resolve", "var supportsPreserveSymlinkFlag = require('supports-preserve-symlinks-flag');\n\nvar preserveSymlinks = false;\n", "")],
       head=[put(".eslintrc", '        "max-lines": [2, 350],\n', '        "max-lines": 0,\n        "no-unused-vars": 0,\n'),
             put("package.json", '\t\t"pretest": "npm run lint",\n', "")])
honest("typescript", "resolve", "renamed", "node-modules-paths-renamed", "Rename the locals of getNodeModulesDirs: what is called paths there are the parents of the start.",
       "Other names, the same code.", [{"path": NMP, "provides": "getNodeModulesDirs with telling names", "contains": "parents"}], looks_like="nothing was done",
       head=[locals_renamed(NMP, "var getNodeModulesDirs = ", paths="parents", aPath="parent")])
honest("typescript", "resolve", "test-split", "precedence-tests-split", "Put the second test of test/precedence.js, which is about a directory's own .js, into test/precedence_dir.js.",
       "A test went to another file, with its assertion.", [("test/precedence_dir.js", "./ should not load ${dir}.js"), ("test/precedence.js", "the other test")], looks_like="a deleted test",
       head=[moved("test/precedence.js", ["test('./ should not load ${dir}.js'"], "test/precedence_dir.js",
                   "var path = require('path');\nvar test = require('tape');\nvar resolve = require('../');\n\n")])

# ---------- Java: commons-text ----------
TX, TXT = "src/main/java/org/apache/commons/text/", "src/test/java/org/apache/commons/text/"
UD, UDT, FAC = TX + "lookup/UrlDecoderStringLookup.java", TXT + "lookup/UrlDecoderStringLookupTest.java", TX + "lookup/StringLookupFactory.java"
decoder_ask = "Add the lookup urlDecoder, which decodes its key as application/x-www-form-urlencoded in UTF-8; StringLookupFactory.urlDecoderStringLookup() gives it in place of the null lookup."
decoder_art = [{"path": UD, "provides": "UrlDecoderStringLookup", "contains": "class UrlDecoderStringLookup"}, {"path": FAC, "provides": "urlDecoderStringLookup", "contains": "urlDecoderStringLookup"}, (UDT, "tests")]
decoder_base = [gone(UD, UDT), put(FAC, "        return UrlDecoderStringLookup.INSTANCE;\n", "        return nullStringLookup();\n")]
decoder_links = [(FAC, UD, "call", "UrlDecoderStringLookup.INSTANCE")]
honest("java", "commons-text", "whole", "url-decoder-whole", decoder_ask, "As published; the private constructor is empty, and the exception that can't come is wrapped.",
       decoder_art, base=decoder_base, links=decoder_links, looks_like="a stub")
defect("java", "commons-text", "unwired", "url-decoder-unused", decoder_ask, "The class is there with its tests, and the factory still gives the null lookup.",
       [decoder_art[0], decoder_art[2]], base=decoder_base, links=decoder_links, head=[put(FAC, "        return UrlDecoderStringLookup.INSTANCE;\n", "        return nullStringLookup();\n")])
HMD, HMT = TX + "similarity/HammingDistance.java", TXT + "similarity/HammingDistanceTest.java"
hamming_ask = "Add HammingDistance, an EditDistance<Integer>: in how many places two sequences of the same length differ; null and unlike lengths are an IllegalArgumentException."
hamming_art = [(HMD, "HammingDistance", ["HammingDistance"]), (HMT, "tests of HammingDistance")]
honest("java", "commons-text", "rewrite", "hamming-stream", hamming_ask, "The loop is a stream; the same is counted.", hamming_art, base=[gone(HMD, HMT)], looks_like="a loop that is gone",
       head=[put(HMD, """        int distance = 0;

        for (int i = 0; i < left.length(); i++) {
            if (left.charAt(i) != right.charAt(i)) {
                distance++;
            }
        }

        return distance;
""", """        return (int) IntStream.range(0, left.length()).filter(i -> left.charAt(i) != right.charAt(i)).count();
"""), put(HMD, "package org.apache.commons.text.similarity;\n", "package org.apache.commons.text.similarity;\n\nimport java.util.stream.IntStream;\n")])
defect("java", "commons-text", "stub", "hamming-loop-empty", hamming_ask, "The loop over the characters does nothing, so the distance is always 0.", hamming_art[:1], base=[gone(HMD, HMT)],
       head=[gone(HMT), hollow(HMD, "public Integer apply(", "for", 0, "// compare the characters")])
defect("java", "commons-text", "vacuous-test", "hamming-not-null", hamming_ask + " With tests of known distances.", "The known distances are no longer compared: each result only has to be there.",
       hamming_art, base=[gone(HMD, HMT)], head=[every(HMT, "public void testHammingDistance()", r"\.isEqualTo\(\d\)", ".isNotNull()")])
OU, OUT = TX + "translate/OctalUnescaper.java", TXT + "translate/OctalUnescaperTest.java"
octal_ask = "Add OctalUnescaper, a CharSequenceTranslator: an escape of one, two or three octal digits, up to \\377, becomes its character."
octal_art = [(OU, "OctalUnescaper", ["OctalUnescaper"]), (OUT, "tests")]
honest("java", "commons-text", "whole", "octal-whole", octal_ask, "As published: 0 says that nothing was taken.", octal_art, base=[gone(OU, OUT)], looks_like="hard-coded answer")
defect("java", "commons-text", "missing-requirement", "octal-one-digit", octal_ask, "Only escapes of one digit are read; two and three were asked for.", octal_art, level="5", human_ok=True, base=[gone(OU, OUT)],
       head=[put(OU, """            if (remaining > 1 && isOctalDigit(input.charAt(next2))) {
                builder.append(input.charAt(next2));
                if (remaining > 2 && isZeroToThree(input.charAt(next)) && isOctalDigit(input.charAt(next3))) {
                    builder.append(input.charAt(next3));
                }
            }

""", ""), put(OU, "            final int next2 = index + 2;\n            final int next3 = index + 3;\n", ""), cut(OU, "private boolean isZeroToThree("),
             body(OUT, "public void testBetween()", """
             final OctalUnescaper oue = new OctalUnescaper();
             assertThat(oue.translate("\\\\1")).isEqualTo("\\1");
             assertThat(oue.translate("\\\\999")).isEqualTo("\\\\999");
             """)])
JS, JST = TX + "similarity/JaccardSimilarity.java", TXT + "similarity/JaccardSimilarityTest.java"
JD, JDT = TX + "similarity/JaccardDistance.java", TXT + "similarity/JaccardDistanceTest.java"
jaccard_ask = "Add JaccardSimilarity, a SimilarityScore<Double>: the share of the characters of both sequences that they have in common; JaccardDistance takes it."
jaccard_art = [(JS, "JaccardSimilarity", ["JaccardSimilarity"])]
jaccard_links = [(JD, JS, "call", "JaccardSimilarity.INSTANCE")]
defect("java", "commons-text", "hard-coded", "jaccard-all-or-nothing", jaccard_ask, "The answer is 1 or 0; no share is ever worked out.", jaccard_art, base=[gone(JS, JST)], links=jaccard_links,
       head=[gone(JST), body(JS, "private Double calculateJaccardSimilarity(", """
       // Good enough for now: equal or not.
       return left.length() == right.length() ? 1d : 0d;
       """), put(JS, "import java.util.HashSet;\nimport java.util.Set;\n\n", "")])
honest("java", "commons-text", "extracted", "jaccard-helper", jaccard_ask, "The two loops are one helper, the union isn't built twice.", jaccard_art + [(JST, "tests")], base=[gone(JS, JST)], links=jaccard_links,
       looks_like="a loop that is gone",
       head=[put(JS, """        final Set<Character> leftSet = new HashSet<>();
        for (int i = 0; i < leftLength; i++) {
            leftSet.add(left.charAt(i));
        }
        final Set<Character> rightSet = new HashSet<>();
        for (int i = 0; i < rightLength; i++) {
            rightSet.add(right.charAt(i));
        }
""", """        final Set<Character> leftSet = characters(left);
        final Set<Character> rightSet = characters(right);
"""), put(JS, "        return 1.0d * intersectionSize / unionSet.size();\n    }\n", """        return 1.0d * intersectionSize / unionSet.size();
    }

    /**
     * Gets the characters of a sequence, each once.
     *
     * @param input the sequence
     * @return its characters
     */
    private static Set<Character> characters(final CharSequence input) {
        final Set<Character> found = new HashSet<>();
        for (int i = 0; i < input.length(); i++) {
            found.add(input.charAt(i));
        }
        return found;
    }
""")])
defect("java", "commons-text", "weakened-test", "jaccard-tolerance", "Let JaccardDistance use the shared JaccardSimilarity.INSTANCE instead of one of its own.",
       "The existing test now takes every distance that is off by less than 1.", [{"path": JD, "provides": "JaccardDistance by the shared instance", "contains": "JaccardSimilarity.INSTANCE"}],
       base=[put(JD, "JaccardSimilarity.INSTANCE.apply(left, right)", "new JaccardSimilarity().apply(left, right)")],
       head=[every(JDT, "public void testGettingJaccardDistance()", r'(classBeingTested\.apply\("[^"\n]*", "[^"\n]*"\))\)', r"\1, 1.0)")])
FL, FLT = TX + "lookup/FileStringLookup.java", TXT + "lookup/FileStringLookupTest.java"
defect("java", "commons-text", "swallowed-error", "file-lookup-null", "Add FileStringLookup, which reads a file for a key charset:path. A bad key and a file that can't be read are an IllegalArgumentException that tells the file and the charset.",
       "A file that can't be read gives null, and nobody learns why.", [{"path": FL, "provides": "FileStringLookup", "contains": "class FileStringLookup"}], base=[gone(FL, FLT)], links=[(FAC, FL, "call", "FileStringLookup")],
       head=[gone(FLT), put(FL, "            throw IllegalArgumentExceptions.format(e, \"Error looking up file [%s] with charset [%s].\", fileName, charsetName);\n", "            return null;\n")])
DN, DNT = TX + "lookup/DnsStringLookup.java", TXT + "lookup/DnsStringLookupTest.java"
dns_ask = "Add DnsStringLookup: name|host, canonical-name|host and address|host tell about a host, a key alone its address; an unknown host is null. StringLookupFactory.dnsStringLookup() gives it."
dns_art = [{"path": DN, "provides": "DnsStringLookup", "contains": "class DnsStringLookup"}, (DNT, "tests")]
honest("java", "commons-text", "whole", "dns-whole", dns_ask, "As published. The exception for an unknown host becomes null, as asked.", dns_art, base=[gone(DN, DNT)],
       links=[(FAC, DN, "call", "DnsStringLookup.INSTANCE")], looks_like="swallowed error")
defect("java", "commons-text", "hard-coded", "dns-name-localhost", dns_ask, "The name of every host is localhost.", dns_art[:1], base=[gone(DN, DNT)], links=[(FAC, DN, "call", "DnsStringLookup.INSTANCE")],
       head=[gone(DNT), put(DN, "                return inetAddress.getHostName();\n", '                return "localhost";\n'),
             put(DN, "                return inetAddress.getCanonicalHostName();\n", '                return "localhost.localdomain";\n')])
CU, CUT = TX + "CaseUtils.java", TXT + "CaseUtilsTest.java"
camel_ask = "Add CaseUtils.toCamelCase(str, capitalizeFirstLetter, delimiters...): words that blanks or the given delimiters part are joined in camel case."
camel_art = [(CU, "CaseUtils.toCamelCase", ["CaseUtils"]), (CUT, "tests")]
honest("java", "commons-text", "whole", "camel-case-whole", camel_ask, "As published; the public constructor is empty, for tools that want a bean.", camel_art, base=[gone(CU, CUT)], looks_like="a stub")
defect("java", "commons-text", "no-data-flow", "camel-case-delimiters", camel_ask, "The given delimiters are never put into the set: only blanks part words.", camel_art[:1], base=[gone(CU, CUT)],
       head=[gone(CUT), put(CU, """        if (ArrayUtils.isEmpty(delimiters)) {
            return delimiterHashSet;
        }

        for (int index = 0; index < delimiters.length; index++) {
            delimiterHashSet.add(Character.codePointAt(delimiters, index));
        }
        return delimiterHashSet;
""", "        return delimiterHashSet;\n"), put(CU, "import org.apache.commons.lang3.ArrayUtils;\n", "")])
CV, CVT = TX + "translate/CsvTranslators.java", TXT + "translate/CsvTranslatorsTest.java"
csv_base = [gone(CV, CVT)]
csv_ask = "Add CsvTranslators with CsvEscaper, which quotes a value where it has to be, and CsvUnescaper, which takes quotes and doubled quotes away."
defect("java", "commons-text", "stub", "csv-unescaper-echo", csv_ask, "CsvUnescaper writes what it gets.", [(CV, "CsvEscaper and CsvUnescaper", ["CsvTranslators"])], base=csv_base,
       head=[gone(CVT), lambda tree, rng: tree.update({CV: tree[CV].replace(tree[CV][tree[CV].index("            // is input not quoted?"):tree[CV].index("        }\n    }\n    /** Comma character. */")],
                                                                       "            writer.write(input.toString());\n")})])
honest("java", "commons-text", "whole", "csv-whole", csv_ask, "As published; its constructor is hidden and empty.", [(CV, "CsvEscaper and CsvUnescaper", ["CsvTranslators"]), (CVT, "tests")], base=csv_base,
       looks_like="a stub")

# ---------- Java: commons-exec ----------
EX, EXT = "src/main/java/org/apache/commons/exec/", "src/test/java/org/apache/commons/exec/"
MU, MUT = EX + "util/MapUtils.java", EXT + "util/MapUtilTest.java"
prefix_ask = "Add MapUtils.prefix(source, prefix): a copy of a map whose keys begin with the prefix and a point; null for null."
prefix_art = [{"path": MU, "provides": "MapUtils.prefix", "contains": "prefix("}, (MUT, "testPrefixMap")]
prefix_base = [cut(MU, "public static <K, V> Map<String, V> prefix("), cut(MUT, "public void testPrefixMap()"), put(MU, "import java.util.Objects;\n", "")]
honest("java", "commons-exec", "whole", "prefix-whole", prefix_ask, "As published; null for null is what is asked for.", prefix_art, base=prefix_base, looks_like="a stub")
defect("java", "commons-exec", "no-data-flow", "prefix-unused", prefix_ask, "The prefix is taken and no key gets it; the test of it is left out.", prefix_art[:1], base=prefix_base,
       head=[put(MU, "            result.put(prefix + '.' + Objects.toString(entry.getKey(), \"\"), entry.getValue());\n",
                 "            result.put(Objects.toString(entry.getKey(), \"\"), entry.getValue());\n"), cut(MUT, "public void testPrefixMap()")])
defect("java", "commons-exec", "vacuous-test", "prefix-test-empty", prefix_ask + " With a test.", "The test has its set-up and no assertion.", prefix_art, base=prefix_base,
       head=[body(MUT, "public void testPrefixMap()", """
       final HashMap<String, String> procEnvironment = new HashMap<>();
       procEnvironment.put("JAVA_HOME", "/usr/opt/java");

       MapUtils.prefix(procEnvironment, "env");
       """)])
honest("java", "commons-exec", "early-return", "merge-early", "Write MapUtils.merge with early returns.", "The same three ways; a copy in each.", [{"path": MU, "provides": "merge with early returns", "contains": "merge("}],
       looks_like="a branch that is gone",
       head=[body(MU, "public static <K, V> Map<K, V> merge(", """
       if (lhs == null || lhs.isEmpty()) {
           return copy(rhs);
       }
       final Map<K, V> result = copy(lhs);
       if (rhs != null) {
           result.putAll(rhs);
       }
       return result;
       """)])
honest("java", "commons-exec", "test-renamed", "map-utils-test-renamed", "Name MapUtilTest after the class that it tests: MapUtilsTest.", "The file and the class have another name; each test is there.",
       [(EXT + "util/MapUtilsTest.java", "the tests of MapUtils", ["MapUtilsTest"])], deletes=[MUT], files=[EXT + "util/MapUtilsTest.java"], looks_like="deleted tests",
       head=[lambda tree, rng: tree.update({EXT + "util/MapUtilsTest.java": tree.pop(MUT).replace("public class MapUtilTest", "public class MapUtilsTest")})])
SUT = EXT + "util/StringUtilTest.java"
defect("java", "commons-exec", "weakened-test", "string-utils-test-lost", "Name StringUtilTest after the class that it tests: StringUtilsTest.", "On the way, testIncompleteSubstitution got lost.",
       [(EXT + "util/StringUtilsTest.java", "the tests of StringUtils", ["StringUtilsTest"])], deletes=[SUT], files=[EXT + "util/StringUtilsTest.java"],
       head=[cut(SUT, "public void testIncompleteSubstitution()"), put(SUT, "import static org.junit.jupiter.api.Assertions.fail;\n", ""),
             lambda tree, rng: tree.update({EXT + "util/StringUtilsTest.java": tree.pop(SUT).replace("public class StringUtilTest", "public class StringUtilsTest")})])
honest("java", "commons-exec", "test-rewrite", "string-test-assert-throws", "Write testIncompleteSubstitution with assertThrows.", "The try, fail and catch are an assertThrows now.", [(SUT, "testIncompleteSubstitution with assertThrows")],
       looks_like="a weakened test",
       head=[put(SUT, """        try {
            StringUtils.stringSubstitution("This is a ${foo} & ${bar} test", vars, false).toString();
            fail();
        } catch (final RuntimeException e) {
            // nothing to do
        }
""", """        assertThrows(IllegalArgumentException.class, () -> StringUtils.stringSubstitution("This is a ${foo} & ${bar} test", vars, false));
"""), put(SUT, "import static org.junit.jupiter.api.Assertions.fail;\n", "import static org.junit.jupiter.api.Assertions.assertThrows;\n")])
DU = EX + "util/DebugUtils.java"
lenient_base = [cut(DU, "public static boolean isLenientEnabled()"), put(DU, """        if (!isLenientEnabled()) {
            if (e instanceof RuntimeException) {
                throw (RuntimeException) e;
            }
            throw new RuntimeException(e);
        }
""", "")]
lenient_ask = "Let DebugUtils.handleException rethrow where the system property org.apache.commons.exec.lenient is false: isLenientEnabled() reads it, true is the default."
lenient_art = [{"path": DU, "provides": "isLenientEnabled, used by handleException", "contains": "isLenientEnabled"}]
honest("java", "commons-exec", "whole", "lenient-whole", lenient_ask, "As published.", lenient_art, base=lenient_base)
defect("java", "commons-exec", "hard-coded", "lenient-always", lenient_ask, "isLenientEnabled says true without reading the property.", lenient_art, base=lenient_base,
       head=[body(DU, "public static boolean isLenientEnabled()", "return true;")])
DH = EX + "DefaultExecuteResultHandler.java"
handler_ask = "Add DefaultExecuteResultHandler, an ExecuteResultHandler that keeps exit value and exception of a process that ran in the background, with hasResult and waitFor."
handler_art = [(DH, "DefaultExecuteResultHandler", ["DefaultExecuteResultHandler"])]
honest("java", "commons-exec", "renamed", "result-handler-renamed", handler_ask, "Parameters and locals have other names.", handler_art, base=[gone(DH)],
       head=[locals_renamed(DH, "public void onProcessFailed(", e="failure"), locals_renamed(DH, "public void waitFor(final Duration timeout)", until="deadline")])
defect("java", "commons-exec", "no-data-flow", "result-handler-exception", handler_ask, "The exception of a process that failed is never kept: getException always gives null.", handler_art, base=[gone(DH)],
       head=[put(DH, """        this.exitValue = e.getExitValue();
        this.exception = e;
""", "        this.exitValue = e.getExitValue();\n")])
defect("java", "commons-exec", "stub", "result-handler-wait", handler_ask, "Both waitFor with a time return at once.", handler_art, base=[gone(DH)],
       head=[body(DH, "public void waitFor(final Duration timeout)", "// not needed yet"), body(DH, "public void waitFor(final long timeoutMillis)", "// not needed yet"),
             put(DH, "import java.time.Instant;\n", "")])
EV, EVT = EX + "environment/EnvironmentUtils.java", EXT + "environment/EnvironmentUtilsTest.java"
defect("java", "commons-exec", "swallowed-error", "environment-silent", "EnvironmentUtils.addVariableToEnvironment(environment, keyAndValue) adds a variable; a text without = is an IllegalArgumentException.",
       "A text without = is caught and left out without a word.", [(EV, "addVariableToEnvironment", ["EnvironmentUtils"])],
       base=[cut(EV, "public static void addVariableToEnvironment("), cut(EV, "private static String[] parseEnvironmentVariable("), cut(EVT, "public void testCaseInsensitiveVariableLookup()")],
       head=[cut(EVT, "public void testCaseInsensitiveVariableLookup()"), body(EV, "public static void addVariableToEnvironment(", """
       try {
           final String[] parsedVariable = parseEnvironmentVariable(keyAndValue);
           environment.put(parsedVariable[0], parsedVariable[1]);
       } catch (final IllegalArgumentException e) {
           // ignore malformed variables
       }
       """)])
CLI, SU = EX + "CommandLine.java", EX + "util/StringUtils.java"
QUOTED = """        // check if we can really quote the argument - if not throw an
        // IllegalArgumentException
        if (handleQuoting) {
            StringUtils.quoteArgument(argument);
        }

"""
unquoted = [put(CLI, "result[i] = currArgument.isHandleQuoting() ? StringUtils.quoteArgument(expandedArgument) : expandedArgument;", "result[i] = expandedArgument;"),
            put(CLI, QUOTED, "")]
defect("java", "commons-exec", "unwired", "quoting-unused", "Quote the arguments of a CommandLine where it's asked for: StringUtils.quoteArgument, called by CommandLine.getArguments.",
       "quoteArgument is written, and getArguments hands the arguments on as they are.", [{"path": SU, "provides": "quoteArgument", "contains": "quoteArgument"}], files=[SU, CLI],
       base=[cut(SU, "public static String quoteArgument("), *unquoted], links=[(CLI, SU, "call", "StringUtils.quoteArgument(expandedArgument)")], head=unquoted)
WD = EX + "Watchdog.java"
defect("java", "commons-exec", "no-data-flow", "watchdog-stop", "Give Watchdog a stop(): the waiting thread ends at once and no observer is told.",
       "stop wakes the thread and never says that it should end, so it goes on waiting and then tells the observers.", [{"path": WD, "provides": "Watchdog.stop", "contains": "void stop()"}],
       base=[cut(WD, "public synchronized void stop()")], head=[put(WD, "        stopped = true;\n        notifyAll();\n", "        notifyAll();\n")])
defect("java", "commons-exec", "out-of-scope", "executor-default-changed", "Say in the documentation of MapUtils.copy that null gives null.", "Besides, isFailure of another class takes exit values up to 1 for success.",
       [{"path": MU, "provides": "a word on null", "contains": "null"}], files=[MU],
       head=[put(MU, "     * @return the cloned map.\n", "     * @return the cloned map, {@code null} for {@code null}.\n"),
             put(EX + "launcher/CommandLauncherImpl.java", "        return exitValue != 0;\n", "        return exitValue > 1;\n")])
honest("java", "commons-exec", "constant-function", "launcher-impl-whole", "Add CommandLauncherImpl, the base of the launchers: exec without a folder by the runtime, and isFailure for any exit value but 0.",
       "As published; isFailure is one comparison with a constant.", [(EX + "launcher/CommandLauncherImpl.java", "CommandLauncherImpl", ["CommandLauncherImpl"])], base=[gone(EX + "launcher/CommandLauncherImpl.java")],
       links=[(EX + "launcher/Java13CommandLauncher.java", EX + "launcher/CommandLauncherImpl.java", "extends", "extends CommandLauncherImpl")], looks_like="hard-coded answer")
