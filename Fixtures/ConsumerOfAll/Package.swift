// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "ConsumerOfAll",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
  dependencies: [
    .package(name: "swift-store-testing", path: "../..")
  ],
  targets: [
    .target(
      name: "SearchFeature",
      dependencies: [.product(name: "StoreCore", package: "swift-store-testing")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SearchTests",
      dependencies: [
        "SearchFeature",
        .product(name: "StoreExploration", package: "swift-store-testing"),
        .product(name: "StoreRecording", package: "swift-store-testing"),
        .product(name: "StoreTesting", package: "swift-store-testing"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
