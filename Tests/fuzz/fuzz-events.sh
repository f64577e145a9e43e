#!/bin/sh
# Feeds random bytes to the reader of events files under libFuzzer and AddressSanitizer.
#
#   Tests/fuzz/fuzz-events.sh [SECONDS]     default 60
#
# Begins with a line of each kind. A text that ends the reader is left in the current directory
# as crash-…; its name is printed, and the status is not 0.
set -eu

seconds=${1:-60}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/fuzz-events.XXXXXX")
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
  compile EventsFuzz "$here/EventsFuzz.swift"
  swiftc -sanitize=fuzzer,address -o "$work/fuzz" "$work"/*.o -lm
} >"$work/log" 2>&1 || {
  # The linker warns a hundred times about symbols of the sanitizer.
  grep -v 'Cannot export local symbol' "$work/log"
  exit 1
}

mkdir "$work/corpus"
cat >"$work/lines" <<'END'
{"performance":1,"stackdeck":"0.1.0","sample_rate":48000,"session":"x","text":"[player.a]\n","set":["a=1"],"files":{"a":"00"}}
{"frame":-64,"to":"player.a.gain","value":"-inf","over_frames":0}
{"frame":2,"to":"player.a.mute","value":true,"in_turn":true}
{"frame":3,"to":"crossfader.position","value":0.1,"over_frames":100}
{"frame":4,"to":"player.a.seek","value":"1:02.5"}
{"frame":6,"to":"player.a.loop_out","value":2.25e0}
{"frame":7,"player":"a","skip":-5}
{"frame":9,"to":"session.stop"}
{"frame":13,"player":"b","pages":"missing","left":17}
{"frame":20,"reload":"[player.c]\nfile = \"c\u00e4\ud83c\udfa7.wav\"\n","done":64,"files":{"c":"00"}}
{"frame":64,"to":"player.c.gain","value":-3}
{"frame":90,"lost":12}
{"frame":100,"end":true}
END
split -l 1 "$work/lines" "$work/corpus/line"
cp "$work/lines" "$work/corpus/all"
printf '"%s"\n' '{\"frame\":' '\"to\":\"player.a.gain\"' '\"value\":' '\"over_frames\":' '\"in_turn\":true' \
  '\"player\":\"a\"' '\"skip\":' '\"pages\":\"late\"' '\"left\":' '\"reload\":\"' '\"done\":' '\"lost\":' \
  '\"end\":true' '\"performance\":1' '\"files\":{' '}\x0a' '\\ud83c\\udfa7' '\\u0000' '-inf' '1e400' \
  '9223372036854775807' 'player.a.play' 'recorder.take.record' 'session.fade' '[player.' >"$work/words"
echo "$(find "$work/corpus" -type f | wc -l) texts to begin with, $seconds s"

# The crash handler of Swift hangs under AddressSanitizer.
SWIFT_BACKTRACE=enable=no "$work/fuzz" -max_total_time="$seconds" -timeout=20 -max_len=8192 \
  -rss_limit_mb=2048 -dict="$work/words" -print_final_stats=1 -verbosity=1 "$work/corpus" \
  2>"$work/log" || {
  tail -n 60 "$work/log"
  exit 1
}
grep -E '^(Done|stat::)' "$work/log"
