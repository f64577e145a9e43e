// swift-tools-version: 6.2
import PackageDescription

// RTSAN=1 swift test --scratch-path .build-rtsan: RealtimeSanitizer is linked in and ends the
// process at an allocation, a lock or a blocking call on the render path.
let rtsan: [LinkerSetting] =
  Context.environment["RTSAN"] == "1"
  ? [.unsafeFlags(["-Xclang-linker", "-fsanitize=realtime"])] : []

// Sample loops without optimisation are about a hundred times slower, so the code that has them is
// optimised in debug builds too. Run-time exclusivity checks of class fields cost a tenth of a
// cycle; the render path has one owner per object and needs none.
let render: [SwiftSetting] = [
  .unsafeFlags(["-O"], .when(configuration: .debug)),
  .unsafeFlags(["-enforce-exclusivity=unchecked"]),
]
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
  name: "stackdeck",
  products: [
    .library(name: "MixEngine", targets: ["MixEngine"]),
    .library(name: "TOML", targets: ["TOML"]),
    .executable(name: "stackdeck", targets: ["stackdeck"]),
    .executable(name: "stackdeck-bench", targets: ["stackdeck-bench"]),
    .executable(name: "toml-test-decoder", targets: ["toml-test-decoder"]),
  ],
  targets: [
    // One module map a C library. No pkgConfig: its flags only bring warnings here.
    .systemLibrary(name: "CPulse", providers: [.apt(["libpulse-dev"])]),
    .systemLibrary(name: "CALSA", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CSndFile", providers: [.apt(["libsndfile1-dev"])]),
    .target(name: "CRealtime", linkerSettings: [.linkedLibrary("m")]),

    .target(name: "TOML", swiftSettings: optimised),
    .target(name: "MixEngine", dependencies: ["CRealtime"], swiftSettings: render),
    .target(name: "MixSession", dependencies: ["MixEngine", "TOML"]),
    .target(
      name: "MixIO", dependencies: ["MixEngine", "CALSA", "CPulse", "CSndFile", "CRealtime"],
      swiftSettings: render),
    .executableTarget(
      name: "stackdeck", dependencies: ["MixEngine", "MixSession", "MixIO"], linkerSettings: rtsan),
    .executableTarget(
      name: "stackdeck-bench", dependencies: ["MixEngine", "MixIO"], swiftSettings: render),
    .executableTarget(name: "toml-test-decoder", dependencies: ["TOML"]),

    // Signals, measurements and the servers that tests start.
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .target(
      name: "MixTestSupport", dependencies: ["MixEngine", "CTestSupport"],
      path: "Tests/MixTestSupport",
      swiftSettings: optimised),
    .systemLibrary(
      name: "CSampleRate", path: "Tests/CSampleRate", providers: [.apt(["libsamplerate0-dev"])]),
    // Records in a process that a test may kill, or on a disk that gets full.
    .executableTarget(
      name: "take-rig", dependencies: ["MixEngine", "MixIO", "MixTestSupport"],
      path: "Tests/TakeRig"),
    // A MIDI controller that is no device, in a process of its own.
    .executableTarget(
      name: "controller-rig", dependencies: ["CALSA"], path: "Tests/ControllerRig"),
    // The interpolator beside libsamplerate: in Tests, because the program does not use that.
    .executableTarget(
      name: "varispeed-bench", dependencies: ["MixEngine", "CSampleRate"],
      path: "Tests/VarispeedBench", swiftSettings: render),
    // The helpers of other tests, and the scripts of the repository.
    .testTarget(name: "RepositoryTests", dependencies: ["MixTestSupport", "stackdeck"]),
    .testTarget(name: "TOMLTests", dependencies: ["TOML"], linkerSettings: rtsan),
    .testTarget(
      name: "MixEngineTests",
      dependencies: ["MixEngine", "MixTestSupport", "CRealtime", "CSampleRate"],
      linkerSettings: rtsan),
    .testTarget(
      name: "MixSessionTests", dependencies: ["MixSession", "TOML", "MixTestSupport"],
      linkerSettings: rtsan),
    .testTarget(
      name: "MixIOTests",
      dependencies: [
        "MixIO", "MixTestSupport", "CALSA", "CSampleRate", "CSndFile", "controller-rig", "take-rig",
      ],
      linkerSettings: rtsan),
    .testTarget(
      name: "StackdeckTests",
      dependencies: [
        "stackdeck", "MixIO", "MixSession", "TOML", "MixTestSupport", "controller-rig",
      ],
      linkerSettings: rtsan),
  ],
  swiftLanguageModes: [.v6]
)
