import Foundation
import Glibc
import MixTestSupport
import Testing

/// What a mix that plays tells of its inputs and other outputs.
@Suite(.serialized, .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"))
struct DeviceStatusTests {
  private static let session = """
    [output.main]
    device = "main"
    [output.call]
    virtual_source = "Studio"
    from = "main"
    [input.web]
    virtual_sink = "Web"
    mute = true
    [input.voice]
    source = "no such microphone"
    [oscillator.tone]
    gain = -20
    """

  /// The fields of each object of an array in the last whole line.
  private func objects(_ name: String, in lines: String) -> [[String: Any]] {
    let whole = lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard let line = whole.last,
      let any = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
      let object = any as? [String: Any]
    else { return [] }
    return object[name] as? [[String: Any]] ?? []
  }

  @Test(arguments: ServerKind.installed)
  func `JSON tells the state of inputs and outputs, their levels and their drift`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let bench = try MixBench(environment: rig.environment)
    try bench.write(Self.session)
    let running = try bench.start("run", "set.toml", "--headless", "--json")
    func inputs() -> [[String: Any]] { objects("inputs", in: running.output) }
    func outputs() -> [[String: Any]] { objects("outputs", in: running.output) }
    func state(_ views: [[String: Any]]) -> [String] { views.map { $0["state"] as? String ?? "" } }
    #expect(
      waitUntil {
        state(inputs()) == ["running", "waiting"] && state(outputs()) == ["running"]
      }, "\(running.output)\n\(running.errors)")
    #expect(inputs().map { $0["name"] as? String } == ["web", "voice"])
    #expect(inputs().map { $0["mute"] as? Bool } == [true, false])
    #expect(inputs().allSatisfy { $0["underruns"] is Int && $0["overruns"] is Int })
    #expect((inputs().first?["device"] as? String)?.isEmpty == false)
    #expect(inputs().last?["device"] as? String == "")
    // Nothing plays to it, so there is no level; and no drift where nothing comes.
    #expect(inputs().allSatisfy { $0["level"] is NSNull })
    #expect(inputs().last?["drift"] is NSNull)
    #expect(outputs().map { $0["name"] as? String } == ["call"])
    #expect(outputs().first?["underruns"] is Int)
    #expect(waitUntil { outputs().first?["drift"] is Double }, "\(running.output)")
    running.send(SIGINT)
    running.expectEnd(130)
  }
}
