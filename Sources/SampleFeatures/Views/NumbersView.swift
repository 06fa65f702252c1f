#if canImport(SwiftUI)
  public import StoreCore
  public import SwiftUI

  /// The list of a ``Numbers`` store: it reads the state, sends inputs, and shows each output once.
  ///
  /// The caller owns the store, so a view that SwiftUI recreates shows the same numbers, and doesn't start a second
  /// download. When the owner releases the store, the download is cancelled, and the loop over the outputs ends.
  public struct NumbersView: View {
    /// The store of a list.
    public typealias NumbersStore = Store<Numbers.State, Numbers.Input, Numbers.Output>

    /// The store of the list.
    private let store: NumbersStore

    /// The text of the last output. It belongs only to this view, and no logic reads it.
    @State private var notice = ""

    /// Creates the list of a store.
    public init(store: NumbersStore) {
      self.store = store
    }

    /// The numbers as rows, or the text of the state.
    public var body: some View {
      List {
        if !notice.isEmpty { Text(notice) }
        switch store.state {
        case .idle, .loading:
          Text(store.text)
        case .loaded(let numbers):
          ForEach(Array(numbers.enumerated()), id: \.offset) { Text("\($0.element)") }
        case .failed:
          Text(store.text)
          Button("Try again") { store.send(.reload) }
        }
      }
      .onAppear { store.send(.onAppear) }
      .refreshable { await store.send(.reload).finish() }
      .task {
        for await output in store.outputStream { notice = output.notice }
      }
    }
  }

  extension Numbers.Output {
    /// The text for the user; empty if the list itself shows the change.
    fileprivate var notice: String {
      switch self {
      case .numbersDownloaded: ""
      case .reloadFailed(let error): error.text
      }
    }
  }

  /// Previews of the list in three states, without a reducer.
  struct NumbersPreviews: PreviewProvider {
    /// A list that is loading, one with numbers, and one with a failure.
    static var previews: some View {
      NumbersView(store: Store(preview: .loading))
      NumbersView(store: Store(preview: .loaded([1, 2, 3])))
      NumbersView(store: Store(preview: .failed(.interrupted)))
    }
  }
#endif
