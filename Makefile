# `make help` lists what can be made.

SWIFT = swift
PREFIX = /usr/local
DESTDIR =
# For every build, e.g. SWIFT_FLAGS='-Xswiftc -warnings-as-errors'.
SWIFT_FLAGS =
# The kind of file that the demo's clips are rendered to.
CLIP_KIND = wav
# What `make demo` runs; more arguments by DEMO_FLAGS.
DEMO = $(PROGRAM) run configs/demo.toml --output auto $(DEMO_FLAGS)
DEMO_FLAGS =
# Suites that run under RealtimeSanitizer.
RTSAN_TESTS = MixEngineTests|MixIOTests
# Suites in which threads work together.
TSAN_TESTS = MIDIThread|Renderer|RunningGraph|Ring|LevelMeter|FilePlayerLive|NullOutput|RecorderTap|ClockBridge
# How long `make fuzz` looks at each reader, in seconds.
FUZZ_TIME = 60

PROGRAM = .build/release/stackdeck
MAN = $(wildcard man/*.[1-9])
CLIPS = $(patsubst %.toml,%.$(CLIP_KIND),$(wildcard configs/demo/*.toml))
# What the shipped binary is built with: one file that needs no Swift on the machine.
RELEASE = -c release --static-swift-stdlib --product stackdeck
bin = $(DESTDIR)$(PREFIX)/bin
share = $(DESTDIR)$(PREFIX)/share

.PHONY: help demo build clips test test-rtsan test-tsan lint bench fuzz install uninstall clean

help:
	@echo 'make demo        build and play the demo (rendered to a file where there is no sound server)'
	@echo 'make build       the program, as $(PROGRAM)'
	@echo 'make test        all tests, on sound servers of their own'
	@echo 'make test-rtsan  the engine under RealtimeSanitizer'
	@echo 'make test-tsan   the threads of the engine under ThreadSanitizer'
	@echo 'make lint        format, imports, render path, man pages'
	@echo 'make bench       speed, memory and start, beside other programs and plain C'
	@echo 'make fuzz        random texts and MIDI for the readers, FUZZ_TIME seconds ($(FUZZ_TIME)) each'
	@echo 'make install     into PREFIX ($(PREFIX)), below DESTDIR; also: uninstall'
	@echo 'make clean       removes what was built'

demo:
	scripts/install-packages build
	$(MAKE) build
	$(MAKE) clips
	$(DEMO)

build:
	$(SWIFT) build $(RELEASE) $(SWIFT_FLAGS)

$(PROGRAM):
	$(MAKE) build

# The demo's sounds are themselves rendered from sessions.
clips: $(CLIPS)

configs/demo/%.$(CLIP_KIND): configs/demo/%.toml | $(PROGRAM)
	$(PROGRAM) render $< -o $@ --force

test:
	scripts/install-packages test
	scripts/check-imports
	scripts/check-render-path
	$(SWIFT) build --build-tests $(SWIFT_FLAGS)
	$(SWIFT) test --skip-build --disable-xctest

# In a folder of its own, so that neither build undoes the other.
test-rtsan:
	scripts/install-packages test
	RTSAN=1 $(SWIFT) build --build-tests --scratch-path .build-rtsan $(SWIFT_FLAGS)
	RTSAN=1 $(SWIFT) test --skip-build --scratch-path .build-rtsan --disable-xctest \
	  --filter '$(RTSAN_TESTS)'

# In release: without optimisation some generic code is not watched.
test-tsan:
	scripts/install-packages test
	$(SWIFT) build --build-tests -c release --sanitize=thread --scratch-path .build-tsan \
	  -Xswiftc -enable-testing $(SWIFT_FLAGS)
	$(SWIFT) test --skip-build -c release --sanitize=thread --scratch-path .build-tsan \
	  -Xswiftc -enable-testing $(SWIFT_FLAGS) --disable-xctest --filter '$(TSAN_TESTS)'

lint:
	$(SWIFT) format lint --strict -r Package.swift Sources Tests
	scripts/check-imports
	scripts/check-render-path
	$(if $(MAN),mandoc -Tlint -Wwarning $(MAN))

bench:
	scripts/install-packages bench
	$(MAKE) build
	$(SWIFT) build -c release --static-swift-stdlib --product stackdeck-bench $(SWIFT_FLAGS)
	$(SWIFT) build -c release --static-swift-stdlib --product varispeed-bench $(SWIFT_FLAGS)
	.build/release/stackdeck-bench
	.build/release/varispeed-bench
	bench/start $(PROGRAM)
	bench/memory $(PROGRAM)
	bench/players $(PROGRAM)
	bench/cycles
	bench/midi $(PROGRAM) 60
	bench/peers $(PROGRAM)

fuzz:
	Tests/fuzz/fuzz-toml.sh $(FUZZ_TIME)
	Tests/fuzz/fuzz-sessions.sh $(FUZZ_TIME)
	Tests/fuzz/fuzz-midi.sh $(FUZZ_TIME)
	Tests/fuzz/fuzz-events.sh $(FUZZ_TIME)

install: $(PROGRAM)
	install -D -m 755 $(PROGRAM) $(bin)/stackdeck
	for page in $(MAN); do \
	  install -D -m 644 $$page $(share)/man/man$${page##*.}/$${page##*/} && \
	  gzip -9nf $(share)/man/man$${page##*.}/$${page##*/} || exit 1; done
	cd configs && find . -name '*.toml' \
	  -exec install -D -m 644 '{}' '$(abspath $(share))/stackdeck/{}' ';'
	install -D -m 644 LICENSE $(share)/doc/stackdeck/LICENSE
	install -d $(share)/bash-completion/completions $(share)/zsh/site-functions \
	  $(share)/fish/vendor_completions.d
	$(PROGRAM) completions bash >$(share)/bash-completion/completions/stackdeck
	$(PROGRAM) completions zsh >$(share)/zsh/site-functions/_stackdeck
	$(PROGRAM) completions fish >$(share)/fish/vendor_completions.d/stackdeck.fish

uninstall:
	rm -f $(bin)/stackdeck \
	  $(foreach page,$(MAN),$(share)/man/man$(subst .,,$(suffix $(page)))/$(notdir $(page)).gz) \
	  $(share)/bash-completion/completions/stackdeck $(share)/zsh/site-functions/_stackdeck \
	  $(share)/fish/vendor_completions.d/stackdeck.fish
	rm -rf $(share)/stackdeck $(share)/doc/stackdeck

clean:
	rm -rf .build .build-rtsan .build-bench $(CLIPS)
