// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "XCTestConsumer",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "swift-store-testing", path: "../..")],
  targets: [
    .testTarget(
      name: "MistakeTests",
      dependencies: [
        .product(name: "StoreCore", package: "swift-store-testing"),
        .product(name: "StoreTesting", package: "swift-store-testing"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
