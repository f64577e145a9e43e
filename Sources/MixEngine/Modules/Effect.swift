/// Something that edits the sound of a strip: the base of all effects.
///
/// It has the parameters `on` and `mix`: of the unedited (dry) sound x and the edited (wet) sound w
/// it makes y = (1 − m)·x + m·w, where m goes to the mix, or to 0 when it is off, in straight lines
/// of 5 ms. Resting at m = 1 it edits in place. Resting at m = 0 it costs nothing, changes no bit and
/// has forgotten everything. An effect with a latency makes the mix itself (`mixesItself`): what it
/// does not edit is as late as what it does.
///
/// It edits the top of the stack, mono or stereo; of wider buffers the first two channels. When it
/// makes sound that is not finite (of such sound, or by itself) it is silent for that quantum, which
/// is counted, and begins anew.
open class Effect: Module, @unchecked Sendable {
  /// Whether it is heard.
  public let on: Parameter
  /// How much of the edited sound is heard: 0…100 %.
  public let mix: Parameter
  /// The word of its type, "bandpass"; empty if the catalogue did not make it.
  public internal(set) final var typeWord = ""
  /// Whether it makes the mix itself, in `processMixed`, whatever the mix. Set in `init`.
  final var mixesItself = false

  // Render thread only, once rendering has begun.
  private var wet = Ramp(0)
  private var dry = Ramp(1)
  private var lineFrames = 240
  private var lastMix = Float.nan
  private var wetTail = 0
  private var isFresh = true
  private var hasForgotten = false

  /// Control thread. Subclasses add their own parameters with `add`.
  ///
  /// - Parameters:
  ///   - address: "effect.echo".
  ///   - descriptors: those of its type; `on` and `mix` must be among them.
  public init(address: String, parameters: ParameterTable, descriptors: [ParameterDescriptor]) {
    on = Self.add("on", of: descriptors, address: address, to: parameters)
    mix = Self.add("mix", of: descriptors, address: address, to: parameters)
    super.init(address: address, parameters: parameters)
  }

  /// Control thread: adds the parameter of that name, which must be there, to the table.
  public static func add(
    _ name: String, of descriptors: [ParameterDescriptor], address: String,
    to parameters: ParameterTable
  ) -> Parameter {
    guard let descriptor = descriptors.first(where: { $0.name == name }) else {
      preconditionFailure("an effect's parameter has no descriptor")
    }
    return parameters.add(descriptor, address: "\(address).\(name)")
  }

  /// The two descriptors that each type's table begins with.
  public static func commonDescriptors(mix: Float = 100) -> [ParameterDescriptor] {
    [
      ParameterDescriptor(switch: "on", default: true),
      ParameterDescriptor("mix", .percent, 0...100, default: mix, smoothingMilliseconds: 5),
    ]
  }

  /// What is to be said of `on` and `mix`: of the mix only if it is not `defaultMix`.
  final func commonSummary(defaultMix: Float?) -> String {
    var text = ""
    if mix.wanted != defaultMix {
      text = ", mix \(Self.commonDescriptors()[1].text(mix.wanted))"
    }
    return on.wanted > 0.5 ? text : text + ", off"
  }

  /// Says for how many frames the edited sound may go on after its input has ended, until it is
  /// 120 dB weaker. Control thread in `prepare`, then render thread. What is not heard has no tail.
  @_noLocks public final func setWetTail(_ frames: Int) {
    wetTail = frames
    setTail(frames)
  }

  /// Control thread. Subclasses that override it call it, too.
  open override func prepare(sampleRate: SampleRate) {
    lineFrames = Int(sampleRate.frames(seconds: 0.005))
  }

  /// By how many dB the edited sound is lowered at the end of the last quantum: 0 or below; nil of
  /// effects that do not measure it. Any thread.
  open var reduction: Float? { nil }

  /// Render thread: edits one quantum in place. The edited sound alone: the mix is made around it.
  ///
  /// Sound that is not finite may come in. What of it is not heard in the same quantum (and so makes
  /// the effect begin anew) must not be kept.
  /// - Parameter buffer: in the stack's own memory; its first two channels, or the only one.
  @_noLocks open func processWet(_ buffer: BufferView, _ context: RenderContext) {}

  /// Render thread: what an effect that `mixesItself` does instead: out = dry × in + wet × edited, in
  /// place. The ramps are advanced by the caller.
  @_noLocks func processMixed(
    _ buffer: BufferView, dry: Ramp, wet: Ramp, _ context: RenderContext
  ) {}

  @_noLocks public final override func process(_ context: RenderContext) {
    let stack = context.stack
    guard let top = stack.get() else { return stack.countMisuse() }
    aim()
    if mixesItself {
      if top.isExternal, !stack.makeOwn(0) { return }
      callProcessMixed(top, context)
      if !isFinite(top) {
        silence(top, context)
        forget()
      }
      wet.advance(top.frameCount)
      dry.advance(top.frameCount)
      return
    }
    if wet.rests(at: 0) {
      if !hasForgotten {
        hasForgotten = true
        setTail(0)
        forget()
      }
      return
    }
    if hasForgotten {
      hasForgotten = false
      setTail(wetTail)
    }
    if wet.rests(at: 1) {
      if top.isExternal, !stack.makeOwn(0) { return }
      edit(top, context)
      return
    }
    guard let copy = stack.duplicate() else { return }
    edit(copy, context)
    let rests = wet.isFlat ? dry.isFlat : false
    // What is not finite is no part of the mix either.
    var c = 0
    while c < copy.channelCount, c < 2 {
      let source = top[c], frames = copy.frameCount
      if rests {
        let isGood = Kernel.isFinite(source, frameCount: frames)
        if isGood {
          Kernel.blend(source, dry.target, into: copy[c], wet.target, frameCount: frames)
          c &+= 1
          continue
        }
      }
      Kernel.apply(wet, to: copy[c], frameCount: frames)
      if Kernel.isFinite(source, frameCount: frames) {
        Kernel.mix(source, into: copy[c], frameCount: frames, ramp: dry)
      }
      c &+= 1
    }
    stack.remove(1)
    wet.advance(copy.frameCount)
    dry.advance(copy.frameCount)
  }

  @_noLocks private final func aim() {
    let percent = on.isOn ? mix.value : 0
    if percent == lastMix { return }
    lastMix = percent
    let share = percent / 100
    // Not a number: it stays where it is.
    let target: Float = share >= 1 ? 1 : share <= 0 ? 0 : share == share ? share : wet.target
    if isFresh {
      isFresh = false
      wet.jump(to: target)
      dry.jump(to: 1 - target)
    } else {
      wet.move(to: target, over: lineFrames)
      dry.move(to: 1 - target, over: lineFrames)
    }
  }

  @_noLocks private final func edit(_ buffer: BufferView, _ context: RenderContext) {
    callProcessWet(buffer, context)
    if isFinite(buffer) { return }
    silence(buffer, context)
    forget()
  }

  @_noLocks final func isFinite(_ buffer: BufferView) -> Bool {
    if buffer.channelCount > 1 {
      return Kernel.isFinite(buffer.left, buffer.right, frameCount: buffer.frameCount)
    }
    return Kernel.isFinite(buffer.left, frameCount: buffer.frameCount)
  }

  @_noLocks final func silence(_ buffer: BufferView, _ context: RenderContext) {
    var c = 0
    while c < buffer.channelCount, c < 2 {
      Kernel.clear(buffer[c], frameCount: buffer.frameCount)
      c &+= 1
    }
    tellNonFinite(context)
  }

  // Class dispatch; every override carries its own proof.
  @_semantics("no_performance_analysis") @inline(__always)
  private final func callProcessWet(_ buffer: BufferView, _ context: RenderContext) {
    processWet(buffer, context)
  }

  @_semantics("no_performance_analysis") @inline(__always)
  private final func callProcessMixed(_ buffer: BufferView, _ context: RenderContext) {
    processMixed(buffer, dry: dry, wet: wet, context)
  }

  @_semantics("no_performance_analysis") @inline(__always)
  private final func forget() { reset() }
}
