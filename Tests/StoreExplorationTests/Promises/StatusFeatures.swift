import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Dishes for a party. Who wants to bring one that is taken meanwhile waits for ever, unless it is fixed.
struct Potluck: Reducer {
  struct State: Hashable {
    var cooks: [Int: String] = [:]
    var busy: Set<Int> = []
  }

  enum Input { case bringTapped(Int), dropTapped(Int) }
  enum Feedback { case brought(Int), taken(Int), dropped(Int) }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.bringTapped(let id)):
      guard state.cooks[id] == nil, !state.busy.contains(id) else { return .none }
      state.busy.insert(id)
      return .run("bring", of: id) { send in
        try await post("bring \(id)")
        await send(.brought(id))
      } catch: { _, send in
        await send(.taken(id))
      }
    case .input(.dropTapped(let id)):
      guard state.cooks[id] == "me", !state.busy.contains(id) else { return .none }
      state.busy.insert(id)
      return .run("drop", of: id) { send in
        try? await post("drop \(id)")
        await send(.dropped(id))
      }
    case .feedback(.brought(let id)):
      state.busy.remove(id)
      state.cooks[id] = "me"
    case .feedback(.taken(let id)):
      if isFixed { state.busy.remove(id) }
      state.cooks[id] = "you"
    case .feedback(.dropped(let id)):
      state.busy.remove(id)
      state.cooks[id] = nil
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.bringTapped(1), .bringTapped(2), .bringTapped(3), .dropTapped(1)],
      gates: [.post]
    )
  }
}

/// Postcards, and where they are. A failed order takes back that a card has arrived, unless it is fixed.
struct Postcards: Reducer {
  enum Stage: Hashable { case drafted, printing, posted, arrived, returned }

  struct State: Hashable { var stages: [Int: Stage] = [1: .drafted] }
  enum Input { case appeared, sendTapped(Int) }
  enum Feedback { case ordered(Int), notOrdered(Int), arrived(Int) }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectEvents) private var events

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return .run("tracking") { send in
        for await card in events() { await send(.arrived(card)) }
      }
      .cancellable(id: "tracking", cancelInFlight: true)
    case .input(.sendTapped(let card)):
      guard state.stages[card] == .drafted || state.stages[card] == .returned else { return .none }
      state.stages[card] = .printing
      return .run("order", of: card) { send in
        try await post("\(card)")
        await send(.ordered(card))
      } catch: { _, send in
        await send(.notOrdered(card))
      }
    case .feedback(.ordered(let card)):
      if state.stages[card] == .printing { state.stages[card] = .posted }
    case .feedback(.notOrdered(let card)):
      if !isFixed || state.stages[card] == .printing { state.stages[card] = .returned }
    case .feedback(.arrived(let card)):
      if state.stages[card] == .printing || state.stages[card] == .posted { state.stages[card] = .arrived }
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.appeared, .sendTapped(1)],
      gates: [.post, .events(1)]
    )
  }
}

/// Pages of patents. After a failed refresh on the last page, the button to try again is dead, unless it is fixed.
struct Patents: Reducer {
  enum Footer: Hashable { case nothing, spinner, again, end }

  struct State: Hashable {
    var patents: [Int] = []
    var marked: Set<Int> = []
    var next: Int? = 0
    var footer = Footer.nothing
  }

  enum Input { case appeared, bottomReached, pulled, againTapped, marked(Int) }
  enum Feedback { case page(Int, [Int]), failed }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.patents.isEmpty, state.footer == .nothing else { return .none }
      return page(0, &state)
    case .input(.bottomReached):
      guard !state.patents.isEmpty, state.footer == .nothing, let next = state.next else { return .none }
      return page(next, &state)
    case .input(.pulled):
      guard state.footer != .spinner else { return .none }
      return page(0, &state)
    case .input(.againTapped):
      guard state.footer == .again else { return .none }
      guard let next = state.next else { return isFixed ? page(0, &state) : .none }
      return page(next, &state)
    case .input(.marked(let id)):
      guard state.patents.contains(id) else { return .none }
      state.marked.formSymmetricDifference([id])
    case .feedback(.page(let number, let patents)):
      state.patents = number == 0 ? patents : state.patents + patents
      state.next = number == 0 ? 1 : nil
      state.footer = number == 0 ? .nothing : .end
    case .feedback(.failed): state.footer = .again
    }
    return .none
  }

  private func page(_ number: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.footer = .spinner
    return .run("page", of: number) { send in
      await send(.page(number, try await load(number)))
    } catch: { _, send in
      await send(.failed)
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.appeared, .bottomReached, .pulled, .againTapped, .marked(1)]) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { page in
        [.success(page == 0 ? [1, 2] : [3]), .failure(SuspectClient.Offline())]
      }
      return store
    }
  }
}

/// A vault that locks itself. The lock doesn't stop a refresh, whose answer opens the vault again, unless it is fixed.
struct Vault: Reducer {
  enum Door: Hashable { case locked, opening, open([Int]) }

  struct State: Hashable { var door = Door.locked }
  enum Input: CaseIterable { case codeEntered, refreshed, locked }
  enum Feedback { case entries([Int]), failed, timePassed }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.codeEntered):
      guard state.door == .locked else { return .none }
      state.door = .opening
      return entries("unlock")
    case .input(.refreshed):
      guard case .open = state.door else { return .none }
      return entries("refresh")
    case .input(.locked), .feedback(.timePassed):
      guard case .open = state.door else { return .none }
      state.door = .locked
      return isFixed ? .merge(.cancel(id: "autolock"), .cancel(id: "refresh")) : .cancel(id: "autolock")
    case .feedback(.entries(let entries)):
      state.door = .open(entries)
      return .run("autolock") { send in
        try await clock.sleep(for: .seconds(60))
        await send(.timePassed)
      }
      .cancellable(id: "autolock", cancelInFlight: true)
    case .feedback(.failed):
      if state.door == .opening { state.door = .locked }
      return .none
    }
  }

  private func entries(_ name: String) -> Effect<Feedback, Never> {
    .run(name) { send in
      await send(.entries(try await load(0)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: name, cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.load([1])])
  }
}

/// A meditation. Who comes back to it begins a second timer, unless it is fixed.
struct Meditation: Reducer {
  struct State: Hashable { var minutesLeft: Int? }
  enum Input: CaseIterable { case started, cameBack, ended }
  enum Feedback { case minutePassed }

  let isFixed: Bool

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.started):
      guard state.minutesLeft == nil else { return .none }
      state.minutesLeft = 2
      return minutes()
    case .input(.cameBack): return state.minutesLeft == nil ? .none : minutes()
    case .input(.ended):
      state.minutesLeft = nil
      return .cancel(id: "minutes")
    case .feedback(.minutePassed):
      state.minutesLeft = state.minutesLeft.flatMap { $0 > 1 ? $0 - 1 : nil }
      return state.minutesLeft == nil ? .cancel(id: "minutes") : .none
    }
  }

  private func minutes() -> Effect<Feedback, Never> {
    .run("minutes") { send in
      for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
    }
    .cancellable(id: "minutes", cancelInFlight: isFixed)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      TestStore(initialState: State()) { Self(isFixed: isFixed) }
    }
  }
}

/// A parcel. A failed order takes back that it has arrived, unless it is fixed.
struct Parcel: Reducer {
  struct State: Hashable {
    var isSending = false
    var hasArrived = false
    var hasFailed = false
  }

  enum Input: CaseIterable { case appeared, sendTapped }
  enum Feedback { case ordered, notOrdered, arrived }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectEvents) private var events

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return .run("tracking") { send in
        for await _ in events() { await send(.arrived) }
      }
      .cancellable(id: "tracking", cancelInFlight: true)
    case .input(.sendTapped):
      guard !state.isSending, !state.hasArrived else { return .none }
      state = State(isSending: true)
      return .run("order") { send in
        try await post("order")
        await send(.ordered)
      } catch: { _, send in
        await send(.notOrdered)
      }
    case .feedback(.ordered): state.isSending = false
    case .feedback(.notOrdered):
      state.isSending = false
      if !isFixed || !state.hasArrived { state = State(hasFailed: true) }
    case .feedback(.arrived):
      if state.isSending { state.hasArrived = true }
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.post, .events(1)])
  }
}
