import StoreCore

/// A screen without SwiftUI: it follows the state in a loop, as a view controller does, and the outputs in another one.
@MainActor
final class NoteScreen {
  /// The screen's store, which lives as long as the screen.
  private let store: Store<Notes.State, Notes.Input, Notes.Output>

  /// The loops that follow the store.
  private var loops: [Task<Void, Never>] = []

  /// What a label would show, one line for each change.
  private(set) var lines: [String] = []

  /// What a banner would show, once for each output.
  private(set) var messages: [String] = []

  init(store: Store<Notes.State, Notes.Input, Notes.Output>) {
    self.store = store
    // The subscriptions begin here, so the loops miss nothing that is sent before they run.
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
    lines.append(state.isSaved ? state.text : "\(state.text) (edited)")
  }

  private func handle(_ output: Notes.Output) {
    switch output {
    case .saved(let characters): messages.append("saved \(characters) characters")
    }
  }
}
