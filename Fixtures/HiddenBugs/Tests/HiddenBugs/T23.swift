import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A data room behind a code. It locks after five minutes, and whenever the app leaves the screen.
struct T23DataRoom: Reducer {
  struct State: Equatable {
    var access = Access.locked
    var isInBackground = false
    var document: T23Document.State?
  }

  enum Access: Equatable { case locked, checking, denied, open }

  enum Input: Equatable, Sendable {
    case codeEntered(String)
    case documentTapped(String)
    case documentClosed
    case document(T23Document.Input)
    case lockTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case checked(Bool)
    case timeIsUp
    case document(ChildFeedback<T23Document>)
  }

  private enum CancelID { case check, time }

  private let document = Scope<T23DataRoom, T23Document>(ifLet: \.document, feedback: Feedback.document) {
    T23Document()
  }

  @Dependency(\.t23Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.codeEntered(let code)):
      guard state.access == .locked || state.access == .denied else { return .none }
      state.access = .checking
      return .run("check", of: code) { send in
        await send(.checked(try await client.check(code)))
      } catch: { _, send in
        await send(.checked(false))
      }
      .cancellable(id: CancelID.check, cancelInFlight: true)

    case .input(.documentTapped(let id)):
      guard state.access == .open, state.document?.id != id else { return .none }
      state.document = T23Document.State(id: id)
      return .merge(document.start(from: state), countTime())

    case .input(.documentClosed):
      guard state.access == .open else { return .none }
      state.document = nil
      return countTime()

    case .input(.document(let input)):
      return .merge(document.reduce(.input(input), into: &state), countTime())

    case .input(.lockTapped), .feedback(.timeIsUp):
      return lock(&state)

    case .input(.wentToBackground):
      state.isInBackground = true
      return lock(&state)

    case .input(.cameToForeground):
      state.isInBackground = false
      return .none

    case .feedback(.checked(let isRight)):
      state.access = isRight ? .open : .denied
      return isRight ? countTime() : .none

    case .feedback(.document(.feedback(let feedback))):
      return document.reduce(.feedback(feedback), into: &state)

    case .feedback(.document(.output(.withdrawn))):
      state.document = nil
      return .none
    }
  }

  private func lock(_ state: inout State) -> Effect<Feedback, Never> {
    state.access = .locked
    state.document = nil
    return .merge(.cancel(id: CancelID.check), .cancel(id: CancelID.time))
  }

  private func countTime() -> Effect<Feedback, Never> {
    .run("time") { send in
      try await clock.sleep(for: .seconds(300))
      await send(.timeIsUp)
    }
    .cancellable(id: CancelID.time, cancelInFlight: true)
  }
}

/// A document of the data room, which its owner may change or withdraw meanwhile.
struct T23Document: Reducer {
  struct State: Equatable, Identifiable {
    var id: String
    var text: String?
    var isLoading = true
    var hasFailed = false
    var hasNewerVersion = false
  }

  enum Input: Equatable, Sendable { case reloadTapped }
  enum Feedback: Equatable, Sendable { case loaded(String), failed, event(T23Event) }
  enum Output: Equatable, Sendable { case withdrawn }

  private enum CancelID { case load }

  @Dependency(\.t23Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> {
    .merge(
      load(state.id),
      .run("events", of: state.id) { [id = state.id] send in
        for await event in client.events(id) { await send(.event(event)) }
      }
    )
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped):
      state.isLoading = true
      state.hasFailed = false
      return load(state.id)

    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.text = text
      state.hasNewerVersion = false
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.event(.changed)):
      // What is on its way may be the older version.
      state.hasNewerVersion = true
      guard state.isLoading else { return .none }
      return load(state.id)

    case .feedback(.event(.withdrawn)):
      return .output(.withdrawn)
    }
  }

  private func load(_ id: String) -> Effect<Feedback, Output> {
    .run("load", of: id) { send in
      await send(.loaded(try await client.load(id)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

enum T23Event: Equatable, Sendable { case changed, withdrawn }

struct T23Client: TestDependencyKey, Sendable {
  var check: @Sendable (_ code: String) async throws -> Bool
  var load: @Sendable (_ document: String) async throws -> String
  var events: @Sendable (_ document: String) -> AsyncStream<T23Event>

  static let testValue = T23Client(
    check: unimplemented("T23Client.check"),
    load: unimplemented("T23Client.load"),
    events: unimplemented("T23Client.events", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var t23Client: T23Client {
    get { self[T23Client.self] }
    set { self[T23Client.self] = newValue }
  }
}

struct T23Offline: Error {}

struct T23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T23DataRoom.State) -> [T23DataRoom.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.access {
        case .locked, .denied: return [.codeEntered("4711"), .wentToBackground]
        case .checking: return [.wentToBackground]
        case .open:
          var inputs: [T23DataRoom.Input] = [
            .documentTapped("Balance"), .documentTapped("Lease"), .lockTapped, .wentToBackground,
          ]
          if state.document != nil { inputs += [.document(.reloadTapped), .documentClosed] }
          return inputs
        }
      }
    ) { () -> TestStore<T23DataRoom> in
      let store = TestStore(initialState: T23DataRoom.State()) { T23DataRoom() }
      store.gate("check", at: \.t23Client.check) { _ in [.success(true), .success(false), .failure(T23Offline())] }
      store.gate("load", at: \.t23Client.load) { document in
        [.success("\(document), 12 pages"), .failure(T23Offline())]
      }
      store.gate("events", at: \.t23Client.events) { _ in [.element(.changed), .element(.withdrawn), .finish] }
      return store
    }
  }
}
