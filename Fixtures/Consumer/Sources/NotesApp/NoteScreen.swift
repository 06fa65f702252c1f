import StoreCore

/// A screen without SwiftUI. Like a view controller, it follows the state in one loop, and the outputs in another.
@MainActor
final class NoteScreen {
  /// The screen's store, which the screen keeps alive.
  private let store: Store<Notes.State, Notes.Input, Notes.Output>

  /// The loops that follow the store.
  private var loops: [Task<Void, Never>] = []

  /// The texts of a label, one line for each change.
  private(set) var lines: [String] = []

  /// The texts of a banner, one for each output.
  private(set) var messages: [String] = []

  init(store: Store<Notes.State, Notes.Input, Notes.Output>) {
    self.store = store
    // The subscriptions begin here, so the loops also receive elements from before they run.
    let (states, outputs) = (store.stateStream, store.outputStream)
    loops = [
      Task { [weak self] in
        for await state in states { self?.render(state) }
      },
      Task { [weak self] in
        for await output in outputs { self?.handle(output) }
      },
    ]
  }

  deinit {
    for loop in loops { loop.cancel() }
  }

  private func render(_ state: Notes.State) {
    let line = state.isSaved ? state.text : "\(state.text) (edited)"
    if line != lines.last { lines.append(line) }
  }

  private func handle(_ output: Notes.Output) {
    switch output {
    case .saved(let characters): messages.append("saved \(characters) characters")
    }
  }
}
