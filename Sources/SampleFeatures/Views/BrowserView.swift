#if canImport(SwiftUI)
  public import StoreCore
  public import SwiftUI

  /// The screen of a ``Browser``: it reads its store's properties, and sends inputs.
  public struct BrowserView: View {
    /// The feature at work.
    private let store: Store<Browser.State, Browser.Input, Never>

    /// Makes the screen of a store.
    public init(store: Store<Browser.State, Browser.Input, Never>) {
      self.store = store
    }

    /// The search, the favourites, and the detail above them.
    ///
    /// It reads none of the children's properties, so none of their changes updates it.
    public var body: some View {
      List {
        SearchSection(store: store.scope(\.search, Browser.Input.search))
        Section("Favourites") {
          ForEach(favourites, id: \.id) { FavouriteRow(store: $0) }
        }
      }
      .sheet(isPresented: isDetailPresented) {
        if let detail: DetailView.DetailStore = store.scope(\.detail, Browser.Input.detail) {
          DetailView(store: detail)
        }
      }
    }

    /// The stores of the favourites, in order.
    private var favourites: [FavouriteRow.FavouriteStore] {
      store.scopeEach(\.favourites, Browser.Input.favourite)
    }

    /// Whether something is shown in detail. A sheet that is dragged away sends what its button would.
    private var isDetailPresented: Binding<Bool> {
      Binding(store.binding(\.isDetailPresented) { _ in .detail(.closeTapped) })
    }
  }

  extension Browser.State {
    /// Whether something is shown in detail.
    fileprivate var isDetailPresented: Bool { detail != nil }
  }

  /// The search: a field, and the results.
  struct SearchSection: View {
    /// The search at work, in a browser or by itself.
    let store: Store<Search.State, Search.Input, Search.Output>

    /// A field to search in, and the results.
    var body: some View {
      Section("Search") {
        TextField("Search", text: Binding(store.binding(\.query, send: Search.Input.queryChanged)))
        ForEach(store.results, id: \.title) { result in
          Button(result.title) { store.send(.resultTapped(result)) }
        }
      }
    }
  }

  /// A row of the favourites.
  struct FavouriteRow: View {
    /// The store of a row.
    typealias FavouriteStore = Store<Favourite.State, Favourite.Input, Favourite.Output>

    /// The row at work.
    let store: FavouriteStore

    /// The title, how much there is to find, and what can be done.
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

    /// The screen at work.
    let store: DetailStore

    /// What is shown, for how long, and what can be done.
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
    /// A view's binding, made of a store's.
    init(_ binding: StoreBinding<Value>) {
      self.init(get: binding.get, set: binding.set)
    }
  }

  /// The screen in states that are hard to come by, without a feature behind it.
  struct BrowserPreviews: PreviewProvider {
    /// A browser whose favourite is being checked.
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
