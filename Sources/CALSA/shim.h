#pragma once
#include <alsa/asoundlib.h>

// What the header has as macros or takes as a variadic function, neither of which Swift can use.

static inline void calsa_ignore_error(
    const char *file, int line, const char *function, int error, const char *format, ...) {}

/// Keeps "ALSA lib …" off stderr: what is wrong is said in our words.
static inline void calsa_silence_errors(void) {
  snd_lib_error_set_handler(calsa_ignore_error);
}
