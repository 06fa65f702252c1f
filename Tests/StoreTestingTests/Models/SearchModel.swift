import Observation

/// A search that waits until the user stops typing, written without a thought of tests of state.
@MainActor
@Observable
final class SearchModel {
  var query = "" {
    didSet { queryChanged() }
  }

  private(set) var results: [String] = []

  private(set) var isLoading = false

  private(set) var error: String?

  private var task: Task<Void, Never>?

  private let search: @Sendable (String) async throws -> [String]

  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration>, search: @escaping @Sendable (String) async throws -> [String]) {
    self.clock = clock
    self.search = search
  }

  private func queryChanged() {
    task?.cancel()
    task = Task {
      do {
        try await clock.sleep(for: .milliseconds(300))
        isLoading = true
        error = nil
        results = try await search(query)
      } catch is CancellationError {
        return
      } catch {
        self.error = "No connection."
      }
      isLoading = false
    }
  }
}
