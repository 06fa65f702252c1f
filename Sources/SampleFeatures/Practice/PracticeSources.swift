public import StoreDependencies

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
extension DependencyValues {
  /// The pieces of the user, which the screens share.
  public var practiceLibrary: Source<PracticeLibrary> {
    get { self[PracticeLibraryKey.self] }
    set { self[PracticeLibraryKey.self] = newValue }
  }

  /// The settings of the user, which the screens share.
  public var practiceSettings: Source<PracticeSettings> {
    get { self[PracticeSettingsKey.self] }
    set { self[PracticeSettingsKey.self] = newValue }
  }

  /// Keeps the library and the settings in two files. An app calls it once, at its launch.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files, which exists.
  ///   - onProblem: Receives problems with the files, on any thread.
  public mutating func keepPractice(in folder: URL, onProblem: (@Sendable (SourceProblem) -> Void)? = nil) {
    practiceLibrary = Source(
      PracticeLibrary(),
      in: .file(at: folder.appending(path: "library.json")),
      onProblem: onProblem
    )
    practiceSettings = Source(
      PracticeSettings(),
      in: .file(at: folder.appending(path: "settings.json")),
      onProblem: onProblem
    )
  }
}

/// The key of the library. Without ``DependencyValues/keepPractice(in:onProblem:)`` it is in memory.
private enum PracticeLibraryKey: DependencyKey {
  static let liveValue = Source(PracticeLibrary())
  static var testValue: Source<PracticeLibrary> { Source(PracticeLibrary()) }
}

/// The key of the settings. Without ``DependencyValues/keepPractice(in:onProblem:)`` they are in memory.
private enum PracticeSettingsKey: DependencyKey {
  static let liveValue = Source(PracticeSettings())
  static var testValue: Source<PracticeSettings> { Source(PracticeSettings()) }
}
