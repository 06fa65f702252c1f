import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct L12Recipe: Hashable, Sendable {
  /// The address from which it was imported.
  let id: String
  let title: String
}

enum L12Event: Equatable, Sendable {
  case progress(Int)
  case recipe(L12Recipe)
}

struct L12Kitchen: TestDependencyKey, Sendable {
  var download: @Sendable (_ address: String) -> AsyncThrowingStream<L12Event, any Error>
  var save: @Sendable (_ recipe: L12Recipe) async throws -> Void

  static let testValue = L12Kitchen(
    download: unimplemented("L12Kitchen.download", placeholder: AsyncThrowingStream { $0.finish() }),
    save: unimplemented("L12Kitchen.save")
  )
}

extension DependencyValues {
  var l12Kitchen: L12Kitchen {
    get { self[L12Kitchen.self] }
    set { self[L12Kitchen.self] = newValue }
  }
}

struct L12Offline: Error {}

/// The download of one recipe, from the moment in which it is shown.
struct L12Download: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var phase = Phase.running(percent: 0)
  }

  enum Phase: Equatable { case running(percent: Int), failed }
  enum Input: Equatable { case retryTapped, cancelTapped }
  enum Feedback: Equatable { case event(L12Event), broken }
  enum Output: Equatable { case imported(L12Recipe), cancelled }

  private enum CancelID { case download }

  @Dependency(\.l12Kitchen) private var kitchen

  func start(from state: State) -> Effect<Feedback, Output> {
    download(state.id)
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.retryTapped):
      guard state.phase == .failed else { return .none }
      state.phase = .running(percent: 0)
      return download(state.id)

    case .input(.cancelTapped):
      return .merge(.cancel(id: CancelID.download), .output(.cancelled))

    case .feedback(.event(.progress(let percent))):
      state.phase = .running(percent: percent)
      return .none

    case .feedback(.event(.recipe(let recipe))):
      return .merge(.cancel(id: CancelID.download), .output(.imported(recipe)))

    case .feedback(.broken):
      state.phase = .failed
      return .none
    }
  }

  private func download(_ address: String) -> Effect<Feedback, Output> {
    .run("download", of: address) { send in
      for try await event in kitchen.download(address) { await send(.event(event)) }
      await send(.broken)
    } catch: { _, send in
      await send(.broken)
    }
    .cancellable(id: CancelID.download, cancelInFlight: true)
  }
}

/// Imports recipes, one after another, and saves each in the cookbook.
struct L12Import: Reducer {
  struct Row: Equatable {
    let recipe: L12Recipe
    var status = Status.saving
  }

  enum Status: Equatable { case saving, saved, failed }

  struct State: Equatable {
    var download: L12Download.State?
    var queue: [String] = []
    /// The imported recipes, by address.
    var rows: [String: Row] = [:]

    func knows(_ address: String) -> Bool {
      download?.id == address || queue.contains(address) || rows[address] != nil
    }
  }

  enum Input: Equatable {
    case importTapped(String)
    case download(L12Download.Input)
    case saveAgainTapped(String)
    case rowClosed(String)
  }

  enum Feedback: Equatable {
    case download(ChildFeedback<L12Download>)
    case saved(String)
    case saveFailed(String)
  }

  let download = Scope<L12Import, L12Download>(ifLet: \.download, feedback: Feedback.download) { L12Download() }

  @Dependency(\.l12Kitchen) private var kitchen

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.download(let input)): return download.reduce(.input(input), into: &state)
    case .feedback(.download(.feedback(let feedback))): return download.reduce(.feedback(feedback), into: &state)

    case .input(.importTapped(let address)):
      guard !state.knows(address) else { return .none }
      state.queue.append(address)
      return state.download == nil ? beginNext(&state) : .none

    case .feedback(.download(.output(.imported(let recipe)))):
      state.rows[recipe.id] = Row(recipe: recipe)
      return .merge(save(recipe), beginNext(&state))

    case .feedback(.download(.output(.cancelled))):
      return beginNext(&state)

    case .input(.saveAgainTapped(let id)):
      guard let row = state.rows[id], row.status == .failed else { return .none }
      state.rows[id]?.status = .saving
      return save(row.recipe)

    case .input(.rowClosed(let id)):
      guard let row = state.rows[id], row.status != .saving else { return .none }
      state.rows[id] = nil
      return .none

    case .feedback(.saved(let id)):
      state.rows[id]?.status = .saved
      return .none

    case .feedback(.saveFailed(let id)):
      state.rows[id]?.status = .failed
      return .none
    }
  }

  /// Ends the download, whose effects end with it, and begins the one that waits longest.
  private func beginNext(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.queue.isEmpty else {
      state.download = nil
      return .none
    }
    state.download = L12Download.State(id: state.queue.removeFirst())
    return download.start(from: state)
  }

  private func save(_ recipe: L12Recipe) -> Effect<Feedback, Never> {
    .run("save", of: recipe) { send in
      try await kitchen.save(recipe)
      await send(.saved(recipe.id))
    } catch: { _, send in
      await send(.saveFailed(recipe.id))
    }
  }
}

struct L12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L12Import.State) -> [L12Import.Input] in
        var inputs: [L12Import.Input] = [.importTapped("soup"), .importTapped("cake")]
        if state.download != nil { inputs += [.download(.retryTapped), .download(.cancelTapped)] }
        for id in state.rows.keys.sorted() { inputs += [.saveAgainTapped(id), .rowClosed(id)] }
        return inputs
      }
    ) { () -> TestStore<L12Import> in
      let store = TestStore(initialState: L12Import.State()) { L12Import() }
      store.gate("download", at: \.l12Kitchen.download) { address in
        [
          .element(.progress(50)),
          .element(.recipe(L12Recipe(id: address, title: "A \(address)"))),
          .finish,
          .failure(L12Offline()),
        ]
      }
      store.gate("save", at: \.l12Kitchen.save) { _ in [.success(()), .failure(L12Offline())] }
      return store
    }
  }
}
