import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The barcode of a festival ticket. It changes every 15 seconds, so that nobody gets in by a screenshot.
struct B17Barcode: Reducer {
  enum Pass: Equatable, Sendable { case none, adding, added, failed }

  struct State: Equatable {
    var isVisible = false
    var isActive = true
    var isRedeemed = false
    var code: String?
    var isLoading = false
    var hasFailed = false
    var isEnlarged = false
    /// The ticket in the wallet of the phone.
    var pass = Pass.none

    /// Whether somebody looks at a code.
    var isWatched: Bool { isVisible && isActive && !isRedeemed }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case wentToBackground
    case cameToForeground
    case reloadTapped
    case codeTapped
    case addPassTapped
  }

  enum Feedback: Equatable, Sendable {
    case answered(B17Answer)
    case failed
    case changeDue
    case redeemed
    case passAdded
    case passFailed
  }

  private enum CancelID { case code, redemption }

  @Dependency(\.b17Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return resume(&state)

    case .input(.disappeared):
      state.isVisible = false
      return pause(&state)

    case .input(.wentToBackground):
      state.isActive = false
      return pause(&state)

    case .input(.cameToForeground):
      guard !state.isActive else { return .none }
      state.isActive = true
      return resume(&state)

    case .input(.reloadTapped):
      guard state.isWatched, !state.isLoading else { return .none }
      return load(&state)

    case .input(.codeTapped):
      guard state.code != nil else { return .none }
      state.isEnlarged.toggle()
      return .none

    case .input(.addPassTapped):
      guard !state.isRedeemed, state.pass == .none || state.pass == .failed else { return .none }
      state.pass = .adding
      // The wallet takes its time, and needs no one to watch it.
      return .run("pass") { send in
        try await client.addPass()
        await send(.passAdded)
      } catch: { _, send in
        await send(.passFailed)
      }

    case .feedback(.answered(.valid(let code))):
      state.isLoading = false
      state.code = code
      return change(after: .seconds(15))

    case .feedback(.answered(.redeemed)), .feedback(.redeemed):
      state.isRedeemed = true
      return pause(&state)

    case .feedback(.failed):
      // The code is 15 seconds old, and no gate takes it any more.
      state.isLoading = false
      state.hasFailed = true
      state.code = nil
      state.isEnlarged = false
      return change(after: .seconds(5))

    case .feedback(.changeDue):
      return load(&state)

    case .feedback(.passAdded):
      state.pass = .added
      return .none

    case .feedback(.passFailed):
      state.pass = .failed
      return .none
    }
  }

  private func resume(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.isWatched else { return .none }
    return .merge(
      load(&state),
      // If the stream breaks off, the next code tells.
      .run("redemption") { send in
        for await _ in client.redemptions() { await send(.redeemed) }
      }
      .cancellable(id: CancelID.redemption, cancelInFlight: true)
    )
  }

  /// Leaves no code for the app switcher, and nothing that brings one.
  private func pause(_ state: inout State) -> Effect<Feedback, Never> {
    state.code = nil
    state.isLoading = false
    state.hasFailed = false
    state.isEnlarged = false
    return .merge(.cancel(id: CancelID.code), .cancel(id: CancelID.redemption))
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("code") { send in
      await send(.answered(try await client.code()))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.code, cancelInFlight: true)
  }

  private func change(after pause: Duration) -> Effect<Feedback, Never> {
    .run("change") { send in
      try await clock.sleep(for: pause)
      await send(.changeDue)
    }
    .cancellable(id: CancelID.code, cancelInFlight: true)
  }
}

enum B17Answer: Equatable, Sendable {
  case valid(String)
  case redeemed
}

struct B17Client: TestDependencyKey, Sendable {
  var code: @Sendable () async throws -> B17Answer
  var redemptions: @Sendable () -> AsyncStream<Void>
  var addPass: @Sendable () async throws -> Void

  static let testValue = B17Client(
    code: unimplemented("B17Client.code"),
    redemptions: unimplemented("B17Client.redemptions", placeholder: AsyncStream { $0.finish() }),
    addPass: unimplemented("B17Client.addPass")
  )
}

extension DependencyValues {
  var b17Client: B17Client {
    get { self[B17Client.self] }
    set { self[B17Client.self] = newValue }
  }
}

struct B17Offline: Error {}

struct B17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B17Barcode.State) -> [B17Barcode.Input] in
        if !state.isActive { return [.cameToForeground] }
        guard state.isVisible else { return [.appeared, .wentToBackground] }
        var inputs: [B17Barcode.Input] = [.disappeared, .wentToBackground]
        if state.code != nil { inputs.append(.codeTapped) }
        guard !state.isRedeemed else { return inputs }
        if !state.isLoading { inputs.append(.reloadTapped) }
        if state.pass == .none || state.pass == .failed { inputs.append(.addPassTapped) }
        return inputs
      }
    ) { () -> TestStore<B17Barcode> in
      let store = TestStore(initialState: B17Barcode.State()) { B17Barcode() }
      store.gate("code", at: \.b17Client.code) {
        [.success(.valid("Q7")), .success(.redeemed), .failure(B17Offline())]
      }
      store.gate("redemptions", at: \.b17Client.redemptions) { [.element(()), .finish] }
      store.gate("addPass", at: \.b17Client.addPass) { [.success(()), .failure(B17Offline())] }
      return store
    }
  }
}
