// The yardstick of bench/peers: its job in plain C over libsndfile. Three stereo files of 48 kHz; a
// band-pass on the first; the other two mixed and delayed; all mixed and written.
//
//   three-files IN IN IN OUT
#include <math.h>
#include <sndfile.h>

enum { frames = 1024, delay = 24000 };  // the delay counts samples: 0.25 s of two channels

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  SNDFILE *in[3];
  SF_INFO info[3] = {0};
  for (int k = 0; k < 3; k++) {
    in[k] = sf_open(argv[1 + k], SFM_READ, &info[k]);
    if (!in[k] || info[k].channels != 2) return 2;
  }
  SF_INFO written = info[0];
  SNDFILE *out = sf_open(argv[4], SFM_WRITE, &written);
  if (!out) return 1;

  static float a[frames * 2], b[frames * 2], c[frames * 2], line[delay];
  const double w = 2 * M_PI * 1000 / 48000, alpha = sin(w) / (2 * 2), a0 = 1 + alpha;
  const float b0 = alpha / a0, b2 = -alpha / a0, a1 = -2 * cos(w) / a0, a2 = (1 - alpha) / a0;
  float z1[2] = {0}, z2[2] = {0};
  int at = 0;
  for (;;) {
    const int count = sf_readf_float(in[0], a, frames);
    sf_readf_float(in[1], b, frames);
    sf_readf_float(in[2], c, frames);
    if (count <= 0) break;
    for (int i = 0; i < count; i++) {
      for (int ch = 0; ch < 2; ch++) {
        const float x = a[2 * i + ch], y = b0 * x + z1[ch];
        z1[ch] = z2[ch] - a1 * y;
        z2[ch] = b2 * x - a2 * y;
        a[2 * i + ch] = y;
      }
    }
    for (int i = 0; i < 2 * count; i++) b[i] += c[i];
    for (int i = 0; i < 2 * count; i++) {
      const float d = line[at];
      line[at] = b[i] + 0.4f * d;
      at = at + 1 == delay ? 0 : at + 1;
      b[i] += 0.5f * d;
    }
    for (int i = 0; i < 2 * count; i++) a[i] += b[i];
    sf_writef_float(out, a, count);
  }
  return sf_close(out);
}
