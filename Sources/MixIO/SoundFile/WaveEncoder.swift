import MixEngine

/// Writes WAV, and RF64 past 4 GiB: samples as they are behind a header of fixed size.
final class WaveEncoder: TakeEncoder {
  private let file: OutputFile
  private let header: WaveHeader
  private let bits: Int
  private var bytes: [UInt8] = []

  init(_ file: OutputFile, format: TakeFormat) {
    self.file = file
    let encoding = format.encoding ?? .pcm24
    header = WaveHeader(encoding: encoding, sampleRate: format.sampleRate)
    bits = encoding == .pcm16 ? 16 : 24
    let start = header.bytes(frameCount: 0)
    _ = file.write(start, count: start.count)
  }

  var reason: String { "the file takes no more bytes" }

  func write(_ samples: UnsafePointer<Int16>, frameCount: Int) -> Int {
    put(samples, byteCount: 4 * frameCount) / 4
  }

  func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Int {
    put(samples, byteCount: 8 * frameCount) / 8
  }

  func write(_ samples: UnsafePointer<Int32>, frameCount: Int) -> Int {
    if bytes.count < 6 * frameCount { bytes = [UInt8](repeating: 0, count: 6 * frameCount) }
    let width = bits / 8
    return bytes.withUnsafeMutableBytes {
      let count = WaveBytes.pack(
        samples, bits: bits, count: 2 * frameCount, into: $0.baseAddress!)
      return put($0.baseAddress!, byteCount: count) / (2 * width)
    }
  }

  func updateHeader(frameCount: Int64) {
    let position = file.position, bytes = header.bytes(frameCount: frameCount)
    file.position = 0
    _ = file.write(bytes, count: bytes.count)
    file.position = position
  }

  func close() {}

  private func put(_ samples: UnsafeRawPointer, byteCount: Int) -> Int {
    file.write(samples, count: byteCount)
  }
}
