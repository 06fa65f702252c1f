import Foundation
import SampleFeatures
import Testing

@Suite("Fixture folder")
struct FixtureFolderTests {
  let packageFixtures = FixtureFolder.root.appending(path: "Fixtures").path(percentEncoded: false)

  /// Locates a file where only the arguments of the test can lead to the folder.
  func locate(
    _ file: String = "numbers.json",
    environment: [String: String] = [:],
    workingDirectory: String = "/",
    sourceFile: String = "/file.swift"
  ) -> String? {
    FixtureFolder.locate(
      file,
      environment: environment,
      workingDirectory: workingDirectory,
      sourceFile: sourceFile
    )
  }

  /// Returns the path without a slash at its end.
  func trimmed(_ path: String?) -> String? {
    path.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  @Test func `The environment names the folder, even if it doesn't exist`() {
    let folder = locate(
      environment: ["STORE_FIXTURES": "/elsewhere"],
      workingDirectory: FixtureFolder.root.path(percentEncoded: false),
      sourceFile: #filePath
    )
    #expect(folder == "/elsewhere")
  }

  @Test func `An empty variable is ignored`() {
    #expect(locate(environment: ["STORE_FIXTURES": ""]) == nil)
  }

  @Test func `The folder is in the working directory if that has the file`() {
    let root = FixtureFolder.root.path(percentEncoded: false)
    #expect(trimmed(locate(workingDirectory: root)) == trimmed(packageFixtures))
    #expect(locate("no-such-file.json", workingDirectory: root) == nil)
  }

  @Test func `The nearest folder above the source file is used otherwise`() {
    #expect(trimmed(locate(sourceFile: #filePath)) == trimmed(packageFixtures))
    #expect(locate() == nil)
  }

  @Test func `The folder is found in a path with spaces and letters of all kinds`() async throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "Größe & 100% \(UUID())")
    let folder = place.appending(path: "Fixtures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    try Data(#"{"numbers": [4]}"#.utf8).write(to: folder.appending(path: "numbers.json"))

    let found = try #require(locate(workingDirectory: place.path(percentEncoded: false)))
    #expect(try await NumbersClient.fixtures(in: FixtureFolder(at: found)).numbers() == [4])
  }
}
