// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// `rounds` copies this package, and writes the tests that write suites into Tests/WrittenTests.
let package = Package(
  name: "Writing",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
  dependencies: [
    .package(name: "swift-store-testing", path: "../../..")
  ],
  targets: [
    .target(
      name: "GeneratedFeatures",
      dependencies: [
        .product(name: "StoreCore", package: "swift-store-testing"),
        .product(name: "StoreDependencies", package: "swift-store-testing"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "WrittenTests",
      dependencies: [
        "GeneratedFeatures",
        .product(name: "StoreExploration", package: "swift-store-testing"),
        .product(name: "StoreTesting", package: "swift-store-testing"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
