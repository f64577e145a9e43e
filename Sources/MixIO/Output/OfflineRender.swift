import MixEngine

/// Renders as fast as it goes, on the calling thread: what files and takes get is what a live run
/// would have made, sample for sample.
///
/// Frame 0 of the render clock is the first frame that is given out. The renderer must have been
/// made offline, with one stereo output, and its graph be running.
public final class OfflineRender {
  /// Frames asked for at once: large, so that the driver's own work does not count.
  static let request = 4096

  private let renderer: Renderer
  private let takes: [TakeWriter]
  private let left = UnsafeMutablePointer<Float>.allocate(capacity: request)
  private let right = UnsafeMutablePointer<Float>.allocate(capacity: request)
  /// Frames given out so far.
  public private(set) var frameCount: Int64 = 0

  public init(_ renderer: Renderer, takes: [TakeWriter]) {
    precondition(renderer.isOffline, "an offline render needs an offline renderer")
    self.renderer = renderer
    self.takes = takes
    left.initialize(repeating: 0, count: Self.request)
    right.initialize(repeating: 0, count: Self.request)
  }

  deinit {
    left.deallocate()
    right.deallocate()
  }

  /// Renders until nothing can sound any more, or up to `limit`.
  ///
  /// - Parameters:
  ///   - limit: frames; nil: no limit.
  ///   - isGoing: asked before every request with the frames given out; false ends the render.
  ///   - sink: gets planar stereo; what it throws ends the render.
  public func run<Failure: Error>(
    limit: Int64? = nil, while isGoing: (Int64) -> Bool = { _ in true },
    sink: (UnsafePointer<Float>, UnsafePointer<Float>, Int) throws(Failure) -> Void
  ) throws(Failure) {
    dropLead()
    while isGoing(frameCount) {
      if let limit, frameCount >= limit { break }
      // Small steps would be slow, and large ones would render far past the end.
      let wanted = Int(min(Int64(Self.request), (limit ?? .max) - frameCount))
      makeRoom(wanted)
      render(wanted)
      let end = renderer.ending.endFrame
      let count = end.map { Int(min(max($0 - frameCount, 0), Int64(wanted))) } ?? wanted
      if count > 0 { try sink(left, right, count) }
      frameCount += Int64(count)
      if end != nil { break }
    }
  }

  /// What lies before frame 0 makes up for the latency of the whole.
  private func dropLead() {
    var before = -min(renderer.clock.frame, 0)
    while before > 0 {
      let count = Int(min(before, Int64(Self.request)))
      makeRoom(count)
      render(count)
      before -= Int64(count)
    }
  }

  private func makeRoom(_ count: Int) {
    for take in takes where !take.tap.hasRoom(frameCount: count) { take.drain() }
  }

  private func render(_ count: Int) {
    var channels = (left, right)
    withUnsafePointer(to: &channels) { pair in
      pair.withMemoryRebound(to: UnsafeMutablePointer<Float>.self, capacity: 2) {
        renderer.render(into: $0, frameCount: count)
      }
    }
    // Offline nobody listens to events; those who want them take them between requests.
  }
}
