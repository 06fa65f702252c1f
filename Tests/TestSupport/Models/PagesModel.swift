import Observation

/// A list that loads one page after the other, as apps have it. A page that comes after a refresh is appended to the new
/// list.
@MainActor
@Observable
package final class PagesModel {
  package private(set) var items: [Int] = []

  package private(set) var isLoading = false

  private var nextPage = 0

  @ObservationIgnored private var task: Task<Void, Never>?

  private let load: @Sendable (Int) async throws -> [Int]

  package init(load: @escaping @Sendable (Int) async throws -> [Int]) { self.load = load }

  package func loadMore() {
    guard !isLoading else { return }
    isLoading = true
    let page = nextPage
    task = Task {
      defer { isLoading = false }
      guard let new = try? await load(page) else { return }
      items += new
      nextPage = page + 1
    }
  }

  package func refresh() {
    // The task is cancelled, but a client that doesn't look at cancellation answers all the same.
    task?.cancel()
    isLoading = false
    nextPage = 0
    items = []
    loadMore()
  }
}

/// What a view shows of the list.
package struct ShownPages: Equatable {
  package var items: [Int] = []
  package var isLoading = false

  @MainActor
  package init(_ model: PagesModel) {
    items = model.items
    isLoading = model.isLoading
  }
}
