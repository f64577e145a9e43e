import MixEngine
import MixTestSupport
import Testing

/// What a recorder's ring holds, read as the writer of files reads it.
@Suite struct RecorderTapTests {
  /// A take as it came out of a ring.
  struct Take: Equatable {
    var firstFrame: Int64
    var samples: [Float] = []
    var gaps: [Int] = []
    var isComplete = false
    var clips = 0
    var marks: [Mark] = []
  }

  struct Mark: Equatable {
    var fileFrame: Int
    var title: String?
  }

  /// Empties the ring into takes.
  func drain(_ ring: FrameRing, titles: MarkTitles? = nil, into takes: inout [Take]) {
    while true {
      let end = ring.end, marker = ring.firstMarker
      let limit = min(marker?.position ?? end, end)
      if ring.position < limit {
        let piece = ring.contiguous(limit - ring.position)
        for i in 0..<2 * piece.frameCount {
          switch ring.format {
          case .float: takes[takes.count - 1].samples.append(piece.start.load(Float.self, i))
          case .integer16:
            takes[takes.count - 1].samples.append(Float(piece.start.load(Int16.self, i)))
          }
        }
        ring.drop(piece.frameCount)
      } else if let marker, marker.position <= ring.position {
        ring.dropMarker()
        switch marker.kind {
        case .begin: takes.append(Take(firstFrame: marker.frame))
        case .gap:
          takes[takes.count - 1].gaps.append(marker.value)
          takes[takes.count - 1].samples += [Float](repeating: 0, count: 2 * marker.value)
        case .mark:
          takes[takes.count - 1].marks.append(
            Mark(fileFrame: marker.fileFrame, title: titles?[marker.value]))
        case .end:
          takes[takes.count - 1].isComplete = true
          takes[takes.count - 1].clips = marker.value
        }
      } else {
        return
      }
    }
  }

  func takes(_ bench: RecorderBench) -> [Take] {
    var takes: [Take] = []
    drain(bench.tap.ring, titles: bench.tap.titles, into: &takes)
    return takes
  }

  @Test(arguments: [(0, 1), (0, 64), (63, 64), (1, 130), (37, 1000), (128, 192), (100, 101)])
  func `a take holds exactly the frames between its two actions`(_ first: Int, _ end: Int) {
    let bench = RecorderBench()
    bench.send(.beginTake, at: Int64(first))
    bench.send(.endTake, at: Int64(end))
    bench.render(1100)
    #expect(
      takes(bench) == [
        Take(
          firstFrame: Int64(first), samples: NumberedSource.frames(first..<end), isComplete: true)
      ])
    let events = bench.events(.takeBegan, .takeEnded)
    #expect(events.map(\.kind) == [.takeBegan, .takeEnded])
    #expect(events.map(\.frame) == [Int64(first), Int64(end)])
    #expect(events.map(\.target) == [bench.tap.slot, bench.tap.slot])
    #expect(events.last?.value == Double(end - first))
    #expect(bench.tap.frameCount == end - first)
    #expect(!bench.tap.isRecording)
  }

  @Test func `the stack and the output are untouched`() {
    let bench = RecorderBench(), plain = RecorderBench()
    bench.send(.beginTake, at: 5)
    bench.render(1000)
    plain.render(1000)
    #expect(bench.output == plain.output)
    #expect(bench.output == NumberedSource.frames(0..<1000))
  }

  @Test func `mono is taken on both sides at the same gain`() {
    let bench = RecorderBench(NumberedSource(channelCount: 1))
    bench.send(.beginTake, at: 0)
    bench.render(128)
    let samples = takes(bench).first?.samples ?? []
    #expect(samples.count == 256)
    #expect(Signals.channel(0, of: samples) == Signals.numbered(128))
    #expect(Signals.channel(1, of: samples) == Signals.numbered(128))
  }

  @Test func `of wide buffers the first two channels are taken`() {
    let bench = RecorderBench(NumberedSource(channelCount: 6))
    bench.send(.beginTake, at: 0)
    bench.render(64)
    #expect(takes(bench).first?.samples == NumberedSource.frames(0..<64))
  }

  @Test(arguments: [[100, 150, 151, 333], [64, 128], [1, 2, 3, 4, 5]])
  func `files after splits join to what an unsplit take holds`(_ splits: [Int]) {
    let bench = RecorderBench()
    bench.send(.beginTake, at: 1)
    for split in splits where split > 1 { bench.send(.splitTake, at: Int64(split)) }
    bench.send(.endTake, at: 500)
    bench.render(600)
    let takes = takes(bench)
    #expect(takes.count == splits.filter { $0 > 1 }.count + 1)
    #expect(takes.flatMap(\.samples) == NumberedSource.frames(1..<500))
    #expect(takes.map(\.firstFrame) == [1] + splits.filter { $0 > 1 }.map { Int64($0) })
    #expect(takes.allSatisfy { $0.isComplete })
  }

  @Test func `a take that begins during another one follows it without a gap`() {
    let bench = RecorderBench()
    bench.send(.beginTake, at: 10)
    bench.send(.beginTake, at: 75)
    bench.send(.endTake, at: 90)
    bench.render(128)
    #expect(
      takes(bench) == [
        Take(firstFrame: 10, samples: NumberedSource.frames(10..<75), isComplete: true),
        Take(firstFrame: 75, samples: NumberedSource.frames(75..<90), isComplete: true),
      ])
    #expect(bench.tap.takeCount == 2)
  }

  @Test func `what is rendered during a pause is left out to the frame`() {
    let bench = RecorderBench()
    bench.send(.beginTake, at: 3)
    bench.send(.pauseTake, at: 70)
    bench.send(.resumeTake, at: 201)
    bench.send(.pauseTake, at: 205)
    bench.send(.resumeTake, at: 206)
    bench.send(.endTake, at: 300)
    bench.render(320)
    let expected =
      NumberedSource.frames(3..<70) + NumberedSource.frames(201..<205)
      + NumberedSource.frames(206..<300)
    #expect(takes(bench).map(\.samples) == [expected])
  }

  @Test func `a split during a pause begins the next file where the take goes on`() {
    let bench = RecorderBench()
    bench.send(.beginTake, at: 0)
    bench.send(.pauseTake, at: 50)
    bench.send(.splitTake, at: 100)
    bench.send(.resumeTake, at: 150)
    bench.send(.endTake, at: 160)
    bench.render(192)
    let takes = takes(bench)
    #expect(takes.map(\.firstFrame) == [0, 150])
    #expect(takes.map { $0.samples.count / 2 } == [50, 10])
  }

  @Test func `a take without frames leaves nothing in the ring`() {
    let bench = RecorderBench()
    bench.send(.beginTake, at: 40)
    bench.send(.endTake, at: 40)
    bench.send(.beginTake, at: 64)
    bench.send(.pauseTake, at: 64)
    bench.send(.endTake, at: 90)
    bench.render(128)
    #expect(bench.tap.ring.firstMarker == nil)
    #expect(bench.tap.ring.used == 0)
    let ended = bench.events(.takeEnded)
    #expect(ended.map(\.value) == [0, 0])
  }

  @Test func `actions that make no sense change nothing`() {
    let bench = RecorderBench()
    bench.send(.endTake, at: 1)
    bench.send(.splitTake, at: 2)
    bench.send(.pauseTake, at: 3)
    bench.send(.resumeTake, at: 4)
    bench.send(.beginTake, at: 5)
    bench.send(.pauseTake, at: 9)
    bench.send(.pauseTake, at: 10)
    bench.send(.endTake, at: 11)
    bench.send(.endTake, at: 12)
    bench.render(64)
    #expect(takes(bench).map(\.samples) == [NumberedSource.frames(5..<9)])
    #expect(bench.events(.takeBegan, .takeEnded).count == 2)
    #expect(!bench.tap.isHeld)
  }

  @Test func `an action that comes late acts at once`() {
    let bench = RecorderBench()
    bench.render(128)
    bench.send(.beginTake, at: 3)
    bench.render(64)
    #expect(takes(bench) == [Take(firstFrame: 128, samples: NumberedSource.frames(128..<192))])
  }

  @Test func `requests of any size give the same take`() {
    var generator = SeededGenerator(seed: 7)
    for size in [1, 63, 64, 65, 441, 513, 4096, 0] {
      let bench = RecorderBench()
      bench.send(.beginTake, at: 111)
      bench.send(.splitTake, at: 2222)
      bench.send(.endTake, at: 7777)
      var left = 8192
      while left > 0 {
        let n = min(left, size > 0 ? size : Int(generator.next() % 700))
        bench.render(n)
        left -= n
      }
      let takes = takes(bench)
      #expect(takes.flatMap(\.samples) == NumberedSource.frames(111..<7777), "\(size)")
      #expect(takes.map(\.firstFrame) == [111, 2222], "\(size)")
    }
  }

  @Test func `16 bits are rounded and clipped on the way, and clips are counted`() {
    // From frame 4097 on the left, and on the right, samples are beyond full scale.
    let gain: Float = 2048
    let bench = RecorderBench(NumberedSource(gain: gain), format: .integer16)
    bench.send(.beginTake, at: 0)
    bench.send(.splitTake, at: 4100)
    bench.send(.endTake, at: 4131)
    bench.render(4200)
    let takes = takes(bench)
    let expected = NumberedSource.frames(0..<4131, gain: gain).map {
      min(max(($0 * 32_768).rounded(.toNearestOrEven), -32_768), 32_767)
    }
    #expect(takes.flatMap(\.samples) == expected)
    #expect(takes.map(\.clips) == [2 * 3, 2 * 31])
    #expect(bench.tap.clippedSampleCount == 62)
  }

  @Test func `frames that find no room are a gap of exactly their number`() {
    let bench = RecorderBench(ringFrameCount: 1024)
    var takes: [Take] = []
    bench.send(.beginTake, at: 10)
    bench.send(.endTake, at: 2500)
    bench.render(1500)
    #expect(bench.tap.lostFrameCount == 512)
    drain(bench.tap.ring, into: &takes)
    bench.render(700)
    drain(bench.tap.ring, into: &takes)
    bench.render(400)
    drain(bench.tap.ring, into: &takes)
    // The first 54 + 15 × 64 frames found room; 1,024 − 1,014 did not hold another quantum.
    let lost = 1024..<1536
    let expected =
      NumberedSource.frames(10..<1024) + [Float](repeating: 0, count: 2 * lost.count)
      + NumberedSource.frames(1536..<2500)
    #expect(takes.map(\.samples) == [expected])
    #expect(takes.map(\.gaps) == [[512]])
    #expect(takes.map(\.isComplete) == [true])
    let gaps = bench.events(.gap)
    #expect(gaps.map(\.frame) == [1024])
    #expect(gaps.map(\.value) == [512])
    #expect(bench.tap.lostFrameCount == 512)
    #expect(bench.tap.gapFrameCount == 512)
    #expect(bench.tap.frameCount == 2490)
  }

  @Test func `a take that ends in a gap has the gap's length`() {
    let bench = RecorderBench(ringFrameCount: 256)
    bench.send(.beginTake, at: 0)
    bench.send(.splitTake, at: 700)
    bench.send(.endTake, at: 900)
    bench.render(1000)
    let takes = takes(bench)
    #expect(takes.map { $0.samples.count / 2 } == [700, 200])
    #expect(takes.map(\.gaps) == [[444], [200]])
    #expect(takes.map(\.firstFrame) == [0, 700])
    #expect(takes.map(\.isComplete) == [true, true])
  }

  @Test func `many splits into a ring that nobody empties lose no end`() {
    let bench = RecorderBench(ringFrameCount: 1 << 16)
    for i in 0..<900 {
      bench.send(i % 2 == 0 ? .beginTake : .endTake, at: Int64(64 * i))
      bench.send(.splitTake, at: Int64(64 * i + 32))
      bench.render(64)
    }
    bench.render(64)
    var takes: [Take] = []
    drain(bench.tap.ring, into: &takes)
    #expect(takes.allSatisfy { $0.isComplete })
    let ended = bench.events(.takeEnded)
    #expect(ended.count == 900)
    // What found no room for its marker was counted as lost.
    let kept = takes.reduce(0) { $0 + $1.samples.count / 2 - $1.gaps.reduce(0, +) }
    #expect(kept + bench.tap.lostFrameCount == 450 * 64)
  }

  // MARK: Marks

  @Test func `marks inside a quantum have the exact frame of the file`() {
    let bench = RecorderBench()
    bench.send(.beginTake, at: 10)
    for (frame, title) in [(11, "a"), (63, nil), (64, "b"), (100, "a"), (100, "c")] {
      bench.mark(at: Int64(frame), title)
    }
    bench.send(.endTake, at: 120)
    bench.render(192)
    let takes = takes(bench)
    #expect(takes.map(\.samples) == [NumberedSource.frames(10..<120)])
    #expect(
      takes.first?.marks == [
        Mark(fileFrame: 1, title: "a"), Mark(fileFrame: 53), Mark(fileFrame: 54, title: "b"),
        Mark(fileFrame: 90, title: "a"), Mark(fileFrame: 90, title: "c"),
      ])
  }

  @Test func `marks are told with their frames and titles' numbers`() {
    let bench = RecorderBench()
    bench.send(.beginTake, at: 0)
    bench.mark(at: 37, "a")
    bench.render(64)
    let told = bench.events(.action).filter { $0.detail == Action.Verb.markTake.code }
    #expect(told.map(\.frame) == [37])
    #expect(told.map { bench.tap.titles[Int($0.value)] } == ["a"])
  }

  @Test func `marks count in their file, whatever splits and pauses leave out`() {
    let bench = RecorderBench()
    bench.send(.beginTake, at: 0)
    bench.send(.pauseTake, at: 50)
    bench.mark(at: 70, "in the pause")
    bench.send(.resumeTake, at: 80)
    bench.mark(at: 90, "behind it")
    bench.send(.splitTake, at: 100)
    bench.mark(at: 100, "the next file")
    bench.mark(at: 101, "its second frame")
    bench.send(.endTake, at: 200)
    bench.render(256)
    let takes = takes(bench)
    #expect(takes.map { $0.samples.count / 2 } == [70, 100])
    #expect(
      takes.map(\.marks) == [
        [Mark(fileFrame: 50, title: "in the pause"), Mark(fileFrame: 60, title: "behind it")],
        [
          Mark(fileFrame: 0, title: "the next file"), Mark(fileFrame: 1, title: "its second frame"),
        ],
      ])
  }

  @Test func `a mark in a gap counts the frames that were lost`() {
    let bench = RecorderBench(ringFrameCount: 256)
    bench.send(.beginTake, at: 0)
    bench.mark(at: 700, "lost")
    bench.send(.splitTake, at: 800)
    bench.mark(at: 833, "lost from the beginning")
    bench.send(.endTake, at: 900)
    bench.render(1000)
    let takes = takes(bench)
    #expect(takes.map { $0.samples.count / 2 } == [800, 100])
    #expect(
      takes.map(\.marks) == [
        [Mark(fileFrame: 700, title: "lost")],
        [Mark(fileFrame: 33, title: "lost from the beginning")],
      ])
  }

  @Test func `before the first frame the last mark counts, and a take without frames has none`() {
    let bench = RecorderBench()
    bench.send(.beginTake, at: 5)
    bench.mark(at: 5, "one")
    bench.mark(at: 5, "two")
    bench.send(.endTake, at: 70)
    bench.send(.beginTake, at: 80)
    bench.mark(at: 80, "nothing")
    bench.send(.endTake, at: 80)
    bench.render(128)
    let takes = takes(bench)
    #expect(takes.map(\.marks) == [[Mark(fileFrame: 0, title: "two")]])
    #expect(bench.tap.ring.firstMarker == nil)
  }

  @Test func `a mark while nothing is taken is counted, and does nothing`() {
    let bench = RecorderBench()
    bench.mark(at: 3, "early")
    bench.send(.beginTake, at: 4)
    bench.send(.endTake, at: 60)
    bench.mark(at: 60)
    bench.render(64)
    #expect(takes(bench).map(\.marks) == [[]])
    #expect(bench.tap.missedMarkCount == 2)
  }

  @Test func `requests of any size give the same marks`() {
    for size in [1, 63, 64, 65, 441, 4096] {
      let bench = RecorderBench()
      bench.send(.beginTake, at: 111)
      for frame in stride(from: 111, to: 4000, by: 333) { bench.mark(at: Int64(frame), "\(frame)") }
      bench.send(.endTake, at: 4001)
      for _ in 0..<(8192 / size) { bench.render(size) }
      let marks = takes(bench).first?.marks ?? []
      #expect(marks.map { "\($0.fileFrame + 111)" } == marks.map { $0.title ?? "" }, "\(size)")
      #expect(marks.count == 12, "\(size)")
    }
  }

  @Test func `many marks into a ring that nobody empties leave room for the take's end`() {
    let bench = RecorderBench(ringFrameCount: 1 << 17)
    bench.send(.beginTake, at: 0)
    for i in 1...1100 {
      bench.mark(at: Int64(64 * i))
      bench.render(64)
    }
    bench.send(.endTake, at: 1200 * 64)
    bench.render(101 * 64)
    let takes = takes(bench)
    #expect(takes.map(\.isComplete) == [true])
    #expect(takes.first?.marks.count ?? 0 > 1000)
    let lost = bench.renderer.faults.pointee.lostActions.load(ordering: .relaxed)
    #expect(lost + (takes.first?.marks.count ?? 0) == 1100)
  }

  @Test func `the driver is told when there is room`() {
    let bench = RecorderBench(ringFrameCount: 1024)
    var takes: [Take] = []
    #expect(bench.tap.hasRoom(frameCount: 960))
    #expect(!bench.tap.hasRoom(frameCount: 961))
    bench.send(.beginTake, at: 0)
    bench.render(10_000, request: 500) { drain(bench.tap.ring, into: &takes) }
    drain(bench.tap.ring, into: &takes)
    #expect(bench.tap.lostFrameCount == 0)
    #expect(takes.map(\.samples) == [NumberedSource.frames(0..<10_048)])
  }
}

extension UnsafeRawPointer {
  fileprivate func load<T>(_ type: T.Type, _ index: Int) -> T {
    assumingMemoryBound(to: T.self)[index]
  }
}
