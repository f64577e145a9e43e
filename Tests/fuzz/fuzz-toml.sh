#!/bin/sh
# Feeds random bytes to the TOML parser under libFuzzer and AddressSanitizer.
#
#   Tests/fuzz/fuzz-toml.sh [SECONDS]     default 60
#
# Begins with the cases of toml-test if they are at ../shared/toml-test beside the repository. A text that
# ends the parser is left in the current directory as crash-…; its name is printed, and the status is not 0.
set -eu

seconds=${1:-60}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cases=$root/../shared/toml-test
work=$(mktemp -d "${TMPDIR:-/tmp}/fuzz-toml.XXXXXX")
trap 'rm -rf "$work"' EXIT

echo "compiling"
# One module of parser and harness, so that no access control stands between them.
swiftc -O -g -parse-as-library -swift-version 6 -sanitize=fuzzer,address \
  -o "$work/fuzz" $(find "$root/Sources/TOML" -name '*.swift') "$here/TOMLFuzz.swift" \
  >"$work/log" 2>&1 || {
  # The linker warns a hundred times about symbols of the sanitizer.
  grep -v 'Cannot export local symbol' "$work/log"
  exit 1
}

mkdir "$work/corpus"
if [ -d "$cases" ]; then
  for list in files-toml-1.0.0 files-toml-1.1.0; do
    grep '\.toml$' "$cases/$list"
  done | sort -u | while read -r name; do
    cp "$cases/$name" "$work/corpus/$(echo "$name" | tr / _)"
  done
fi
chmod -R u+w "$work/corpus"
printf '"%s"\n' '[[' ']]' '\"\"\"' "'''" '\\u' '\\U0001' '0x' '= ' ' = [' '{ a = ' 'inf' 'nan' 'true' \
  '1979-05-27T07:32:00Z' '\x0d\x0a' '\xef\xbb\xbf' >"$work/words"
echo "$(find "$work/corpus" -type f | wc -l) texts to begin with, $seconds s"

# The crash handler of Swift hangs under AddressSanitizer.
SWIFT_BACKTRACE=enable=no "$work/fuzz" -max_total_time="$seconds" -timeout=10 -max_len=4096 \
  -rss_limit_mb=2048 -dict="$work/words" -print_final_stats=1 -verbosity=1 "$work/corpus" \
  2>"$work/log" || {
  tail -n 60 "$work/log"
  exit 1
}
grep -E '^(Done|stat::)' "$work/log"
