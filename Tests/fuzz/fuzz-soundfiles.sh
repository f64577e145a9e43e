#!/bin/sh
# Damages sound files of every kind and plays them, under AddressSanitizer.
#
#   Tests/fuzz/fuzz-soundfiles.sh [SECONDS [SEED]]     default 60, 1
#
# Every file must be refused with a reason or be played; a watchdog ends a process that is at one file for a
# minute. A file that ends the process is kept in the current directory as soundfile-SEED…; the status is then
# not 0. What a seed damages how is the same in every run.
set -u

seconds=${1:-60}
seed=${2:-1}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/fuzz-soundfiles.XXXXXX")
trap 'rm -rf "$work"' EXIT
batch=500
cd "$root"

swift build --build-tests --sanitize=address --scratch-path .build-asan >"$work/log" 2>&1 || {
  grep -E 'error|warning: unre' "$work/log"
  exit 1
}
# The crash handler of Swift hangs under AddressSanitizer. libsndfile's own leaks at errors are not ours.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
export STACKDECK_FUZZ_COUNT=$batch STACKDECK_FUZZ_KEEP="$work/current"

end=$(($(date +%s) + seconds))
files=0
bad=0
while [ "$(date +%s)" -lt "$end" ]; do
  if STACKDECK_FUZZ_SEED=$seed swift test --skip-build --sanitize=address --scratch-path .build-asan \
    --filter SoundFileFuzzTests >"$work/run" 2>&1; then
    grep '^seeds' "$work/run"
  else
    bad=$((bad + 1))
    cp "$work/current" "$OLDPWD/soundfile-$seed" 2>/dev/null
    echo "seeds from $seed: a file ended the process; it is kept as soundfile-$seed"
    grep -m 3 -E 'ERROR: AddressSanitizer|SUMMARY|recorded an issue|signal|Fatal' "$work/run"
  fi
  files=$((files + batch))
  seed=$((seed + batch))
done
echo "$files files, $bad batches with a failure"
[ "$bad" -eq 0 ]
