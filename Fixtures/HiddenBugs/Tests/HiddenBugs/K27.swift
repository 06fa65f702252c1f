import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Finds a wallbox by Bluetooth, and pairs the phone with it. A box may refuse, or not answer at all.
struct K27Pairing: Reducer {
  enum State: Equatable {
    case idle
    case scanning([String])
    case choosing([String])
    case pairing(String)
    case paired(String)
    case forgetting(String)
    case failed(Problem)
  }

  enum Problem: Equatable {
    case nothingFound
    case notPaired(String)
    case notForgotten(String)
  }

  enum Input: Equatable, Sendable {
    case scanTapped
    case boxTapped(String)
    case forgetTapped
    case retryTapped
    case cancelTapped
  }

  enum Feedback: Equatable, Sendable {
    case found(String)
    case scanEnded
    case succeeded
    case refused
    case timedOut
  }

  private enum CancelID { case scan, request }

  @Dependency(\.k27Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.scanTapped), .idle), (.input(.scanTapped), .choosing), (.input(.retryTapped), .failed(.nothingFound)):
      state = .scanning([])
      return scan()

    case (.feedback(.found(let box)), .scanning(let boxes)) where !boxes.contains(box):
      state = .scanning(boxes + [box])
      return .none

    case (.feedback(.scanEnded), .scanning(let boxes)):
      state = boxes.isEmpty ? .failed(.nothingFound) : .choosing(boxes)
      return .cancel(id: CancelID.scan)

    case (.input(.boxTapped(let box)), .scanning),
      (.input(.boxTapped(let box)), .choosing),
      (.input(.retryTapped), .failed(.notPaired(let box))):
      state = .pairing(box)
      return .merge(.cancel(id: CancelID.scan), request("pair", of: box, call: client.pair))

    case (.feedback(.succeeded), .pairing(let box)):
      state = .paired(box)
      return .cancel(id: CancelID.request)

    case (.feedback(.refused), .pairing(let box)), (.feedback(.timedOut), .pairing(let box)):
      state = .failed(.notPaired(box))
      return .cancel(id: CancelID.request)

    case (.input(.forgetTapped), .paired(let box)), (.input(.retryTapped), .failed(.notForgotten(let box))):
      state = .forgetting(box)
      return request("forget", of: box, call: client.forget)

    case (.feedback(.succeeded), .forgetting):
      state = .idle
      return .cancel(id: CancelID.request)

    case (.feedback(.refused), .forgetting(let box)), (.feedback(.timedOut), .forgetting(let box)):
      state = .failed(.notForgotten(box))
      return .cancel(id: CancelID.request)

    case (.input(.cancelTapped), .failed(.notForgotten(let box))):
      state = .paired(box)
      return .none

    case (.input(.cancelTapped), .scanning), (.input(.cancelTapped), .choosing),
      (.input(.cancelTapped), .pairing), (.input(.cancelTapped), .failed):
      state = .idle
      return .merge(.cancel(id: CancelID.scan), .cancel(id: CancelID.request))

    default:
      return .none
    }
  }

  /// Listens for boxes, for twenty seconds at most.
  private func scan() -> Effect<Feedback, Never> {
    let boxes: Effect<Feedback, Never> = .run("scan") { send in
      for await box in client.scan() { await send(.found(box)) }
      await send(.scanEnded)
    }
    let end: Effect<Feedback, Never> = .run("end of scan") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.scanEnded)
    }
    return .merge(boxes, end).cancellable(id: CancelID.scan, cancelInFlight: true)
  }

  /// Asks a box for something, and waits half a minute for its answer.
  private func request(
    _ name: String,
    of box: String,
    call: @escaping @Sendable (_ box: String) async throws -> Void
  ) -> Effect<Feedback, Never> {
    let answer: Effect<Feedback, Never> = .run(name, of: box) { send in
      try await call(box)
      await send(.succeeded)
    } catch: { _, send in
      await send(.refused)
    }
    let patience: Effect<Feedback, Never> = .run("patience") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.timedOut)
    }
    return .merge(answer, patience).cancellable(id: CancelID.request, cancelInFlight: true)
  }
}

struct K27Client: TestDependencyKey, Sendable {
  /// The boxes around. The stream ends when Bluetooth is switched off.
  var scan: @Sendable () -> AsyncStream<String>
  var pair: @Sendable (_ box: String) async throws -> Void
  var forget: @Sendable (_ box: String) async throws -> Void

  static let testValue = K27Client(
    scan: unimplemented("K27Client.scan", placeholder: AsyncStream<String> { $0.finish() }),
    pair: unimplemented("K27Client.pair"),
    forget: unimplemented("K27Client.forget")
  )
}

extension DependencyValues {
  var k27Client: K27Client {
    get { self[K27Client.self] }
    set { self[K27Client.self] = newValue }
  }
}

struct K27Refusal: Error {}

struct K27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K27Pairing.State) -> [K27Pairing.Input] in
        switch state {
        case .idle: return [.scanTapped]
        case .scanning(let boxes): return boxes.map(K27Pairing.Input.boxTapped) + [.cancelTapped]
        case .choosing(let boxes): return boxes.map(K27Pairing.Input.boxTapped) + [.scanTapped, .cancelTapped]
        case .pairing: return [.cancelTapped]
        case .paired: return [.forgetTapped]
        case .forgetting: return []
        case .failed: return [.retryTapped, .cancelTapped]
        }
      }
    ) { () -> TestStore<K27Pairing> in
      let store = TestStore(initialState: K27Pairing.State.idle) { K27Pairing() }
      store.gate("scan", at: \.k27Client.scan) { [.element("Garage"), .element("Carport"), .finish] }
      store.gate("pair", at: \.k27Client.pair) { _ in [.success(()), .failure(K27Refusal()), .never] }
      store.gate("forget", at: \.k27Client.forget) { _ in [.success(()), .failure(K27Refusal()), .never] }
      return store
    }
  }
}
