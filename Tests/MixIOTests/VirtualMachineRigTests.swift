import MixTestSupport
import Testing

/// The machine in which tests of the ALSA sequencer run must itself work.
@Suite(.enabled(if: VirtualMachineRig.isInstalled, "\(VirtualMachineRig.reason)"))
struct VirtualMachineRigTests {
  @Test func `the machine has a sequencer, and passes on output, errors, status and files`() throws
  {
    let rig = try VirtualMachineRig()
    try rig.directory.write("in", to: "in")
    let script = """
      aconnect -l
      echo "$WORD" >&2
      cat "$0/in" >"$0/out"
      echo lost >"$1/x"
      exit 7
      """
    let other = try TemporaryDirectory()
    let result = try rig.run(
      "bash", ["-c", script, rig.directory.path, other.path], environment: ["WORD": "a word"])
    #expect(result.output.contains("client 14: 'Midi Through'"))
    #expect(result.output.contains("'VirMIDI 0-3"))
    // The machine that is set up for the first time says so before.
    #expect(result.errors.hasSuffix("a word\n"))
    #expect(result.status == 7)
    #expect(try rig.directory.text(of: "out") == "in")
    #expect(try other.names() == [])
  }

  @Test func `a machine without sound modules has no sequencer`() throws {
    let rig = try VirtualMachineRig()
    let result = try rig.run("test", ["-e", "/dev/snd/seq"], hasSequencer: false)
    #expect(result.status == 1)
  }

  @Test func `a command that runs too long ends with 124`() throws {
    let rig = try VirtualMachineRig()
    let result = try rig.run("sleep", ["1000"], hasSequencer: false, limit: 1)
    #expect(result.status == 124)
  }
}
