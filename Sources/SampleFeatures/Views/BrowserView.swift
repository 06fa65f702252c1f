#if canImport(SwiftUI)
  public import StoreCore
  public import SwiftUI

  /// The screen of a ``Browser``: it reads its store's properties, and sends inputs.
  public struct BrowserView: View {
    /// The store.
    private let store: Store<Browser.State, Browser.Input, Never>

    /// Creates the screen of a store.
    public init(store: Store<Browser.State, Browser.Input, Never>) {
      self.store = store
    }

    /// The search, the favourites, and the detail above them.
    ///
    /// It doesn't read properties of the children, so their changes don't update it.
    public var body: some View {
      List {
        SearchSection(store: store.scope(\.search, Browser.Input.search))
        Section("Favourites") {
          ForEach(favourites, id: \.id) { FavouriteRow(store: $0) }
        }
      }
      .sheet(isPresented: isDetailPresented) {
        store.scope(\.detail, Browser.Input.detail).map { DetailView(store: $0) }
      }
    }

    /// The stores of the favourites, in order.
    private var favourites: [FavouriteRow.FavouriteStore] {
      store.scopeEach(\.favourites, Browser.Input.favourite)
    }

    /// Whether a detail is shown. If the user drags the sheet away, the binding sends the same input as its button.
    private var isDetailPresented: Binding<Bool> {
      Binding(store.binding(presenting: \.detail, dismiss: .detail(.closeTapped)))
    }
  }

  /// The search: a field, and the results.
  struct SearchSection: View {
    /// The store of the search, in a browser or alone.
    let store: Store<Search.State, Search.Input, Search.Output>

    /// A field to search in, and the results.
    var body: some View {
      Section("Search") {
        TextField("Search", text: Binding(store.binding(\.query, send: Search.Input.queryChanged)))
        ForEach(store.results) { result in
          Button(result.title) { store.send(.resultTapped(result)) }
        }
      }
    }
  }

  /// A row of the favourites.
  struct FavouriteRow: View {
    /// The store of a row.
    typealias FavouriteStore = Store<Favourite.State, Favourite.Input, Favourite.Output>

    /// The store of the row.
    let store: FavouriteStore

    /// The title, the number of results, and the buttons.
    var body: some View {
      VStack {
        Button(store.result.title) { store.send(.openTapped) }
        if store.isChecking {
          Text("...")
        } else if let matches = store.matches {
          Text("\(matches) results")
        }
        Button("Check") { store.send(.checkTapped) }
        Button("Remove") { store.send(.removeTapped) }
      }
    }
  }

  /// The detail screen.
  struct DetailView: View {
    /// The store of the screen.
    typealias DetailStore = Store<Detail.State, Detail.Input, Detail.Output>

    /// The store of the screen.
    let store: DetailStore

    /// The result, its seconds, and the buttons.
    var body: some View {
      VStack {
        Text(store.result.title)
        Text("Seen for \(store.seconds) s")
        Button("Favourite") { store.send(.favouriteTapped) }
        Button("Close") { store.send(.closeTapped) }
      }
      .onAppear { store.send(.appeared) }
    }
  }

  extension Binding {
    /// Creates a SwiftUI binding from a store's binding.
    init(_ binding: StoreBinding<Value>) {
      self.init(get: binding.get, set: binding.set)
    }
  }

  /// A preview of the screen in a rare state, without a reducer.
  struct BrowserPreviews: PreviewProvider {
    /// A browser with a favourite that is being checked.
    static var previews: some View {
      BrowserView(
        store: Store(
          preview: Browser.State(
            favourites: [Favourite.State(result: SearchResult(title: "Swift"), matches: 3, isChecking: true)]
          )
        )
      )
    }
  }
#endif
