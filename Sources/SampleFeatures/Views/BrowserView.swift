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

    /// A field to search in, the results, the favourites, and the detail above them.
    public var body: some View {
      List {
        TextField("Search", text: Binding(store.binding(\.search.query) { .search(.queryChanged($0)) }))
        Section("Results") {
          ForEach(store.search.results, id: \.title) { result in
            Button(result.title) { store.send(.search(.resultTapped(result))) }
          }
        }
        Section("Favourites") {
          ForEach(store.favourites) { favourite in
            FavouriteRow(favourite: favourite) { store.send(.favourite(favourite.id, $0)) }
          }
        }
      }
      .sheet(item: detail) { detail in
        DetailView(detail: detail) { store.send(.detail($0)) }
      }
    }

    /// What is shown in detail. A sheet that is dragged away sends what its button would.
    private var detail: Binding<Detail.State?> {
      Binding(store.binding(\.detail) { _ in .detail(.closeTapped) })
    }
  }

  /// A row of the favourites: it is given a state and a way to send inputs, and needs no store.
  struct FavouriteRow: View {
    /// What is shown.
    let favourite: Favourite.State

    /// Sends an input of the row.
    let send: @MainActor (Favourite.Input) -> Void

    /// The title, how much there is to find, and what can be done.
    var body: some View {
      VStack {
        Button(favourite.result.title) { send(.openTapped) }
        if favourite.isChecking {
          Text("...")
        } else if let matches = favourite.matches {
          Text("\(matches) results")
        }
        Button("Check") { send(.checkTapped) }
        Button("Remove") { send(.removeTapped) }
      }
    }
  }

  /// The detail screen.
  struct DetailView: View {
    /// What is shown.
    let detail: Detail.State

    /// Sends an input of the screen.
    let send: @MainActor (Detail.Input) -> Void

    /// What is shown, for how long, and what can be done.
    var body: some View {
      VStack {
        Text(detail.result.title)
        Text("Seen for \(detail.seconds) s")
        Button("Favourite") { send(.favouriteTapped) }
        Button("Close") { send(.closeTapped) }
      }
      .onAppear { send(.appeared) }
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
          inert: Browser.State(
            favourites: [Favourite.State(result: SearchResult(title: "Swift"), matches: 3, isChecking: true)]
          )
        )
      )
    }
  }
#endif
