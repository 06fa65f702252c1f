import Foundation
import SampleFeatures

extension FixtureFolder {
  static let fixtures = FixtureFolder(at: root.appending(path: "Fixtures").path(percentEncoded: false))

  /// The folder of the fixtures that are broken on purpose.
  static let malformed = FixtureFolder(at: root.appending(path: "Fixtures/Malformed").path(percentEncoded: false))

  /// The folder of the package.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
