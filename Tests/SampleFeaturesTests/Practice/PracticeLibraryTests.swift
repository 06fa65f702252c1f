import Foundation
import SampleFeatures
import StoreCore
import StoreDependencies
import Testing

@Suite("Practice library")
struct PracticeLibraryTests {
  @Test func `The id of a removed piece doesn't come back, also from the file`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "practice-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    func launch() -> DependencyValues {
      withDependencies {
        $0.keepPractice(in: folder)
      } operation: {
        DependencyValues.current
      }
    }
    let first = launch()
    first.practiceLibrary.update {
      $0.add(title: "Prelude", composer: "Bach")
      $0.add(title: "Fugue", composer: "Bach")
      $0.pieces.remove(id: 2)
    }
    first.practiceSettings.update { $0.goal = 45 }
    await first.practiceLibrary.save()
    await first.practiceSettings.save()
    let second = launch()
    second.practiceLibrary.update { $0.add(title: "Clair de lune", composer: "Debussy") }
    await second.practiceLibrary.save()
    #expect(second.practiceLibrary.value.pieces.ids == [1, 3])
    #expect(second.practiceSettings.value == PracticeSettings(goal: 45))
  }

  @Test func `A damaged file is kept beside the new one, and the app is told`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "practice-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{".utf8).write(to: folder.appending(path: "settings.json"))
    let problems = AsyncStream<Bool>.makeStream()
    let values = withDependencies {
      $0.keepPractice(in: folder) { problem in
        if case .notLoaded = problem { problems.continuation.yield(true) } else { problems.continuation.yield(false) }
      }
    } operation: {
      DependencyValues.current
    }
    #expect(values.practiceSettings.value == PracticeSettings())
    problems.continuation.finish()
    #expect(await problems.stream.reduce(into: []) { $0.append($1) } == [true])
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: "settings.json.damaged").path))
  }

  @Test func `A session of an unknown piece is not recorded`() {
    var library = PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude")])
    library.record(seconds: 60, of: 2)
    #expect(library == PracticeLibrary(pieces: [Piece(id: 1, title: "Prelude")]))
  }

  @Test(arguments: [
    ("practice://settings", PracticeLink.settings), ("practice://pieces/3", .piece(3)),
    ("practice://pieces/3/", .piece(3)), ("practice://pieces/3/recorder", .recorder(3)),
    ("practice://pieces/three", nil), ("practice://pieces", nil), ("practice://", nil), ("https://settings", nil),
    ("practice://pieces/3/recorder/now", nil), ("practice://settings/3", nil),
  ])
  func `A link leads to a screen`(text: String, link: PracticeLink?) {
    #expect(PracticeLink(text) == link)
  }
}
