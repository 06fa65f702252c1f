public import Observation
import StoreCore
import StoreDependencies

/// A view model of an app without stores, of which one part has moved to a store.
///
/// Its view reads properties and calls methods, as before. The search, whose wait and cancellation are the difficult part,
/// is a ``Search`` in a store of the view model. What was simple, the list of chosen places, is still a property.
@MainActor
@Observable
public final class PlacesViewModel {
  /// The places that the user has chosen, the latest one first.
  public private(set) var recent: [SearchResult] = []

  /// The store of the search.
  ///
  /// A view that reads one of the properties below observes the store.
  private let search: Store<Search.State, Search.Input, Search.Output>

  /// Creates the view model, with the dependencies in force at the call.
  public init() {
    search = Store(initialState: Search.State()) { Search() }
    let outputs = search.outputStream
    // The loop holds the view model weakly, and ends when the view model releases the store.
    Task { [weak self] in
      for await output in outputs { self?.handle(output) }
    }
  }

  /// The query in the search field.
  public var query: String {
    get { search.query }
    set { search.send(.queryChanged(newValue)) }
  }

  /// The places that were found.
  public var results: [SearchResult] { search.results }

  /// Whether the search is running.
  public var isLoading: Bool { search.isLoading }

  /// The problem of the search, for the user.
  public var problem: String? { search.error?.text }

  /// Chooses a place.
  public func choose(_ place: SearchResult) {
    search.send(.resultTapped(place))
  }

  /// Handles what the search tells.
  private func handle(_ output: Search.Output) {
    switch output {
    case .resultSelected(let place):
      recent.removeAll { $0.id == place.id }
      recent.insert(place, at: 0)
    }
  }
}
