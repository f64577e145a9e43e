// Records for tests that need a process of its own: one that is killed, or whose disk gets full.
//
//   take-rig PATTERN ENCODING|own FRAMES SIGNAL [live] [split=FRAME] [mark=FRAME] [kill]
//
// SIGNAL is noise, music or silence. With marks there is a cue sheet. `live` renders in real time. `kill`: when all is rendered, the
// process prints how many frames there were and kills itself, with the take open. Else it prints
// for each file: name, frames, missing frames, error.
import Glibc
import MixEngine
import MixIO
import MixTestSupport

let arguments = CommandLine.arguments
guard arguments.count >= 5, let frameCount = Int(arguments[3]) else { exit(2) }
let options = arguments[5...]
let rate = SampleRate(48_000)

let length = 48_000
let source: RepeatingSource
switch arguments[4] {
case "noise":
  source = RepeatingSource(
    Signals.noise(length, seed: 1), Signals.noise(length, seed: 2))
case "music":
  let tones = Signals.tones([110, 220, 331, 440, 887, 3000], length)
  source = RepeatingSource(tones, tones)
default:
  source = RepeatingSource(Signals.silence(length), Signals.silence(length))
}

let path = FilePath(arguments[1])
let format = try TakeFormat(
  path: path, encoding: TakeEncoding(rawValue: arguments[2]), sampleRate: rate)
let isLive = options.contains("live")
let bench = RecorderBench(
  source, format: format.ringFormat(isDithered: false), ringFrameCount: 1 << 19,
  batch: 12_000, isOffline: !isLive)
let writer = TakeWriter(
  tap: bench.tap, names: FileNamePattern(path, base: "."), format: format,
  clock: isLive ? .live : .offline(rate),
  hasCueSheet: options.contains { $0.hasPrefix("mark=") })
writer.start()
bench.send(.beginTake, at: 0)
for option in options where option.hasPrefix("split=") {
  if let frame = Int64(option.dropFirst(6)) { bench.send(.splitTake, at: frame) }
}
for option in options where option.hasPrefix("mark=") {
  if let frame = Int64(option.dropFirst(5)) { bench.mark(at: frame, "at \(frame)") }
}

let clock = ContinuousClock()
let start = clock.now
var done = 0
while done < frameCount {
  let n = min(frameCount - done, 960)
  bench.tap.drained.wait { bench.tap.hasRoom(frameCount: n) }
  bench.render(n)
  bench.clearOutput()
  done += n
  if isLive {
    let due = start + .microseconds(done * 1_000_000 / rate.hertz)
    let left = clock.now.duration(to: due)
    if left > .zero { usleep(UInt32(left.components.attoseconds / 1_000_000_000_000)) }
  }
}
if options.contains("kill") {
  print(bench.tap.frameCount)
  fflush(nil)
  kill(getpid(), SIGKILL)
}
writer.finish()
for report in writer.takeReports() {
  print(
    report.path?.name.description ?? "-", report.frameCount, report.missingFrameCount,
    report.error.map { "\($0)" } ?? "complete", separator: "\t")
}
