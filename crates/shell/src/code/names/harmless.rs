//! Names that compute and print, and nothing else: code that uses only these is plain.

use crate::code::language::Language;

const PYTHON: &str = "print len range sum min max abs round sorted reversed enumerate zip map filter list dict set frozenset tuple str int float complex bool bytes repr format type isinstance issubclass any all pow divmod hex oct bin ord iter next slice id hash ascii callable property super object input join split rsplit splitlines strip lstrip rstrip upper lower title capitalize swapcase casefold replace startswith endswith count index find rfind items keys values append extend insert pop add update get sort copy clear discard setdefault zfill ljust rjust center partition rpartition isdigit isalpha isalnum isspace isupper islower encode removeprefix removesuffix dumps loads load dump readline read readlines write writelines flush sqrt floor ceil trunc log log2 log10 exp sin cos tan factorial gcd lcm comb perm isclose hypot Counter most_common defaultdict OrderedDict namedtuple deque datetime date time timedelta now today utcnow strftime strptime isoformat fromisoformat fromtimestamp timestamp monotonic perf_counter total_seconds mean median mode stdev variance Fraction Decimal match search sub findall fullmatch finditer group groups groupby chain product permutations combinations accumulate islice count cycle repeat reduce partial lru_cache wrap fill dedent indent pprint pformat punctuation uuid4 uuid5 uuid1 md5 sha1 sha256 sha512 hexdigest digest b64encode hexlify python_version system machine platform node monthrange calendar month isleap reader writer DictReader DictWriter writerow safe_load literal_eval parse StringIO BytesIO exit basename dirname splitext normpath relpath exists isfile isdir getsize stat cwd getcwd suffix stem name";
const PYTHON_MODULES: &str = "json sys math cmath re datetime time collections itertools functools statistics string decimal fractions random textwrap pprint platform calendar operator uuid hashlib dataclasses typing enum tomllib csv ast unicodedata difflib bisect heapq numbers secrets array struct zoneinfo locale html colorsys keyword token tokenize os pathlib __future__ io base64 binascii glob";
const NODE: &str = "log error warn info table dir stringify parse keys values entries assign fromEntries freeze map filter reduce forEach join split slice splice trim trimStart trimEnd toUpperCase toLowerCase replace replaceAll includes indexOf lastIndexOf push pop shift unshift sort reverse concat flat flatMap find findIndex some every fill at charAt charCodeAt codePointAt startsWith endsWith padStart padEnd repeat toString toFixed toPrecision toISOString toLocaleString toJSON getTime getFullYear getMonth getDate now valueOf Number String Boolean BigInt Symbol Array Object Date Map Set RegExp Error Math abs ceil floor round max min pow sqrt random trunc sign hypot log2 log10 exp sin cos tan parseInt parseFloat isNaN isInteger isArray test match matchAll has get set add size length require basename dirname extname relative normalize resolve isAbsolute join cwd uptime memoryUsage hrtime exit btoa encodeURIComponent encodeURI URLSearchParams URL TextEncoder from byteLength createHash update digest randomUUID randomBytes platform arch cpus totalmem freemem EOL write of then catch async await performance localeCompare structuredClone existsSync statSync isFile isDirectory";
const NODE_MODULES: &str = "fs path os util url crypto assert querystring string_decoder buffer events timers perf_hooks fs/promises";
const RUBY: &str = "puts print p pp require upcase downcase capitalize swapcase reverse length size count first last take drop map each each_with_index each_with_object select reject reduce inject sum min max sort sort_by group_by uniq compact flatten zip join split gsub sub strip chomp chop chars bytes lines to_s to_i to_f to_a to_h to_sym to_json inspect include? start_with? end_with? empty? nil? key? keys values merge dig fetch times upto downto step round ceil floor abs sqrt pow divmod even? odd? zero? gcd lcm Math Time Date DateTime JSON Set Hash Array String Integer Float Rational Complex Struct Random Comparable now today parse generate pretty_generate strftime iso8601 iso to_date year month day hour new rand format sprintf printf ljust rjust center freeze dup class is_a? instance_of? methods tally each_slice each_cons combination permutation product cycle lazy force STDIN STDOUT stderr stdout stdin gets read each_line readlines do end if else elsif unless while until case when then def return nil true false and or not in begin rescue ensure yield self lambda proc RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE PI E exit puts! succ ord digits partition find detect any? all? none? index push pop shift unshift insert delete_at scan match match? =~ sqrt sin cos log SecureRandom uuid Digest MD5 SHA256 hexdigest ARGF ARGV exist? file? directory? basename dirname extname pwd";
const RUBY_MODULES: &str = "json time date set digest securerandom bigdecimal prime pp matrix csv yaml digest/md5 digest/sha2";
const PERL: &str = "print say printf sprintf join map grep sort keys values each exists delete length uc lc ucfirst lcfirst substr index rindex reverse split push pop shift unshift splice scalar wantarray defined int abs sqrt sin cos atan2 log exp hex oct ord rand srand localtime gmtime time sleep chomp chop lcm if unless else elsif while until for foreach my our local use strict warnings utf8 feature and or not x eq ne lt gt le ge cmp last next redo return BEGIN END sub undef ref bless qw sum max min first uniq shuffle reduce any all none sum0 product STDIN STDOUT STDERR ARGV JSON PP decode_json encode_json pretty canonical encode decode new List Util POSIX floor ceil strftime Data Dumper Time HiRes exit die warn no package __PACKAGE__ lines eof binmode tr pos quotemeta study";
const PERL_MODULES: &str = "strict warnings utf8 feature";
const PHP: &str = "echo print printf sprintf print_r var_dump var_export strlen count strtoupper strtolower ucfirst ucwords trim ltrim rtrim explode implode join str_replace substr strpos strrpos str_repeat str_pad str_contains str_starts_with str_ends_with in_array array_keys array_values array_merge array_sum array_product array_slice array_reverse array_unique array_key_exists range sort rsort ksort max min abs round floor ceil sqrt pow intdiv rand mt_rand random_int number_format json_encode json_decode date time microtime strtotime mktime gettype is_array is_string is_int is_numeric intval floatval strval md5 sha1 hash crc32 base64_encode bin2hex dechex hexdec decbin bindec ord uniqid phpversion php_uname foreach for while if else elseif as function return true false null and or new PHP_EOL PHP_VERSION PHP_OS M_PI fn use JSON_PRETTY_PRINT JSON_UNESCAPED_SLASHES isset empty array list match break continue memory_get_usage filter_var ctype_digit nl2br htmlspecialchars urlencode http_build_query array_column array_combine array_flip array_fill array_push array_pop array_shift basename dirname pathinfo file_exists is_file is_dir PHP_INT_MAX STDIN exit php";
const LUA: &str = "print tostring tonumber type pairs ipairs select math string table os io format rep sub len upper lower gsub gmatch match find byte concat insert remove sort unpack abs ceil floor max min sqrt sin cos log exp random huge pi fmod modf pow time clock date write read local function end if then else elseif for while do return nil true false and or not in repeat until break _VERSION stdout stderr stdin next assert error rawlen rawequal pcall jit";

/// Whether a name only computes or prints.
pub(in crate::code) fn is_harmless(language: Language, name: &str) -> bool {
    let names = match language {
        Language::Python => PYTHON,
        Language::Node => NODE,
        Language::Ruby => RUBY,
        Language::Perl => PERL,
        Language::Php => PHP,
        Language::Lua => LUA,
        Language::Tcl
        | Language::R
        | Language::Julia
        | Language::Elixir
        | Language::Erlang
        | Language::Swift
        | Language::Groovy => "",
    };
    names.split(' ').any(|it| it == name)
}

/// Whether a module may be taken in without another thought.
pub(in crate::code) fn is_harmless_module(language: Language, name: &str) -> bool {
    let names = match language {
        Language::Python => PYTHON_MODULES,
        Language::Node => NODE_MODULES,
        Language::Ruby => RUBY_MODULES,
        Language::Perl => PERL_MODULES,
        Language::Php
        | Language::Lua
        | Language::Tcl
        | Language::R
        | Language::Julia
        | Language::Elixir
        | Language::Erlang
        | Language::Swift
        | Language::Groovy => "",
    };
    let name = name.strip_prefix("node:").unwrap_or(name);
    names.split(' ').any(|it| it == name)
}
