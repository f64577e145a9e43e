// The yardstick of bench/players: many stereo files read, scaled left and right, summed and written,
// in plain C over libsndfile.
//
//   players OUT IN...
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

enum { frames = 1024 };

int main(int argc, char **argv) {
  const int count = argc - 2;
  if (count < 1) return 2;
  SNDFILE **in = calloc(count, sizeof *in);
  SF_INFO info;
  for (int k = 0; k < count; k++) {
    memset(&info, 0, sizeof info);
    in[k] = sf_open(argv[2 + k], SFM_READ, &info);
    if (!in[k] || info.channels != 2) return 2;
  }
  SNDFILE *out = sf_open(argv[1], SFM_WRITE, &info);
  if (!out) return 1;
  static float part[frames * 2], sum[frames * 2];
  for (;;) {
    int longest = 0;
    memset(sum, 0, sizeof sum);
    for (int k = 0; k < count; k++) {
      const int got = sf_readf_float(in[k], part, frames);
      const float left = 0.5f / (k + 1), right = 0.4f / (k + 1);
      for (int i = 0; i < got; i++) {
        sum[2 * i] += left * part[2 * i];
        sum[2 * i + 1] += right * part[2 * i + 1];
      }
      if (got > longest) longest = got;
    }
    if (longest == 0) break;
    sf_writef_float(out, sum, longest);
  }
  return sf_close(out);
}
