import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The grazing book of an alpine pasture. Entries wait on the device until there is a network. Then they are sent one by one,
/// and the book of all herders is loaded.
struct P15Grazing: Reducer {
  struct State: Equatable {
    var waiting: [P15Entry] = []
    var book: [P15Entry] = []
    var step = Step.idle
    var showsBook = false

    var isBusy: Bool { step == .sending || step == .loading }
  }

  enum Step: Equatable, Sendable {
    case idle, sending, loading, failed
  }

  enum Input: Equatable, Sendable {
    case entryAdded(P15Entry)
    case entryRemoved(P15Entry)
    case syncTapped
    case retryTapped
    case bookTapped
  }

  enum Feedback: Equatable, Sendable {
    case sent(P15Entry)
    case sendFailed
    case loaded([P15Entry])
    case loadFailed
  }

  @Dependency(\.p15Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.entryAdded(let entry)):
      guard !state.waiting.contains(entry) else { return .none }
      state.waiting.append(entry)
      return .none

    case .input(.entryRemoved(let entry)):
      // What is on its way can't be taken back.
      guard !state.isBusy else { return .none }
      state.waiting.removeAll { $0 == entry }
      return .none

    case .input(.syncTapped):
      guard state.step == .idle else { return .none }
      return proceed(&state)

    case .input(.retryTapped):
      guard state.step == .failed, let entry = state.waiting.first else { return .none }
      return upload(entry, &state)

    case .input(.bookTapped):
      state.showsBook.toggle()
      return .none

    case .feedback(.sent(let entry)):
      state.waiting.removeAll { $0 == entry }
      return proceed(&state)

    case .feedback(.loaded(let book)):
      state.book = book
      state.step = .idle
      return .none

    case .feedback(.sendFailed), .feedback(.loadFailed):
      state.step = .failed
      return .none
    }
  }

  /// Sends the next entry, or loads the book once all are sent.
  private func proceed(_ state: inout State) -> Effect<Feedback, Never> {
    if let entry = state.waiting.first { return upload(entry, &state) }
    state.step = .loading
    return .run("book") { send in
      await send(.loaded(try await client.book()))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  private func upload(_ entry: P15Entry, _ state: inout State) -> Effect<Feedback, Never> {
    state.step = .sending
    return .run("send", of: entry) { send in
      try await client.send(entry)
      await send(.sent(entry))
    } catch: { _, send in
      await send(.sendFailed)
    }
  }
}

struct P15Entry: Hashable, Sendable {
  var meadow: String
  var cows: Int
}

struct P15Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ entry: P15Entry) async throws -> Void
  var book: @Sendable () async throws -> [P15Entry]

  static let testValue = P15Client(send: unimplemented("P15Client.send"), book: unimplemented("P15Client.book"))
}

extension DependencyValues {
  var p15Client: P15Client {
    get { self[P15Client.self] }
    set { self[P15Client.self] = newValue }
  }
}

struct P15NoNetwork: Error {}

struct P15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P15Grazing.State) -> [P15Grazing.Input] in
        var inputs: [P15Grazing.Input] = [
          .entryAdded(P15Entry(meadow: "Upper", cows: 12)), .entryAdded(P15Entry(meadow: "Lake", cows: 30)),
          .bookTapped,
        ]
        if !state.isBusy { inputs += state.waiting.map { P15Grazing.Input.entryRemoved($0) } }
        if state.step == .idle { inputs.append(.syncTapped) }
        if state.step == .failed { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<P15Grazing> in
      let store = TestStore(initialState: P15Grazing.State()) { P15Grazing() }
      store.gate("send", at: \.p15Client.send) { _ in [.success(()), .failure(P15NoNetwork())] }
      store.gate("book", at: \.p15Client.book) {
        [.success([P15Entry(meadow: "Forest edge", cows: 8)]), .failure(P15NoNetwork())]
      }
      return store
    }
  }
}
