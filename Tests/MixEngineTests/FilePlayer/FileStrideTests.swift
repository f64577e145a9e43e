import MixTestSupport
import Testing

@testable import MixEngine

@Suite struct FileStrideTests {
  @Test(arguments: [(44_100, 48_000), (48_000, 44_100), (22_050, 96_000), (96_000, 44_100)])
  func `hours are exact to the frame`(fileRate: Int, engineRate: Int) {
    var stride = FileStride(fileRate: fileRate, engineRate: engineRate)
    var position = FramePosition(0)
    // Ten hours, in pieces.
    for _ in 0..<36_000 {
      stride.advance(&position, count: engineRate / 3)
      stride.advance(&position, count: engineRate - engineRate / 3)
    }
    #expect(position == FramePosition(Int64(fileRate) * 36_000))
  }

  @Test(arguments: [(44_100, 48_000), (48_000, 44_100), (8000, 48_000), (96_000, 44_100)])
  func `the frames before a boundary are those that steps find`(fileRate: Int, engineRate: Int) {
    var generator = SeededGenerator(seed: 81)
    for _ in 0..<200 {
      var stride = FileStride(fileRate: fileRate, engineRate: engineRate)
      var position = FramePosition(0)
      stride.advance(&position, count: Int(generator.next() % 100_000))
      let boundary = position.frame + Int64(generator.next() % 400)
      let found = stride.frames(from: position, until: boundary, limit: 304)
      var count = 0
      while count < 304, position.frame < boundary {
        stride.advance(&position, count: 1)
        count += 1
      }
      #expect(found == count)
    }
  }

  @Test func `equal rates copy and absurd ones are held`() {
    #expect(FileStride(fileRate: 48_000, engineRate: 48_000).isOneFrame)
    #expect(!FileStride(fileRate: 44_100, engineRate: 48_000).isOneFrame)
    #expect(FileStride(fileRate: 768_000, engineRate: 8000).step == 16 << 32)
    #expect(FileStride().frames(from: FramePosition(5), until: 5, limit: 64) == 0)
    #expect(FileStride().frames(from: FramePosition(5), until: 9, limit: 64) == 64)
  }
}
