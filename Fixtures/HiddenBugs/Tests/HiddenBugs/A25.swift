import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The till of a shop: a card reader over Bluetooth, and one sale at a time.
struct A25Till: Reducer {
  enum Reader: Equatable { case off, connecting, ready }

  enum Sale: Equatable {
    case idle
    case waiting(Int)
    case authorising(Int)
    case approved(Int)
    case declined(Int)
    case failed(Int)
  }

  enum Receipt: Equatable { case none, sending, sent, failed }

  struct State: Equatable {
    var reader = Reader.off
    var sale = Sale.idle
    var receipt = Receipt.none
  }

  enum Input: Equatable, Sendable {
    case connectTapped
    case disconnectTapped
    case chargeTapped(Int)
    case chargeAgainTapped
    case cancelTapped
    case receiptTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case reader(A25Event)
    case readerLost
    case cardTimedOut
    case authorised(Bool)
    case notAuthorised
    case receiptSent
    case receiptNotSent
  }

  private enum CancelID { case reader, timeout }

  @Dependency(\.a25Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.connectTapped):
      guard state.reader == .off else { return .none }
      return connect(&state)

    case .input(.disconnectTapped):
      state.reader = .off
      if case .waiting = state.sale { state.sale = .idle }
      return .merge(.cancel(id: CancelID.reader), .cancel(id: CancelID.timeout))

    case .input(.chargeTapped(let amount)):
      guard state.sale == .idle else { return .none }
      return begin(amount, &state)

    case .input(.chargeAgainTapped):
      switch state.sale {
      case .declined(let amount), .failed(let amount): return begin(amount, &state)
      case .idle, .waiting, .authorising, .approved: return .none
      }

    case .input(.cancelTapped):
      guard case .waiting = state.sale else { return .none }
      state.sale = .idle
      return .cancel(id: CancelID.timeout)

    case .input(.receiptTapped):
      guard case .approved(let amount) = state.sale else { return .none }
      guard state.receipt == .none || state.receipt == .failed else { return .none }
      state.receipt = .sending
      return .run("receipt", of: amount) { send in
        try await client.sendReceipt(amount)
        await send(.receiptSent)
      } catch: { _, send in
        await send(.receiptNotSent)
      }

    case .input(.doneTapped):
      guard state.receipt != .sending else { return .none }
      switch state.sale {
      case .approved, .declined, .failed:
        state.sale = .idle
        state.receipt = .none
      case .idle, .waiting, .authorising:
        break
      }
      return .none

    case .feedback(.reader(.ready)):
      state.reader = .ready
      return .none

    case .feedback(.reader(.card(let token))):
      state.reader = .ready
      guard case .waiting(let amount) = state.sale else { return .none }
      state.sale = .authorising(amount)
      return .merge(
        .cancel(id: CancelID.timeout),
        .run("authorise", of: amount) { send in
          await send(.authorised(try await client.authorise(token, amount)))
        } catch: { _, send in
          await send(.notAuthorised)
        }
      )

    case .feedback(.readerLost):
      state.reader = .off
      guard case .waiting(let amount) = state.sale else { return .none }
      state.sale = .failed(amount)
      return .cancel(id: CancelID.timeout)

    case .feedback(.cardTimedOut):
      if case .waiting(let amount) = state.sale { state.sale = .failed(amount) }
      return .none

    case .feedback(.authorised(let isApproved)):
      if case .authorising(let amount) = state.sale { state.sale = isApproved ? .approved(amount) : .declined(amount) }
      return .none

    case .feedback(.notAuthorised):
      if case .authorising(let amount) = state.sale { state.sale = .failed(amount) }
      return .none

    case .feedback(.receiptSent):
      state.receipt = .sent
      return .none

    case .feedback(.receiptNotSent):
      state.receipt = .failed
      return .none
    }
  }

  private func begin(_ amount: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.sale = .waiting(amount)
    let timeout: Effect<Feedback, Never> = .run("card timeout") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.cardTimedOut)
    }
    .cancellable(id: CancelID.timeout, cancelInFlight: true)
    return state.reader == .off ? .merge(connect(&state), timeout) : timeout
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.reader = .connecting
    return .run("reader") { send in
      for try await event in client.events() { await send(.reader(event)) }
      await send(.readerLost)
    } catch: { _, send in
      await send(.readerLost)
    }
    .cancellable(id: CancelID.reader, cancelInFlight: true)
  }
}

enum A25Event: Equatable, Sendable { case ready, card(String) }

struct A25Client: TestDependencyKey, Sendable {
  /// Ends when the reader is not found, or is out of reach.
  var events: @Sendable () -> AsyncThrowingStream<A25Event, any Error>
  /// Throws if nothing was booked.
  var authorise: @Sendable (_ token: String, _ amount: Int) async throws -> Bool
  var sendReceipt: @Sendable (_ amount: Int) async throws -> Void

  static let testValue = A25Client(
    events: unimplemented("A25Client.events", placeholder: AsyncThrowingStream { $0.finish() }),
    authorise: unimplemented("A25Client.authorise"),
    sendReceipt: unimplemented("A25Client.sendReceipt")
  )
}

extension DependencyValues {
  var a25Client: A25Client {
    get { self[A25Client.self] }
    set { self[A25Client.self] = newValue }
  }
}

struct A25Offline: Error {}

struct A25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A25Till.State) -> [A25Till.Input] in
        var inputs: [A25Till.Input] = [state.reader == .off ? .connectTapped : .disconnectTapped]
        switch state.sale {
        case .idle: inputs += [.chargeTapped(20), .chargeTapped(45)]
        case .waiting: inputs += [.cancelTapped]
        case .authorising: break
        case .approved:
          if state.receipt != .sending { inputs += [.doneTapped] }
          if state.receipt == .none || state.receipt == .failed { inputs += [.receiptTapped] }
        case .declined, .failed: inputs += [.chargeAgainTapped, .doneTapped]
        }
        return inputs
      }
    ) { () -> TestStore<A25Till> in
      let store = TestStore(initialState: A25Till.State()) { A25Till() }
      store.gate("events", at: \.a25Client.events) {
        [.element(.ready), .element(.card("visa")), .failure(A25Offline())]
      }
      store.gate("authorise", at: \.a25Client.authorise) { _ in
        [.success(true), .success(false), .failure(A25Offline())]
      }
      store.gate("receipt", at: \.a25Client.sendReceipt) { _ in [.success(()), .failure(A25Offline())] }
      return store
    }
  }
}
