import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct F08InvoiceClient: TestDependencyKey, Sendable {
  var upload: @Sendable (_ invoice: Int) async throws -> Void
  /// The invoices that the accounting has booked, as they are booked. After each connection come those not yet told.
  var receipts: @Sendable () -> AsyncThrowingStream<Int, any Error>

  static let testValue = F08InvoiceClient(
    upload: unimplemented("F08InvoiceClient.upload"),
    receipts: unimplemented("F08InvoiceClient.receipts", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var f08InvoiceClient: F08InvoiceClient {
    get { self[F08InvoiceClient.self] }
    set { self[F08InvoiceClient.self] = newValue }
  }
}

/// The row of a scanned invoice.
struct F08Invoice: Reducer {
  /// The way of an invoice. The phases are in order: an invoice that was sent goes forward.
  enum Phase: Int, Equatable {
    case scanned
    case failed
    case sending
    case uploaded
    case booked
  }

  struct State: Equatable, Identifiable {
    let id: Int
    private(set) var phase = Phase.scanned

    init(id: Int) { self.id = id }

    var canBeSent: Bool { phase == .scanned || phase == .failed }

    mutating func send() { phase = .sending }

    /// Goes forward. A receipt may overtake the answer to its upload, and the answer changes nothing then.
    mutating func advance(to next: Phase) {
      guard phase != .scanned, next.rawValue > phase.rawValue else { return }
      phase = next
    }

    mutating func fail() { phase = .failed }
  }

  enum Input: Equatable {
    case sendTapped
    case receiptArrived
  }

  enum Feedback: Equatable {
    case uploaded
    case uploadFailed
  }

  private enum CancelID { case upload }

  @Dependency(\.f08InvoiceClient) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sendTapped):
      guard state.canBeSent else { return .none }
      state.send()
      return .run("upload", of: state.id) { [id = state.id] send in
        try await client.upload(id)
        await send(.uploaded)
      } catch: { _, send in
        await send(.uploadFailed)
      }
      .cancellable(id: CancelID.upload, cancelInFlight: true)

    case .input(.receiptArrived):
      state.advance(to: .booked)
      return .none

    case .feedback(.uploaded):
      state.advance(to: .uploaded)
      return .none

    case .feedback(.uploadFailed):
      state.fail()
      return .none
    }
  }
}

/// Scans invoices, sends them to the accounting, and follows what becomes of them.
struct F08Scanner: Reducer {
  enum Connection: Equatable {
    case off
    case open
    case lost
  }

  struct State: Equatable {
    var invoices: IdentifiedArray<F08Invoice.State> = []
    var connection = Connection.off
  }

  enum Input: Equatable {
    case appeared
    case reconnectTapped
    case scanned(Int)
    case invoice(Int, F08Invoice.Input)
    case clearTapped
  }

  enum Feedback: Equatable {
    case receipt(Int)
    case connectionLost
    case invoice(Int, ChildFeedback<F08Invoice>)
  }

  private enum CancelID { case receipts }

  private let invoices = ScopeEach<F08Scanner, F08Invoice>(\.invoices, feedback: Feedback.invoice) { F08Invoice() }

  @Dependency(\.f08InvoiceClient) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return state.connection == .off ? connect(&state) : .none

    case .input(.reconnectTapped):
      return state.connection == .lost ? connect(&state) : .none

    case .feedback(.connectionLost):
      state.connection = .lost
      return .none

    case .input(.scanned(let id)):
      guard state.invoices.index(id: id) == nil else { return .none }
      state.invoices.append(F08Invoice.State(id: id))
      return .none

    case .input(.invoice(let id, let input)):
      guard state.invoices.index(id: id) != nil else { return .none }
      return invoices.reduce(.input(input), id: id, into: &state)

    case .feedback(.receipt(let id)):
      guard state.invoices.index(id: id) != nil else { return .none }
      return invoices.reduce(.input(.receiptArrived), id: id, into: &state)

    case .feedback(.invoice(let id, .feedback(let feedback))):
      return invoices.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.clearTapped):
      state.invoices.removeAll { $0.phase == .booked }
      return .none
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .open
    return .run("receipts") { send in
      for try await invoice in client.receipts() { await send(.receipt(invoice)) }
      await send(.connectionLost)
    } catch: { _, send in
      await send(.connectionLost)
    }
    .cancellable(id: CancelID.receipts, cancelInFlight: true)
  }
}

struct F08Offline: Error {}

struct F08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F08Scanner.State) -> [F08Scanner.Input] in
        var inputs: [F08Scanner.Input] = [.appeared, .reconnectTapped, .scanned(1), .scanned(2), .clearTapped]
        for id in state.invoices.ids { inputs.append(.invoice(id, .sendTapped)) }
        return inputs
      }
    ) { () -> TestStore<F08Scanner> in
      let store = TestStore(initialState: F08Scanner.State()) { F08Scanner() }
      store.gate("upload", at: \.f08InvoiceClient.upload) { _ in [.success(()), .failure(F08Offline())] }
      store.gate("receipts", at: \.f08InvoiceClient.receipts) { [.element(1), .element(2), .failure(F08Offline())] }
      return store
    }
  }
}
