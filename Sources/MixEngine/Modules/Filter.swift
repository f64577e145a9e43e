import CRealtime

/// An effect that is one second-order filter.
///
/// A parameter that has changed moves to its new value in 20 ms, in a straight line of its taper:
/// a filter that is dragged over octaves in one quantum would put out what it had stored for the old
/// frequency as a thump many times as loud as the sound. Each quantum ends with the coefficients of
/// where the parameters are then, and glides there frame by frame. In silence the filter sleeps once
/// it has rung out: its output is then exactly silent.
public class Filter: Effect, @unchecked Sendable {
  /// One of the subclass's parameters on its way.
  private struct Way: BitwiseCopyable {
    let parameter: Parameter
    let taper: Taper
    /// The value asked for last, and what it is at the end of this quantum.
    var target = Float.nan
    var value: Float = 0
    var position = Ramp(0)

    @_noLocks init(_ parameter: Parameter, _ taper: Taper) {
      self.parameter = parameter
      self.taper = taper
    }

    @_noLocks mutating func jump() {
      target = parameter.value
      value = target
      position.jump(to: taper.position(of: target))
    }

    /// Goes on to the end of a quantum. False when the value stays.
    @_noLocks mutating func advance(_ frameCount: Int, over lineFrames: Int) -> Bool {
      let wanted = parameter.value
      if wanted != target {
        target = wanted
        position.move(to: taper.position(of: wanted), over: lineFrames)
      } else if position.isFlat {
        return false
      }
      position.advance(frameCount)
      value = position.isFlat ? target : taper.value(at: position.value)
      return true
    }
  }

  // The subclass's parameters, as many as it has; the others repeat the last.
  private var first: Way
  private var second: Way
  private var third: Way
  private let word: String
  private let ownDescriptors: [ParameterDescriptor]
  /// Room for a quantum of stereo frames.
  private let scratch: UnsafeMutablePointer<Float>

  // Render thread only, once rendering has begun.
  private var coefficients = BiquadCoefficients.flat
  private var isFlat = true
  private var isFresh = true
  private var state = BiquadState()
  private var rate = 48_000.0
  private var lineFrames = 960

  /// - Parameters:
  ///   - word: its type, as the catalogue has it.
  ///   - names: one to three parameters, in the order in which `design` gets them.
  init(
    address: String, parameters: ParameterTable, word: String,
    descriptors: [ParameterDescriptor], names: [String]
  ) {
    self.word = word
    ownDescriptors = names.map { name in descriptors.first { $0.name == name }! }
    let own = ownDescriptors.map {
      Way(parameters.add($0, address: "\(address).\($0.name)"), $0.taper)
    }
    first = own[0]
    second = own.count > 1 ? own[1] : own[0]
    third = own[own.count - 1]
    scratch = UnsafeMutableRawPointer.allocate(
      byteCount: 8 * Quantum.frameCount, alignment: 64
    ).bindMemory(to: Float.self, capacity: 2 * Quantum.frameCount)
    scratch.initialize(repeating: 0, count: 2 * Quantum.frameCount)
    super.init(address: address, parameters: parameters, descriptors: descriptors)
  }

  deinit { scratch.deallocate() }

  /// The filter that its parameters ask for. Render thread.
  @_noLocks func design(
    _ first: Double, _ second: Double, _ third: Double, rate: Double
  ) -> BiquadCoefficients { .flat }

  public override var summary: String {
    var text = word
    for (descriptor, way) in zip(ownDescriptors, [first, second, third]) {
      // A bare number says nothing.
      text += descriptor.unit == .none ? " \(descriptor.name) " : " "
      text += descriptor.text(way.parameter.wanted)
    }
    return text + commonSummary(defaultMix: 100)
  }

  public override func prepare(sampleRate: SampleRate) {
    super.prepare(sampleRate: sampleRate)
    rate = Double(sampleRate.hertz)
    lineFrames = Int(sampleRate.frames(seconds: 0.02))
    first.jump()
    second.jump()
    third.jump()
    takeDesign()
    isFresh = true
  }

  @_noLocks public override func reset() {
    state.reset()
    // Nothing is ringing that a glide would have to carry over.
    isFresh = true
  }

  @_noLocks public override func processWet(_ buffer: BufferView, _ context: RenderContext) {
    let old = coefficients
    var glides = false
    if isFresh {
      isFresh = false
      first.jump()
      second.jump()
      third.jump()
      takeDesign()
    } else {
      glides = advance(buffer.frameCount)
      if glides { takeDesign() }
    }
    if !glides, isQuiet() {
      var isIdle = isFlat
      if !isIdle { isIdle = isSilent(buffer) }
      if isIdle { return state.reset() }
    }
    let left = buffer.left, frames = buffer.frameCount
    if buffer.channelCount > 1 {
      let right = buffer.right
      if glides {
        Kernel.biquad(from: old, to: coefficients, &state, left, right, frameCount: frames)
      } else if frames <= Quantum.frameCount {
        Kernel.interleave(left, right, scratch, frameCount: frames)
        Kernel.biquad(coefficients, &state, interleaved: scratch, frameCount: frames)
        Kernel.deinterleave(scratch, left, right, frameCount: frames)
      } else {
        Kernel.biquad(coefficients, &state, left, right, frameCount: frames)
      }
      return
    }
    // A mono buffer may become stereo later: both sides remember the same.
    var done = 0
    while done < frames {
      let rest = frames &- done
      let n = rest < Quantum.frameCount ? rest : Quantum.frameCount
      Kernel.copy(left + done, to: scratch, frameCount: n)
      if glides {
        Kernel.biquad(from: old, to: coefficients, &state, left + done, scratch, frameCount: n)
        glides = false
      } else {
        Kernel.biquad(coefficients, &state, left + done, scratch, frameCount: n)
      }
      done &+= n
    }
  }

  /// All parameters at the end of this quantum. False when all of them stay.
  @_noLocks private final func advance(_ frameCount: Int) -> Bool {
    let a = first.advance(frameCount, over: lineFrames)
    let b = second.advance(frameCount, over: lineFrames)
    let c = third.advance(frameCount, over: lineFrames)
    return a || b || c
  }

  @_noLocks private final func takeDesign() {
    coefficients = callDesign()
    let c = coefficients
    isFlat = c.b0 == 1 && c.b1 == c.a1 && c.b2 == c.a2
    setWetTail(isFlat ? 0 : c.ringing(to: 1e-6))
  }

  @_noLocks private final func isQuiet() -> Bool {
    let (a, b) = (state.z1, state.z2)
    let quiet = 1e-10  // −200 dB: what still rings is taken for silence
    guard a.x < quiet, a.y < quiet, b.x < quiet, b.y < quiet else { return false }
    return a.x > 0 - quiet && a.y > 0 - quiet && b.x > 0 - quiet && b.y > 0 - quiet
  }

  @_noLocks private final func isSilent(_ buffer: BufferView) -> Bool {
    guard Kernel.isSilent(buffer.left, frameCount: buffer.frameCount) else { return false }
    return Kernel.isSilent(buffer.right, frameCount: buffer.frameCount)
  }

  // Class dispatch; every override carries its own proof.
  @_semantics("no_performance_analysis") @inline(__always)
  private final func callDesign() -> BiquadCoefficients {
    design(Double(first.value), Double(second.value), Double(third.value), rate: rate)
  }
}

extension BiquadCoefficients {
  /// Frames in which the memory of the filter falls to a share of what it was.
  @_noLocks fileprivate func ringing(to share: Double) -> Int {
    // The radius of the pole that is nearest to the unit circle.
    let half = a1 / 2, rest = half * half - a2
    let radius: Double
    if rest < 0 {
      radius = crt_sqrt(a2)
    } else {
      radius = (half < 0 ? 0 - half : half) + crt_sqrt(rest)
    }
    guard radius > 0 else { return 2 }
    guard radius < 1 else { return .max }
    let frames = crt_log10(share) / crt_log10(radius)
    return frames < 1e12 ? Int(frames) &+ 2 : .max
  }
}
