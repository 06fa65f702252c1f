// swift-tools-version: 6.3

import PackageDescription

/// The language rules that every target of this package is held to.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// The rules of the test targets. In release their optimisation takes half of the build, and can be left out.
let testSettings =
  Context.environment["STORE_TESTING_UNOPTIMIZED_TESTS"] == nil
  ? settings : settings + [.unsafeFlags(["-Onone"]), .define("DEBUG")]

let package = Package(
  name: "swift-store-testing",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
  products: [
    .library(name: "StoreCore", targets: ["StoreCore"]),
    .library(name: "StoreDependencies", targets: ["StoreDependencies"]),
    .library(name: "StoreTesting", targets: ["StoreTesting"]),
    .library(name: "StoreExploration", targets: ["StoreExploration"]),
    .library(name: "StoreRecording", targets: ["StoreRecording"]),
  ],
  targets: [
    // What takes values apart. It knows no store, and so is built beside the targets that do.
    .target(name: "StoreValues", swiftSettings: settings),

    // What edits the source of a test. It knows neither a store nor a test.
    .target(name: "StoreEditing", swiftSettings: settings),

    // What takes over Swift concurrency for a test. It knows no store.
    .target(name: "StoreRuntime", swiftSettings: settings),

    // What ships in an app. Neither depends on a test library.
    .target(name: "StoreDependencies", swiftSettings: settings),
    .target(name: "StoreCore", dependencies: ["StoreDependencies"], swiftSettings: settings),

    // What a test target adds, all that a test of one feature needs.
    .target(
      name: "StoreTesting",
      dependencies: ["StoreCore", "StoreDependencies", "StoreEditing", "StoreRuntime", "StoreValues"],
      swiftSettings: settings
    ),

    // Optional for a test target: repeated runs, and recordings. Neither depends on the other.
    .target(
      name: "StoreExploration",
      dependencies: ["StoreCore", "StoreDependencies", "StoreEditing", "StoreTesting"],
      swiftSettings: settings
    ),
    .target(
      name: "StoreRecording",
      dependencies: ["StoreCore", "StoreDependencies", "StoreTesting"],
      swiftSettings: settings
    ),

    // The features that the tour runs and the suites specify.
    .target(name: "SampleFeatures", dependencies: ["StoreCore", "StoreDependencies"], swiftSettings: settings),
    .executableTarget(
      name: "tour",
      dependencies: [
        "SampleFeatures", "StoreCore", "StoreDependencies", "StoreTesting", "StoreExploration", "StoreRecording",
      ],
      path: "Sources/Tour",
      swiftSettings: settings
    ),

    // What several suites share.
    .target(
      name: "TestSupport",
      dependencies: ["StoreCore", "StoreDependencies", "StoreRuntime", "StoreTesting"],
      path: "Tests/TestSupport",
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "StoreEditingTests",
      dependencies: ["StoreEditing", "TestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "StoreDependenciesTests",
      dependencies: ["StoreDependencies", "StoreTesting", "TestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "StoreCoreTests",
      dependencies: ["StoreCore", "StoreDependencies", "StoreTesting", "TestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "StoreTestingTests",
      dependencies: [
        "SampleFeatures", "StoreCore", "StoreDependencies", "StoreEditing", "StoreRuntime", "StoreTesting",
        "StoreValues", "TestSupport",
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "StoreExplorationTests",
      dependencies: [
        "SampleFeatures", "StoreCore", "StoreDependencies", "StoreTesting", "StoreExploration", "TestSupport",
      ],
      exclude: ["Promises/__Promises__"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "StoreRecordingTests",
      dependencies: [
        "SampleFeatures", "StoreCore", "StoreDependencies", "StoreTesting", "StoreExploration", "StoreRecording",
        "StoreTestingTests", "TestSupport",
      ],
      exclude: ["Transcripts/__Transcripts__"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "SampleFeaturesTests",
      dependencies: [
        "SampleFeatures", "StoreCore", "StoreDependencies", "StoreTesting", "StoreExploration", "TestSupport",
      ],
      swiftSettings: testSettings
    ),
    .testTarget(name: "TourTests", dependencies: ["tour"], swiftSettings: testSettings),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["StoreCore", "StoreDependencies", "StoreTesting", "StoreExploration", "StoreRecording"],
      path: "Tests/Benchmarks",
      exclude: ["compare", "measure"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
