// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let products: [Target.Dependency] = [
  .product(name: "StoreCore", package: "swift-store-testing"),
  .product(name: "StoreDependencies", package: "swift-store-testing"),
]

let package = Package(
  name: "Practice",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
  dependencies: [.package(name: "swift-store-testing", path: "../..")],
  targets: [
    // The features, which are among the samples: a link leads to their folder.
    .target(name: "Practice", dependencies: products, swiftSettings: settings),
    // The app, with live dependencies: files, the system's clock, and a server that is offline at first.
    .executableTarget(name: "PracticeMain", dependencies: ["Practice"] + products, swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
