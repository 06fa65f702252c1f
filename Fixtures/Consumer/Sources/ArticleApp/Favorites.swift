import Observation

/// A model with `@Observable`, as apps have them today.
@MainActor
@Observable
final class Favorites {
  private(set) var names: Set<String> = []

  private(set) var isSaving = false

  private let save: @Sendable (Set<String>) async throws -> Void

  init(save: @escaping @Sendable (Set<String>) async throws -> Void) { self.save = save }

  func toggle(_ name: String) async {
    let before = names
    names.formSymmetricDifference([name])
    isSaving = true
    defer { isSaving = false }
    do { try await save(names) } catch { names = before }
  }
}
