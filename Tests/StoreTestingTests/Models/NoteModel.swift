import Observation

/// A text that can be undone and is saved when the user pauses, as apps have it.
@MainActor
@Observable
final class NoteModel {
  var text: String {
    didSet {
      guard !isRestoring, text != oldValue else { return }
      undone = []
      done.append(oldValue)
      changed()
    }
  }

  private(set) var done: [String] = []

  private(set) var undone: [String] = []

  private(set) var isSaved = true

  private var isRestoring = false

  @ObservationIgnored private var saving: Task<Void, Never>?

  private let clock: any Clock<Duration>

  private let save: @Sendable (String) async throws -> Void

  init(_ text: String, clock: any Clock<Duration>, save: @escaping @Sendable (String) async throws -> Void) {
    self.text = text
    self.clock = clock
    self.save = save
  }

  func undo() {
    guard let last = done.popLast() else { return }
    undone.append(text)
    restore(last)
  }

  func redo() {
    guard let last = undone.popLast() else { return }
    done.append(text)
    restore(last)
  }

  private func restore(_ text: String) {
    isRestoring = true
    self.text = text
    isRestoring = false
    changed()
  }

  private func changed() {
    isSaved = false
    saving?.cancel()
    saving = Task {
      do {
        try await clock.sleep(for: .seconds(2))
        try await save(text)
        isSaved = !Task.isCancelled
      } catch {}
    }
  }
}
