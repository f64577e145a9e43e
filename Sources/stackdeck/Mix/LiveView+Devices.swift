import MixEngine
import MixIO
import MixSession

extension LiveView {
  /// The live inputs, in the order of the session.
  func inputs(_ devices: LiveDevices?) -> [DeviceView] {
    inputNames.map { name in
      var view = DeviceView(name: name, state: .waiting, level: level(of: name))
      view.isMuted = isMuted("input.\(name)")
      // What was kept of it stands in its place.
      if mix.files[name] != nil { view.state = .running }
      guard let (state, report) = devices?.input(name) else { return view }
      view.state = Self.word(for: state)
      view.device = state.device?.description ?? ""
      view.underruns = report.underruns
      view.overruns = report.overruns
      if report.isSettled { view.drift = report.driftPPM }
      return view
    }
  }

  /// The outputs beside main's.
  func outputs(_ devices: LiveDevices?) -> [DeviceView] {
    outputNames.map { name in
      var view = DeviceView(name: name, state: .waiting)
      guard let (state, report) = devices?.output(name) else { return view }
      view.state = Self.word(for: state)
      view.device = state.device?.description ?? ""
      view.underruns = report.underruns
      view.overruns = report.overruns
      // Here the mix writes and the device reads: what is fast on one side is slow on the other.
      if report.isSettled { view.drift = report.driftPPM == 0 ? 0 : -report.driftPPM }
      return view
    }
  }

  private static func word(for state: InputState) -> DeviceView.State {
    switch state {
    case .idle, .connecting: .connecting
    case .running: .running
    case .suspended: .suspended
    case .waiting, .closed: .waiting
    case .failed: .failed
    }
  }

  private static func word(for state: OutputState) -> DeviceView.State {
    switch state {
    case .idle, .connecting: .connecting
    case .running, .moved: .running
    case .suspended: .suspended
    case .reconnecting, .closed: .waiting
    case .failed: .failed
    }
  }
}
