import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A stocktake with a hand scanner: the codes are scanned, sent one after another, and then booked as one count.
struct Q22Stocktake: Reducer {
  enum Phase: Equatable, Sendable { case collecting, sending, booking, failed, booked }

  struct State: Equatable {
    var phase = Phase.collecting
    var codes: [String] = []
    var sent: [String] = []
    var isScanning = false

    /// The text above the list, such as "2 of 5".
    var progress: String { "\(sent.count) of \(sent.count + codes.count)" }
  }

  enum Input: Equatable, Sendable {
    case scanTapped
    case removeLastTapped
    case sendTapped
    case retryTapped
    case newCountTapped
    case wentToBackground
  }

  enum Feedback: Equatable, Sendable {
    case scanned(String)
    case scannerStopped
    case sent(String)
    case booked
    case failed
  }

  private enum CancelID { case scanner }

  @Dependency(\.q22Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.scanTapped):
      guard state.phase == .collecting else { return .none }
      state.isScanning.toggle()
      return state.isScanning ? scan() : .cancel(id: CancelID.scanner)

    case .input(.removeLastTapped):
      guard state.phase == .collecting, !state.codes.isEmpty else { return .none }
      state.codes.removeLast()
      return .none

    case .input(.sendTapped):
      guard state.phase == .collecting, let code = state.codes.first else { return .none }
      state.phase = .sending
      state.isScanning = false
      return .merge(.cancel(id: CancelID.scanner), upload(code))

    case .input(.retryTapped):
      guard state.phase == .failed, let code = state.codes.first else { return .none }
      state.phase = .sending
      return upload(code)

    case .input(.newCountTapped):
      guard state.phase == .booked || state.phase == .failed else { return .none }
      state = State()
      return .none

    case .input(.wentToBackground):
      state.isScanning = false
      return .cancel(id: CancelID.scanner)

    case .feedback(.scanned(let code)):
      guard !state.codes.contains(code) else { return .none }
      state.codes.append(code)
      return .none

    case .feedback(.scannerStopped):
      state.isScanning = false
      return .none

    case .feedback(.sent(let code)):
      state.codes.removeAll { $0 == code }
      state.sent.append(code)
      if let next = state.codes.first { return upload(next) }
      state.phase = .booking
      return book(state.sent.count)

    case .feedback(.booked):
      state.phase = .booked
      return .none

    case .feedback(.failed):
      state.phase = .failed
      return .none
    }
  }

  private func scan() -> Effect<Feedback, Never> {
    .run("scanner") { send in
      for await code in client.codes() { await send(.scanned(code)) }
      await send(.scannerStopped)
    }
    .cancellable(id: CancelID.scanner, cancelInFlight: true)
  }

  private func upload(_ code: String) -> Effect<Feedback, Never> {
    .run("upload", of: code) { send in
      try await client.upload(code)
      await send(.sent(code))
    } catch: { _, send in
      await send(.failed)
    }
  }

  private func book(_ count: Int) -> Effect<Feedback, Never> {
    .run("book", of: count) { send in
      try await client.book(count)
      await send(.booked)
    } catch: { _, send in
      await send(.failed)
    }
  }
}

struct Q22Client: TestDependencyKey, Sendable {
  var codes: @Sendable () -> AsyncStream<String>
  var upload: @Sendable (_ code: String) async throws -> Void
  var book: @Sendable (_ count: Int) async throws -> Void

  static let testValue = Q22Client(
    codes: unimplemented("Q22Client.codes", placeholder: AsyncStream { $0.finish() }),
    upload: unimplemented("Q22Client.upload"),
    book: unimplemented("Q22Client.book")
  )
}

extension DependencyValues {
  var q22Client: Q22Client {
    get { self[Q22Client.self] }
    set { self[Q22Client.self] = newValue }
  }
}

struct Q22NoNetwork: Error {}

struct Q22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q22Stocktake.State) -> [Q22Stocktake.Input] in
        switch state.phase {
        case .collecting:
          let edits: [Q22Stocktake.Input] = state.codes.isEmpty ? [] : [.removeLastTapped, .sendTapped]
          return edits + [.scanTapped, .wentToBackground]
        case .sending, .booking: return [.wentToBackground]
        case .failed: return [.retryTapped, .newCountTapped, .wentToBackground]
        case .booked: return [.newCountTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<Q22Stocktake> in
      let store = TestStore(initialState: Q22Stocktake.State()) { Q22Stocktake() }
      store.gate("codes", at: \.q22Client.codes) { [.element("4711"), .element("4712"), .finish] }
      store.gate("upload", at: \.q22Client.upload) { _ in [.success(()), .failure(Q22NoNetwork())] }
      store.gate("book", at: \.q22Client.book) { _ in [.success(()), .failure(Q22NoNetwork())] }
      return store
    }
  }
}
