// swift-tools-version: 6.2

import PackageDescription

/// The package of the guide to accepted assertions. `.ci/accept` copies it, as its test is changed.
let package = Package(
  name: "Guide",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "swift-store-testing", path: "../../..")],
  targets: [
    .target(
      name: "Guide",
      dependencies: [
        .product(name: "StoreCore", package: "swift-store-testing"),
        .product(name: "StoreDependencies", package: "swift-store-testing"),
      ]
    ),
    .testTarget(
      name: "GuideTests",
      dependencies: ["Guide", .product(name: "StoreTesting", package: "swift-store-testing")]
    ),
  ]
)
