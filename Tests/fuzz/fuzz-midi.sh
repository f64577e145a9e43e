#!/bin/sh
# Feeds random messages to the MIDI decoder and to what learns from it, and random bytes to the reader of
# Standard MIDI Files, under libFuzzer and AddressSanitizer.
#
#   Tests/fuzz/fuzz-midi.sh [SECONDS]     default 60
#
# Bytes that end the program are left in the current directory as crash-…; the name is printed, and the
# status is not 0.
set -eu

seconds=${1:-60}
here=$(cd "$(dirname "$0")" && pwd)
engine=$here/../../Sources/MixEngine
work=$(mktemp -d "${TMPDIR:-/tmp}/fuzz-midi.XXXXXX")
trap 'rm -rf "$work"' EXIT

echo "compiling"
# One module of sources and harness, so that no access control stands between them.
swiftc -O -g -parse-as-library -swift-version 6 -sanitize=fuzzer,address -o "$work/fuzz" \
  "$engine/Laws/CentredScale.swift" "$engine/Laws/RelativeEncoding.swift" \
  "$engine/MIDI/FinePair.swift" "$engine/MIDI/ParameterSelection.swift" \
  "$engine"/MIDI/MIDIControl.swift "$engine"/MIDI/MIDIDecoder*.swift \
  "$engine"/MIDI/MIDIInput*.swift "$engine"/MIDI/MIDILearn*.swift \
  "$engine"/MIDI/MIDIMessage.swift "$engine"/MIDI/MIDIPort.swift \
  "$engine"/MIDI/StandardMIDIFile*.swift "$here/MIDIFuzz.swift" >"$work/log" 2>&1 || {
  # The linker warns a hundred times about symbols of the sanitizer.
  grep -v 'Cannot export local symbol' "$work/log"
  exit 1
}

mkdir "$work/corpus"
# Two tracks with a tempo, a running status, exclusive and meta events; SMPTE time.
head='MThd\0\0\0\006\0\001\0\002\001\340'
tempo='MTrk\0\0\0\013\0\377\121\003\007\241\040\0\377\057\0'
notes='MTrk\0\0\0\036\0\220\001\001\203\140\001\0\0\360\002\001\367\0\377\001\001\101\0\300\005\0\260\007\001\0\340\0\100\0\377\057\0'
printf "$head$tempo$notes" >"$work/corpus/quarters.mid"
printf 'MThd\0\0\0\006\0\0\0\001\350\050MTrk\0\0\0\010\001\220\001\001\0\377\057\0' \
  >"$work/corpus/smpte.mid"
# Steps of six bytes: a 14-bit pair, an NRPN, an encoder, a note.
printf '\003\0\007\0\001\004\003\0\047\0\177\004\003\0\007\0\002\004' >"$work/corpus/pair"
printf '\003\0\143\0\002\001\003\0\142\0\054\001\003\0\046\0\050\001\003\0\006\0\106\001\003\0\140\0\0\001' \
  >"$work/corpus/nrpn"
printf '\003\001\106\0\001\377\003\001\106\0\001\377\003\001\106\0\177\377\001\001\044\0\144\377' \
  >"$work/corpus/encoder"
printf '"%s"\n' 'MThd' 'MTrk' '\xff\x2f\x00' '\xff\x51\x03' '\xf0' '\xf7' '\x83\x60' '\xe8\x28' \
  >"$work/words"
echo "$(find "$work/corpus" -type f | wc -l) inputs to begin with, $seconds s"

# The crash handler of Swift hangs under AddressSanitizer.
SWIFT_BACKTRACE=enable=no "$work/fuzz" -max_total_time="$seconds" -timeout=10 -max_len=2048 \
  -rss_limit_mb=2048 -dict="$work/words" -print_final_stats=1 -verbosity=1 "$work/corpus" \
  2>"$work/log" || {
  tail -n 60 "$work/log"
  exit 1
}
grep -E '^(Done|stat::)' "$work/log"
