// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
  dependencies: [
    // In your own package: .package(url: "...", revision: "..."), or .upToNextMinor(from: "0.1.0") once a version is tagged.
    .package(name: "swift-store-testing", path: "../..")
  ],
  targets: [
    // The app, which doesn't depend on tests.
    .executableTarget(
      name: "LoginApp",
      dependencies: [
        .product(name: "StoreCore", package: "swift-store-testing"),
        .product(name: "StoreDependencies", package: "swift-store-testing"),
      ],
      swiftSettings: settings
    ),
    // An app with a live store that works on real files.
    .executableTarget(
      name: "NotesApp",
      dependencies: [
        .product(name: "StoreCore", package: "swift-store-testing"),
        .product(name: "StoreDependencies", package: "swift-store-testing"),
      ],
      swiftSettings: settings
    ),
    // An app as others have it, which has no dependency.
    .target(name: "ArticleApp", swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "ArticleAppTests",
      dependencies: [
        "ArticleApp",
        .product(name: "StoreTesting", package: "swift-store-testing"),
      ],
      swiftSettings: settings + [.swiftLanguageMode(.v5)]
    ),
    // The tests, the only targets that depend on StoreTesting.
    .testTarget(
      name: "LoginAppTests",
      dependencies: [
        "LoginApp",
        .product(name: "StoreTesting", package: "swift-store-testing"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NotesAppTests",
      dependencies: [
        "NotesApp",
        .product(name: "StoreTesting", package: "swift-store-testing"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
