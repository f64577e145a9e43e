import MixEngine

/// An address of a session, as the engine knows it.
public enum AddressTarget: Sendable {
  case parameter(Parameter, ParameterDescriptor)
  /// By the modules with these slots.
  case action(ActionKind, slots: [Int32])
  /// `recorder.X.mark`: this tap knows its titles by numbers.
  case mark(RecorderTap)
  /// `session.fade`, of this parameter.
  case fade(Parameter, SampleRate)
  /// What others than the engine do, each in its way: `layer.X` who reads controllers,
  /// `session.reload` the control thread.
  case request(ActionKind)

  /// What is sent to the engine so that it happens at a frame of the render clock; nothing of what
  /// others do.
  ///
  /// - Parameters:
  ///   - value: of the kind that the address takes; of `loop_in` and `loop_out`, `.none` means:
  ///     where it is; of `mark`: without a title.
  ///   - duration: frames that a number takes to get there; 0: at once.
  public func actions(
    _ value: AddressValue, at frame: Int64, duration: Int64 = 0
  ) -> [Action] {
    switch self {
    case .parameter(let parameter, let descriptor):
      let isMove = duration > 0 && !descriptor.isSwitch
      return [
        Action(
          isMove ? .move : .set, target: parameter.index, value: value.number,
          duration: isMove ? duration : 0, frame: frame)
      ]
    case .action(let kind, let slots):
      let number: Double
      switch (kind, value) {
      case (.loopIn, .none), (.loopOut, .none): number = .nan
      case (.seek, _), (.loopIn, _), (.loopOut, _): number = value.number
      default: number = 0
      }
      guard let verb = kind.verb(for: value) else { return [] }
      return slots.map { Action(verb, target: $0, value: number, frame: frame) }
    case .mark(let tap):
      var number = MarkTitles.untitled
      if case .text(let title) = value { number = tap.titles.number(of: title) }
      return [Action(.markTake, target: tap.slot, value: Double(number), frame: frame)]
    case .fade(let position, let rate):
      return [
        Action(
          .cross, target: position.index, duration: rate.frames(seconds: value.number), frame: frame
        )
      ]
    case .request: return []
    }
  }
}
