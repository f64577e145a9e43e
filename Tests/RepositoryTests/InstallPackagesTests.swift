import MixTestSupport
import Testing

/// `scripts/install-packages` on machines that a directory of small programs makes up.
@Suite struct InstallPackagesTests {
  private let directory: TemporaryDirectory
  private let script = Rigs.packageDirectory + "/scripts/install-packages"

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["cat", "env", "printf", "sh", "sort"] {
      let real = try Command("sh", ["-c", "command -v \"$0\" || echo /usr/bin/\"$0\"", name]).run()
      let path = real.output.hasPrefix("/") ? String(real.output.dropLast()) : "/usr/bin/\(name)"
      _ = try Command("ln", ["-s", path, directory[name]]).run()
    }
    // Every package is installed except those that the file names.
    try program(
      "dpkg-query",
      "for last; do :; done\n"
        + "case \" $MISSING \" in *\" $last \"*) exit 1 ;; esac\necho 'installed '")
    try program("apt-get", "echo \"apt-get $*\"")
  }

  private func program(_ name: String, _ body: String) throws {
    _ = try Command("chmod", ["755", try directory.write("#!/bin/sh\n\(body)\n", to: name)]).run()
  }

  private func install(_ purposes: String..., missing: String = "") throws -> CommandResult {
    try Command(
      "sh", [script] + purposes, environment: ["PATH": directory.path, "MISSING": missing]
    ).run()
  }

  @Test func `nothing is done when all packages are there`() throws {
    try program("id", "echo 1000")
    let result = try install("build", "test", "bench")
    #expect(result.output == "")
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  @Test func `root installs what is missing and no more`() throws {
    try program("id", "echo 0")
    let result = try install("test", missing: "tmux libpulse-dev")
    #expect(
      result.output == """
        installing: libpulse-dev tmux
        apt-get update -q
        apt-get install -q -y --no-install-recommends libpulse-dev tmux

        """)
    #expect(result.status == 0)
  }

  @Test func `without root it goes through sudo`() throws {
    try program("id", "echo 1000")
    try program("sudo", "echo \"sudo: $1\"; exec \"$@\"")
    let result = try install("build", missing: "make")
    #expect(
      result.output == """
        installing: make
        sudo: apt-get
        apt-get update -q
        sudo: env
        apt-get install -q -y --no-install-recommends make

        """)
  }

  @Test func `with neither root nor sudo one line says what to do`() throws {
    try program("id", "echo 1000")
    let result = try install("build", missing: "make")
    #expect(
      result.errors == "install-packages: neither root nor sudo; as root: apt-get install make\n")
    #expect(result.status == 1)
  }

  @Test func `an unknown purpose is a wrong command line`() throws {
    let result = try install("everything")
    #expect(result.errors == "usage: install-packages build|test|bench...\n")
    #expect(result.status == 2)
  }
}
