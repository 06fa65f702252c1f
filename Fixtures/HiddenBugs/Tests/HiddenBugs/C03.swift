import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct C03Bubble: Equatable, Sendable {
  enum Status: Equatable, Sendable { case sending, sent, failed }

  var text: String
  var status: Status
}

enum C03Event: Equatable, Sendable { case typing, silent }

struct C03Line: TestDependencyKey, Sendable {
  var deliver: @Sendable (_ id: Int, _ text: String) async throws -> Void
  var events: @Sendable () -> AsyncStream<C03Event>

  static let testValue = C03Line(
    deliver: unimplemented("C03Line.deliver"),
    events: unimplemented("C03Line.events", placeholder: AsyncStream<C03Event> { $0.finish() })
  )
}

extension DependencyValues {
  var c03Line: C03Line {
    get { self[C03Line.self] }
    set { self[C03Line.self] = newValue }
  }
}

/// The field for a new message. It is held while a message is on its way, so that messages arrive in their order.
struct C03Composer: Reducer {
  struct State: Equatable {
    var text = ""
    var isHeld = false
  }

  enum Input: Equatable {
    case textChanged(String)
    case sendTapped
    case held
    case released
  }

  enum Output: Equatable { case submitted(String) }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Output> {
    switch message {
    case .input(.textChanged(let text)):
      state.text = text
      return .none
    case .input(.sendTapped):
      guard !state.isHeld, !state.text.isEmpty else { return .none }
      let text = state.text
      state.text = ""
      state.isHeld = true
      return .output(.submitted(text))
    case .input(.held):
      state.isHeld = true
      return .none
    case .input(.released):
      state.isHeld = false
      return .none
    }
  }
}

/// The chat with a pet sitter. Before a booking, the owner may write two messages.
struct C03Chat: Reducer {
  struct State: Equatable {
    var composer = C03Composer.State()
    var bubbles: [Int: C03Bubble] = [:]
    var isOpen = false
    var isSitterTyping = false

    var freeID: Int? { (1...2).first { bubbles[$0] == nil } }
  }

  enum Input: Equatable {
    case opened
    case closed
    case composer(C03Composer.Input)
    case retryTapped(Int)
    case withdrawTapped(Int)
  }

  enum Feedback: Equatable {
    case composer(ChildFeedback<C03Composer>)
    case delivered(Int)
    case undelivered(Int)
    case heard(C03Event)
    case typingExpired
  }

  private enum CancelID: Hashable {
    case events
    case typing
    case delivery(Int)
  }

  private let composer = Scope<C03Chat, C03Composer>(\.composer, feedback: Feedback.composer) { C03Composer() }

  @Dependency(\.c03Line) private var line
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard !state.isOpen else { return .none }
      state.isOpen = true
      return .run("events") { send in
        for await event in line.events() { await send(.heard(event)) }
      }
      .cancellable(id: CancelID.events, cancelInFlight: true)

    case .input(.closed):
      state.isOpen = false
      state.isSitterTyping = false
      return .merge(.cancel(id: CancelID.events), .cancel(id: CancelID.typing))

    case .input(.composer(.sendTapped)) where state.freeID == nil: return .none
    case .input(.composer(let input)): return composer.reduce(.input(input), into: &state)
    case .feedback(.composer(.feedback(let feedback))): return composer.reduce(.feedback(feedback), into: &state)

    case .feedback(.composer(.output(.submitted(let text)))):
      guard let id = state.freeID else { return composer.reduce(.input(.released), into: &state) }
      state.bubbles[id] = C03Bubble(text: text, status: .sending)
      return deliver(id, text)

    case .input(.retryTapped(let id)):
      guard let bubble = state.bubbles[id], bubble.status == .failed, !state.composer.isHeld else { return .none }
      state.bubbles[id]?.status = .sending
      return .merge(composer.reduce(.input(.held), into: &state), deliver(id, bubble.text))

    case .input(.withdrawTapped(let id)):
      guard let bubble = state.bubbles[id], bubble.status != .sent else { return .none }
      state.bubbles[id] = nil
      return .cancel(id: CancelID.delivery(id))

    case .feedback(.delivered(let id)):
      state.bubbles[id]?.status = .sent
      return composer.reduce(.input(.released), into: &state)

    case .feedback(.undelivered(let id)):
      state.bubbles[id]?.status = .failed
      return composer.reduce(.input(.released), into: &state)

    case .feedback(.heard(.typing)):
      state.isSitterTyping = true
      return .run("typing") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.typingExpired)
      }
      .cancellable(id: CancelID.typing, cancelInFlight: true)

    case .feedback(.heard(.silent)):
      state.isSitterTyping = false
      return .cancel(id: CancelID.typing)

    case .feedback(.typingExpired):
      state.isSitterTyping = false
      return .none
    }
  }

  private func deliver(_ id: Int, _ text: String) -> Effect<Feedback, Never> {
    .run("deliver", of: id) { send in
      try await line.deliver(id, text)
      await send(.delivered(id))
    } catch: { _, send in
      await send(.undelivered(id))
    }
    .cancellable(id: CancelID.delivery(id))
  }
}

struct C03Offline: Error {}

struct C03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C03Chat.State) -> [C03Chat.Input] in
        var inputs: [C03Chat.Input] = [
          state.isOpen ? .closed : .opened,
          state.composer.text.isEmpty ? .composer(.textChanged("Hi")) : .composer(.sendTapped),
        ]
        for id in state.bubbles.keys.sorted() {
          inputs.append(.retryTapped(id))
          inputs.append(.withdrawTapped(id))
        }
        return inputs
      }
    ) { () -> TestStore<C03Chat> in
      let store = TestStore(initialState: C03Chat.State()) { C03Chat() }
      store.gate("deliver", at: \.c03Line.deliver) { _ in [.success(()), .failure(C03Offline())] }
      store.gate("events", at: \.c03Line.events) { [.element(.typing), .element(.silent)] }
      return store
    }
  }
}
