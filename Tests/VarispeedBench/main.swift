// What reading a signal at another rate costs, beside libsamplerate.
//
//   varispeed-bench
//
// Nanoseconds a stereo frame of the interpolator and of src_process's sinc converters, in calls of 64
// frames; medians in processor time. The exit status is 1 where the interpolator with 48 taps takes
// more than a quarter of the fastest of them.

import CSampleRate
import Glibc
import MixEngine

let quantum = 64
let quanta = 512
let inputCount = quantum * quanta * 3

/// Nanoseconds a frame of `body`, which makes `quanta` quanta.
@MainActor func cost(_ rounds: Int, _ body: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
  body()
  var times: [Double] = []
  for _ in 0..<rounds {
    let began = now()
    body()
    times.append((now() - began) / Double(quantum * quanta))
  }
  times.sort()
  return times[rounds / 2]
}

func buffer(_ count: Int, _ value: (Int) -> Float) -> UnsafeMutablePointer<Float> {
  let samples = UnsafeMutablePointer<Float>.allocate(capacity: count)
  for i in 0..<count { (samples + i).initialize(to: value(i)) }
  return samples
}

let left = buffer(inputCount) { Float(0.3 * sin(0.1 * Double($0))) }
let right = buffer(inputCount) { Float(0.3 * cos(0.13 * Double($0))) }
let both = buffer(2 * inputCount) { $0 % 2 == 0 ? left[$0 / 2] : right[$0 / 2] }
let outLeft = buffer(quantum) { _ in 0 }
let outRight = buffer(quantum) { _ in 0 }
let outBoth = buffer(2 * quantum) { _ in 0 }

@MainActor func interpolator(_ table: InterpolatorTable, _ rate: Double) -> Double {
  let step = FramePosition.step(rate: rate)
  return cost(15) {
    var place = FramePosition(256)
    for _ in 0..<quanta {
      table.interpolator.render(
        left, right, at: place, step: step, outLeft, outRight, frameCount: quantum)
      place.advance(by: step, count: quantum)
    }
  }
}

@MainActor func converter(_ kind: Int32, _ rate: Double) -> Double {
  var error: Int32 = 0
  guard let state = src_new(kind, 2, &error) else { fatalError("src_new: \(error)") }
  defer { src_delete(state) }
  return cost(5) {
    src_reset(state)
    var used = 0
    for _ in 0..<quanta {
      var data = SRC_DATA()
      data.data_in = UnsafePointer(both + 2 * used)
      data.data_out = outBoth
      // As much as it needs: more would be copied to a buffer of its own.
      data.input_frames = min(inputCount - used, Int(Double(quantum) * rate) + 16)
      data.output_frames = quantum
      data.src_ratio = 1 / rate
      src_process(state, &data)
      used += data.input_frames_used
    }
  }
}

func column(_ value: Double) -> String {
  let tenths = String(Int((value * 10).rounded()))
  let text = tenths.count > 1 ? "\(tenths.dropLast()).\(tenths.suffix(1))" : "0.\(tenths)"
  return String(repeating: " ", count: max(9 - text.count, 0)) + text
}

let tables = [32, 48, 64, 96].map { InterpolatorTable(taps: $0, upTo: 2) }
print("rate     32 taps  48 taps  64 taps  96 taps  fastest   medium     best")
var isSlow = false
for rate in [0.501, 0.999, 1.1, 1.5, 1.999] {
  let own = tables.map { interpolator($0, rate) }
  let others = [SRC_SINC_FASTEST, SRC_SINC_MEDIUM_QUALITY, SRC_SINC_BEST_QUALITY].map {
    converter(Int32($0), rate)
  }
  let name = "\(rate)" + String(repeating: " ", count: 7 - "\(rate)".count)
  print(name + (own + others).map(column).joined())
  if own[1] > others[0] / 4 { isSlow = true }
}
if isSlow {
  let text = "varispeed-bench: 48 taps take more than a quarter of SRC_SINC_FASTEST\n"
  _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(1)
}
