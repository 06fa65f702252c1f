// swift-tools-version: 6.2

import PackageDescription

/// The settings of a new app project.
let settings: [SwiftSetting] = [
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "ConsumerIsolated",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "swift-store-testing", path: "../..")],
  targets: [
    .executableTarget(
      name: "SearchApp",
      dependencies: [
        .product(name: "StoreCore", package: "swift-store-testing"),
        .product(name: "StoreDependencies", package: "swift-store-testing"),
      ],
      swiftSettings: settings
    ),
    // The tests of a new project are not isolated to an actor. Those of an isolated target also pass.
    .testTarget(
      name: "SearchAppTests",
      dependencies: ["SearchApp", .product(name: "StoreTesting", package: "swift-store-testing")]
    ),
    .testTarget(
      name: "SearchAppIsolatedTests",
      dependencies: ["SearchApp", .product(name: "StoreTesting", package: "swift-store-testing")],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
