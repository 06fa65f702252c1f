import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A translator. An empty text clears what belongs to it, and no favourite.
struct Translator: Reducer {
  struct State: Hashable {
    var text = ""
    var translation: String?
    var favourites: [String] = []
  }

  enum Input { case typed(String), starred, unstarred }
  enum Feedback { case translated(String) }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.typed(let text)):
      state.text = text
      state.translation = nil
      guard !text.isEmpty else { return .cancel(id: "translate") }
      return .run("translate", of: text) { send in
        _ = try? await load(0)
        await send(.translated(text.uppercased()))
      }
      .cancellable(id: "translate", cancelInFlight: true)
    case .input(.starred):
      if let translation = state.translation, state.favourites.isEmpty { state.favourites = [translation] }
    case .input(.unstarred): state.favourites = []
    case .feedback(.translated(let translation)): state.translation = translation
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.typed("tea"), .typed(""), .starred, .unstarred]) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1])] }
      return store
    }
  }
}

/// Machines of a laundry with their states, which a look-up brings while one looks, and which nothing works on.
struct Laundry: Reducer {
  enum Machine: Hashable { case free, mine, taken }

  struct State: Hashable {
    var isVisible = false
    var machines: [Int: Machine] = [:]
  }

  enum Input: CaseIterable { case appeared, disappeared }
  enum Feedback { case found([Int]) }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return .run("look") { send in
        while true {
          if let found = try? await load(0) { await send(.found(found)) }
          try await clock.sleep(for: .seconds(20))
        }
      }
      .cancellable(id: "look")
    case .input(.disappeared):
      state.isVisible = false
      return .cancel(id: "look")
    case .feedback(.found(let taken)): state.machines = [1: .mine, 2: taken.contains(2) ? .taken : .free]
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { _ in [.success([]), .success([2]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// A hearing aid. A cancellation ends what is going on, and can do nothing else.
struct HearingAid: Reducer {
  enum Mode: Hashable { case idle, scanning, pairing, connected, failed }

  struct State: Hashable { var mode = Mode.idle }
  enum Input: CaseIterable { case scanTapped, deviceTapped, cancelTapped, disconnected }
  enum Feedback { case found, paired, failed }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.scanTapped):
      guard state.mode == .idle || state.mode == .failed else { return .none }
      state.mode = .scanning
      return .run("scan") { send in
        _ = try? await load(0)
        await send(.found)
      }
      .cancellable(id: "work")
    case .input(.deviceTapped):
      guard state.mode == .scanning else { return .none }
      state.mode = .pairing
      return .concatenate(
        .cancel(id: "work"),
        .run("pair") { send in
          try await post("pair")
          await send(.paired)
        } catch: { _, send in
          await send(.failed)
        }
        .cancellable(id: "work")
      )
    case .input(.cancelTapped):
      guard state.mode == .scanning || state.mode == .pairing else { return .none }
      state.mode = .idle
      return .cancel(id: "work")
    case .input(.disconnected):
      if state.mode == .connected { state.mode = .idle }
    case .feedback(.found): state.mode = .failed
    case .feedback(.paired): state.mode = .connected
    case .feedback(.failed): state.mode = .failed
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1])] }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// Found things with a detail. What is claimed isn't claimed again.
struct LostAndFound: Reducer {
  struct Item: Hashable, Identifiable {
    let id: Int
    var isClaimed = false
  }

  struct Detail: Hashable { let id: Int }

  struct State: Hashable {
    var items = [Item(id: 1), Item(id: 2)]
    var detail: Detail?
    var claiming: Int?
  }

  enum Input { case tapped(Int), claimTapped, closed }
  enum Feedback { case claimed(Int), failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tapped(let id)):
      if state.detail == nil { state.detail = Detail(id: id) }
    case .input(.claimTapped):
      guard state.claiming == nil, let item = state.items.first(where: { $0.id == state.detail?.id }), !item.isClaimed
      else { return .none }
      state.claiming = item.id
      return .run("claim", of: item.id) { send in
        try await post("\(item.id)")
        await send(.claimed(item.id))
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.closed): state.detail = nil
    case .feedback(.claimed(let id)):
      state.claiming = nil
      state.items[id - 1].isClaimed = true
    case .feedback(.failed): state.claiming = nil
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.tapped(1), .tapped(2), .claimTapped, .closed]) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// A passport whose stage is looked up each minute while one looks, until it is ready.
struct Passport: Reducer {
  enum Stage: Hashable { case printing, ready }

  struct State: Hashable {
    var isVisible = false
    var stage: Stage?
  }

  enum Input: CaseIterable { case appeared, disappeared, pulled }
  enum Feedback { case found(Stage), failed, minutePassed }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return look(state)
    case .input(.disappeared):
      state.isVisible = false
      return .merge(.cancel(id: "look"), .cancel(id: "wait"))
    case .input(.pulled): return state.isVisible ? look(state) : .none
    case .feedback(.found(let stage)):
      state.stage = stage
      return stage == .ready ? .none : wait()
    case .feedback(.failed): return wait()
    case .feedback(.minutePassed): return look(state)
    }
  }

  private func look(_ state: State) -> Effect<Feedback, Never> {
    guard state.stage != .ready else { return .none }
    return .merge(
      .cancel(id: "wait"),
      .run("look") { send in
        await send(.found(try await load(0).isEmpty ? .printing : .ready))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "look", cancelInFlight: true)
    )
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.minutePassed)
    }
    .cancellable(id: "wait", cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { _ in [.success([]), .success([1]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
