// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "HiddenBugs",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
  dependencies: [.package(name: "swift-store-testing", path: "../..")],
  targets: [
    .testTarget(
      name: "HiddenBugs",
      dependencies: ["StoreCore", "StoreDependencies", "StoreTesting", "StoreExploration"].map {
        .product(name: $0, package: "swift-store-testing")
      }
    )
  ],
  swiftLanguageModes: [.v6]
)
