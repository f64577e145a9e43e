#!/bin/sh
# Feeds random bytes to the readers of sessions and map files under libFuzzer and AddressSanitizer.
#
#   Tests/fuzz/fuzz-sessions.sh [SECONDS]     default 60
#
# Begins with the shipped sessions and maps. A text that ends the reader is left in the current directory
# as crash-…; its name is printed, and the status is not 0.
set -eu

seconds=${1:-60}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/fuzz-sessions.XXXXXX")
trap 'rm -rf "$work"' EXIT

# compile MODULE SOURCE...: one module, optimised, with the checks of both sanitizers.
compile() {
  module=$1
  shift
  swiftc -O -g -wmo -parse-as-library -swift-version 6 -sanitize=fuzzer,address -module-name "$module" \
    -I "$work" -emit-module -emit-module-path "$work/$module.swiftmodule" -c -o "$work/$module.o" "$@"
}

echo "compiling"
printf 'module CRealtime { header "%s" export * }\n' \
  "$root/Sources/CRealtime/include/crealtime.h" >"$work/module.modulemap"
{
  clang -O2 -g -I "$root/Sources/CRealtime/include" -c -o "$work/CRealtime.o" \
    "$root/Sources/CRealtime/crealtime.c"
  compile TOML $(find "$root/Sources/TOML" -name '*.swift')
  compile MixEngine $(find "$root/Sources/MixEngine" -name '*.swift')
  compile MixSession $(find "$root/Sources/MixSession" -name '*.swift')
  compile SessionFuzz "$here/SessionFuzz.swift"
  swiftc -sanitize=fuzzer,address -o "$work/fuzz" "$work"/*.o -lm
} >"$work/log" 2>&1 || {
  # The linker warns a hundred times about symbols of the sanitizer.
  grep -v 'Cannot export local symbol' "$work/log"
  exit 1
}

mkdir "$work/corpus"
find "$root/configs" -name '*.toml' -size -16k | while read -r name; do
  cp "$name" "$work/corpus/$(echo "${name#"$root"/configs/}" | tr / _)"
done
printf '"%s"\n' '[midi]\x0a' '[[midi.map]]\x0a' '[player.a]\x0a' 'map = [' 'connect = ' 'init = [' \
  'takeover = ' 'cc = ' 'cc14 = ' 'note = ' 'nrpn = ' 'pitchbend = true' 'channel = ' 'to = ' 'from = ' \
  'range = [' 'relative = ' '1/127' 'hold = true' 'value = ' 'step = ' 'layer = ' 'layer.shift' 'led = ' \
  'led = { on = 1 }' 'player.a.gain' 'player.a.play' 'player.a.seek' 'bus.main.level' 'session.fade' \
  'effect.echo.time' '-inf' 'F0 7E F7' 'B0 00 7F' 'taper = ' 'sensitivity = ' 'port = ' >"$work/words"
echo "$(find "$work/corpus" -type f | wc -l) texts to begin with, $seconds s"

# The crash handler of Swift hangs under AddressSanitizer.
SWIFT_BACKTRACE=enable=no "$work/fuzz" -max_total_time="$seconds" -timeout=20 -max_len=8192 \
  -rss_limit_mb=2048 -dict="$work/words" -print_final_stats=1 -verbosity=1 "$work/corpus" \
  2>"$work/log" || {
  tail -n 60 "$work/log"
  exit 1
}
grep -E '^(Done|stat::)' "$work/log"
