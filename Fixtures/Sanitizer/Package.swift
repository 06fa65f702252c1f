// swift-tools-version: 6.3

import PackageDescription

/// The language rules of the package, as in its own manifest.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// Only the live store and its suites, so that a build for a sanitizer is small.
let package = Package(
  name: "sanitizer",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "StoreDependencies", swiftSettings: settings),
    .target(name: "StoreCore", dependencies: ["StoreDependencies"], swiftSettings: settings),
    .target(name: "StoreEditing", swiftSettings: settings),
    .target(name: "StoreRuntime", swiftSettings: settings),
    .target(name: "StoreValues", swiftSettings: settings),
    .target(
      name: "StoreTesting",
      dependencies: ["StoreCore", "StoreDependencies", "StoreEditing", "StoreRuntime", "StoreValues"],
      swiftSettings: settings
    ),
    .target(
      name: "TestSupport",
      dependencies: ["StoreCore", "StoreDependencies", "StoreRuntime", "StoreTesting"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    .testTarget(
      name: "StoreCoreTests",
      dependencies: ["StoreCore", "StoreDependencies", "StoreTesting", "TestSupport"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
