import Observation

/// A view model that knows nothing of this package.
@MainActor
@Observable
final class Library {
  struct Book: Equatable, Sendable {
    var title: String
    var copies: Int
  }

  var query = "" {
    didSet { search() }
  }

  private(set) var books: [Book] = []

  private(set) var isSearching = false

  private(set) var message: String?

  private(set) var loans: [String: Int] = [:]

  @ObservationIgnored private var searching: Task<Void, Never>?

  private let clock: any Clock<Duration>

  private let find: @Sendable (String) async throws -> [Book]

  init(clock: any Clock<Duration>, find: @escaping @Sendable (String) async throws -> [Book]) {
    self.clock = clock
    self.find = find
  }

  private func search() {
    searching?.cancel()
    searching = Task {
      guard (try? await clock.sleep(for: .milliseconds(200))) != nil else { return }
      isSearching = true
      do { books = try await find(query) } catch { message = "\(error)" }
      isSearching = false
    }
  }

  func borrow(_ title: String) {
    guard let index = books.firstIndex(where: { $0.title == title && $0.copies > 0 }) else {
      message = "None left"
      return
    }
    books[index].copies -= 1
    loans[title, default: 0] += 1
  }

  func count() async throws {
    for days in 1...3 {
      try await clock.sleep(for: .seconds(1))
      loans["days"] = days
    }
  }
}
