package symbol

import "strings"

// foundation is a class that Python sources inherit from and that has no source of its own, or one that is seldom among the
// sources: what its instances have, beside the names between double underscores.
type foundation struct {
	base    string // key in foundations, "" for object
	members string // with a space around each
}

// foundations are the classes of Python 3.11's builtins by their names, and by their qualified names those of the
// standard library that are made to be inherited from.
var foundations = map[string]foundation{
	"ArithmeticError":           {base: "Exception"},
	"AssertionError":            {base: "Exception"},
	"AttributeError":            {base: "Exception", members: " name obj "},
	"BaseException":             {members: " add_note args with_traceback "},
	"BaseExceptionGroup":        {base: "BaseException", members: " derive exceptions message split subgroup "},
	"BlockingIOError":           {base: "OSError"},
	"BrokenPipeError":           {base: "ConnectionError"},
	"BufferError":               {base: "Exception"},
	"BytesWarning":              {base: "Warning"},
	"ChildProcessError":         {base: "OSError"},
	"ConnectionAbortedError":    {base: "ConnectionError"},
	"ConnectionError":           {base: "OSError"},
	"ConnectionRefusedError":    {base: "ConnectionError"},
	"ConnectionResetError":      {base: "ConnectionError"},
	"DeprecationWarning":        {base: "Warning"},
	"EOFError":                  {base: "Exception"},
	"EncodingWarning":           {base: "Warning"},
	"EnvironmentError":          {base: "OSError"},
	"Exception":                 {base: "BaseException"},
	"ExceptionGroup":            {base: "BaseExceptionGroup"},
	"FileExistsError":           {base: "OSError"},
	"FileNotFoundError":         {base: "OSError"},
	"FloatingPointError":        {base: "ArithmeticError"},
	"FutureWarning":             {base: "Warning"},
	"GeneratorExit":             {base: "BaseException"},
	"IOError":                   {base: "OSError"},
	"ImportError":               {base: "Exception", members: " msg name path "},
	"ImportWarning":             {base: "Warning"},
	"IndentationError":          {base: "SyntaxError"},
	"IndexError":                {base: "LookupError"},
	"InterruptedError":          {base: "OSError"},
	"IsADirectoryError":         {base: "OSError"},
	"KeyError":                  {base: "LookupError"},
	"KeyboardInterrupt":         {base: "BaseException"},
	"LookupError":               {base: "Exception"},
	"MemoryError":               {base: "Exception"},
	"ModuleNotFoundError":       {base: "ImportError"},
	"NameError":                 {base: "Exception", members: " name "},
	"NotADirectoryError":        {base: "OSError"},
	"NotImplementedError":       {base: "RuntimeError"},
	"OSError":                   {base: "Exception", members: " characters_written errno filename filename2 strerror "},
	"OverflowError":             {base: "ArithmeticError"},
	"PendingDeprecationWarning": {base: "Warning"},
	"PermissionError":           {base: "OSError"},
	"ProcessLookupError":        {base: "OSError"},
	"RecursionError":            {base: "RuntimeError"},
	"ReferenceError":            {base: "Exception"},
	"ResourceWarning":           {base: "Warning"},
	"RuntimeError":              {base: "Exception"},
	"RuntimeWarning":            {base: "Warning"},
	"StopAsyncIteration":        {base: "Exception"},
	"StopIteration":             {base: "Exception", members: " value "},
	"SyntaxError":               {base: "Exception", members: " end_lineno end_offset filename lineno msg offset print_file_and_line text "},
	"SyntaxWarning":             {base: "Warning"},
	"SystemError":               {base: "Exception"},
	"SystemExit":                {base: "BaseException", members: " code "},
	"TabError":                  {base: "IndentationError"},
	"TimeoutError":              {base: "OSError"},
	"TypeError":                 {base: "Exception"},
	"UnboundLocalError":         {base: "NameError"},
	"UnicodeDecodeError":        {base: "UnicodeError", members: " encoding end object reason start "},
	"UnicodeEncodeError":        {base: "UnicodeError", members: " encoding end object reason start "},
	"UnicodeError":              {base: "ValueError"},
	"UnicodeTranslateError":     {base: "UnicodeError", members: " encoding end object reason start "},
	"UnicodeWarning":            {base: "Warning"},
	"UserWarning":               {base: "Warning"},
	"ValueError":                {base: "Exception"},
	"Warning":                   {base: "Exception"},
	"ZeroDivisionError":         {base: "ArithmeticError"},
	"abc.ABC":                   {members: " register "},
	"bool":                      {base: "int"},
	"bytearray": {members: " append capitalize center clear copy count decode endswith expandtabs extend find fromhex hex index insert isalnum isalpha " +
		"isascii isdigit islower isspace istitle isupper join ljust lower lstrip maketrans partition pop remove removeprefix " +
		"removesuffix replace reverse rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title " +
		"translate upper zfill "},
	"bytes": {members: " capitalize center count decode endswith expandtabs find fromhex hex index isalnum isalpha isascii isdigit islower isspace " +
		"istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition " +
		"rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill "},
	"classmethod":            {},
	"collections.namedtuple": {base: "tuple", members: " _asdict _field_defaults _fields _make _replace "},
	"complex":                {members: " conjugate imag real "},
	"dict":                   {members: " clear copy fromkeys get items keys pop popitem setdefault update values "},
	"enum.Enum":              {members: " name value _generate_next_value_ _ignore_ _member_map_ _member_names_ _missing_ _name_ _order_ _value2member_map_ _value_ "},
	"enum.Flag":              {base: "enum.Enum", members: " _numeric_repr_ _boundary_ _flag_mask_ "},
	"enum.IntEnum":           {base: "enum.Enum", members: " as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real to_bytes "},
	"enum.IntFlag":           {base: "enum.Flag", members: " as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real to_bytes "},
	"enum.StrEnum": {base: "enum.Enum", members: " capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii isdecimal " +
		"isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition " +
		"removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase " +
		"title translate upper zfill "},
	"enumerate": {},
	"filter":    {},
	"float":     {members: " as_integer_ratio conjugate fromhex hex imag is_integer real "},
	"frozenset": {members: " copy difference intersection isdisjoint issubset issuperset symmetric_difference union "},
	"int":       {members: " as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real to_bytes "},
	"list":      {members: " append clear copy count extend index insert pop remove reverse sort "},
	"map":       {},
	"memoryview": {members: " c_contiguous cast contiguous f_contiguous format hex itemsize nbytes ndim obj readonly release shape strides suboffsets " +
		"tobytes tolist toreadonly "},
	"property": {members: " deleter fdel fget fset getter setter "},
	"range":    {members: " count index start step stop "},
	"reversed": {},
	"set": {members: " add clear copy difference difference_update discard intersection intersection_update isdisjoint issubset issuperset pop " +
		"remove symmetric_difference symmetric_difference_update union update "},
	"slice":        {members: " indices start step stop "},
	"staticmethod": {},
	"str": {members: " capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii isdecimal " +
		"isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition " +
		"removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase " +
		"title translate upper zfill "},
	"super":                       {},
	"tuple":                       {members: " count index "},
	"type":                        {members: " mro "},
	"typing.Generic":              {},
	"typing.NamedTuple":           {base: "tuple", members: " _asdict _field_defaults _fields _make _replace "},
	"typing.Protocol":             {},
	"typing.TypedDict":            {base: "dict"},
	"typing_extensions.Protocol":  {},
	"typing_extensions.TypedDict": {base: "dict"},
	"zip":                         {},
}

// foundationWith is the key of the foundation that has a member: the one asked for or one that it inherits from; "" where
// none has.
func foundationWith(key, member string) string {
	for ; key != ""; key = foundations[key].base {
		if strings.Contains(foundations[key].members, " "+member+" ") {
			return key
		}
	}
	return ""
}
