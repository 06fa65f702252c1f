import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A form of a weather station. A warning waits until a form that is written in is closed, but replaces one that is being sent.
struct Observations: Reducer {
  enum Page: Hashable {
    case overview
    case form(text: String, isSending: Bool)
    case warning
  }

  struct State: Hashable {
    var isListening = false
    var page = Page.overview
    var hasWarning = false
  }

  enum Input: CaseIterable { case appeared, formOpened, typed, sendTapped, closed }
  enum Feedback { case warned, sent, failed }
  enum CancelID { case send }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var warnings
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.page) {
    case (.input(.appeared), _):
      guard !state.isListening else { return .none }
      state.isListening = true
      return .run("warnings") { send in
        for await _ in warnings() { await send(.warned) }
      }
    case (.input(.formOpened), .overview): state.page = .form(text: "", isSending: false)
    case (.input(.typed), .form(_, isSending: false)): state.page = .form(text: "Hail", isSending: false)
    case (.input(.sendTapped), .form("Hail", isSending: false)):
      state.page = .form(text: "Hail", isSending: true)
      return .run("send") { send in
        try await post("Hail")
        await send(.sent)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.send)
    case (.input(.closed), .form(_, isSending: false)), (.feedback(.sent), _):
      state.page = state.hasWarning ? .warning : .overview
      state.hasWarning = false
    case (.input(.closed), .warning): state.page = .overview
    case (.feedback(.warned), .form(_, let isSending)) where isFixed || !isSending: state.hasWarning = true
    case (.feedback(.warned), _):
      state.page = .warning
      return .cancel(id: CancelID.send)
    case (.feedback(.failed), .form(let text, _)): state.page = .form(text: text, isSending: false)
    default: break
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("warnings", at: \.suspectEvents) { [.element(1)] }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// A loom, which pauses after the row that it weaves. A broken thread stops the row.
struct Loom: Reducer {
  enum Phase: Hashable { case idle, weaving, pausing, paused }

  struct State: Hashable {
    var phase = Phase.idle
    var isBroken = false
  }

  enum Input: CaseIterable { case started, paused, resumed, stopped, mended }
  enum Feedback { case rowWoven, broke }
  enum CancelID { case row, threads }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var threads
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.phase) {
    case (.input(.started), .idle):
      state.phase = .weaving
      return .merge(
        weaveRow,
        .run("threads") { send in
          for await _ in threads() { await send(.broke) }
        }
        .cancellable(id: CancelID.threads)
      )
    case (.input(.paused), .weaving): state.phase = state.isBroken ? .paused : .pausing
    case (.input(.resumed), .paused) where !state.isBroken:
      state.phase = .weaving
      return weaveRow
    case (.input(.stopped), .weaving), (.input(.stopped), .paused):
      state = State()
      return .merge(.cancel(id: CancelID.row), .cancel(id: CancelID.threads))
    case (.input(.mended), _) where state.isBroken:
      state.isBroken = false
      return state.phase == .weaving ? weaveRow : .none
    case (.feedback(.rowWoven), .weaving): return weaveRow
    case (.feedback(.rowWoven), .pausing): state.phase = .paused
    case (.feedback(.broke), let phase):
      state.isBroken = true
      if isFixed, phase == .pausing { state.phase = .paused }
      return .cancel(id: CancelID.row)
    default: break
    }
    return .none
  }

  private var weaveRow: Effect<Feedback, Never> {
    .run("row") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.rowWoven)
    }
    .cancellable(id: CancelID.row)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("threads", at: \.suspectEvents) { [.element(1)] }
      return store
    }
  }
}

/// Sensors by their addresses. One that is being read comes after another one is removed.
struct Sensors: Reducer {
  struct State: Hashable {
    var names: [Int: String] = [3: "Hall"]
    var isReading = false
  }

  enum Input: CaseIterable { case readTapped, removed }
  enum Feedback { case read(Int), failed }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.readTapped):
      guard !state.isReading else { return .none }
      state.isReading = true
      return .run("read") { send in
        for address in try await load(0) { await send(.read(address)) }
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.removed): state.names[3] = nil
    case .feedback(.read(let address)):
      state.isReading = false
      state.names[address] = "New"
    case .feedback(.failed): state.isReading = false
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.load([9])])
  }
}
