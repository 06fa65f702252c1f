// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "Accepting",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
  dependencies: [
    .package(name: "swift-store-testing", path: "../..")
  ],
  targets: [
    .target(
      name: "AcceptingApp",
      dependencies: [
        .product(name: "StoreCore", package: "swift-store-testing"),
        .product(name: "StoreDependencies", package: "swift-store-testing"),
      ],
      swiftSettings: settings
    ),
    // Right tests, which judge.py strips or spoils.
    .testTarget(
      name: "AcceptingTests",
      dependencies: [
        "AcceptingApp",
        .product(name: "StoreTesting", package: "swift-store-testing"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
