import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A parcel in the van of a courier, which is handed over with a signature.
struct W12Parcel: Reducer {
  enum Status: Equatable { case open, sending, delivered, failed }

  struct State: Equatable, Identifiable {
    let id: Int
    var status = Status.open
  }

  enum Input: Equatable, Sendable { case handOverTapped, receiptCame }
  enum Feedback: Equatable, Sendable { case sent, failed, timedOut }

  private enum CancelID { case signature, timeout }

  @Dependency(\.w12Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.handOverTapped):
      guard state.status == .open || state.status == .failed else { return .none }
      state.status = .sending
      return .merge(
        .run("signature", of: state.id) { [id = state.id] send in
          try await client.sendSignature(id)
          await send(.sent)
        } catch: { _, send in
          await send(.failed)
        }
        .cancellable(id: CancelID.signature),
        .run("timeout") { send in
          try await clock.sleep(for: .seconds(30))
          await send(.timedOut)
        }
        .cancellable(id: CancelID.timeout)
      )

    case .input(.receiptCame):
      state.status = .delivered
      return .merge(.cancel(id: CancelID.signature), .cancel(id: CancelID.timeout))

    case .feedback(.sent):
      state.status = .delivered
      return .cancel(id: CancelID.timeout)

    case .feedback(.failed):
      state.status = .failed
      return .cancel(id: CancelID.timeout)

    case .feedback(.timedOut):
      state.status = .failed
      return .cancel(id: CancelID.signature)
    }
  }
}

/// The van of a courier. The server reports receipts, also those of signatures that were slow.
struct W12Van: Reducer {
  struct State: Equatable {
    var isOnTour = false
    var isInBackground = false
    var parcels: IdentifiedArray<W12Parcel.State>

    var isSending: Bool { parcels.contains { $0.status == .sending } }
    var failed: [Int] { parcels.filter { $0.status == .failed }.ids }
  }

  enum Input: Equatable, Sendable {
    case tourStarted
    case tourEnded
    case retryAllTapped
    case wentToBackground
    case cameToForeground
    case parcel(Int, W12Parcel.Input)
  }

  enum Feedback: Equatable, Sendable {
    case receipt(Int)
    case parcel(Int, ChildFeedback<W12Parcel>)
  }

  private enum CancelID { case receipts }

  private let parcels = ScopeEach<W12Van, W12Parcel>(\.parcels, feedback: Feedback.parcel) { W12Parcel() }

  @Dependency(\.w12Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.parcel(let id, let input)): return parcels.reduce(.input(input), id: id, into: &state)
    case .feedback(.parcel(let id, .feedback(let feedback))):
      return parcels.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.tourStarted):
      guard !state.isOnTour else { return .none }
      state.isOnTour = true
      return followReceipts()

    case .input(.tourEnded):
      guard !state.isSending else { return .none }
      state.isOnTour = false
      return .cancel(id: CancelID.receipts)

    case .input(.retryAllTapped):
      var effects: [Effect<Feedback, Never>] = []
      for id in state.failed { effects.append(parcels.reduce(.input(.handOverTapped), id: id, into: &state)) }
      return .merge(effects)

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.receipts)

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.isOnTour ? followReceipts() : .none

    case .feedback(.receipt(let id)):
      guard state.parcels[id: id] != nil else { return .none }
      return parcels.reduce(.input(.receiptCame), id: id, into: &state)
    }
  }

  private func followReceipts() -> Effect<Feedback, Never> {
    .run("receipts") { send in
      while true {
        for await id in client.receipts() { await send(.receipt(id)) }
        try await clock.sleep(for: .seconds(30))
      }
    }
    .cancellable(id: CancelID.receipts, cancelInFlight: true)
  }
}

struct W12Client: TestDependencyKey, Sendable {
  var sendSignature: @Sendable (_ parcel: Int) async throws -> Void
  var receipts: @Sendable () -> AsyncStream<Int>

  static let testValue = W12Client(
    sendSignature: unimplemented("W12Client.sendSignature"),
    receipts: unimplemented("W12Client.receipts", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var w12Client: W12Client {
    get { self[W12Client.self] }
    set { self[W12Client.self] = newValue }
  }
}

struct W12Offline: Error {}

struct W12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W12Van.State) -> [W12Van.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard state.isOnTour else { return [.tourStarted, .wentToBackground] }
        var inputs: [W12Van.Input] = [.wentToBackground]
        if !state.isSending { inputs.append(.tourEnded) }
        if !state.failed.isEmpty { inputs.append(.retryAllTapped) }
        for parcel in state.parcels where parcel.status == .open || parcel.status == .failed {
          inputs.append(.parcel(parcel.id, .handOverTapped))
        }
        return inputs
      }
    ) { () -> TestStore<W12Van> in
      let state = W12Van.State(parcels: [W12Parcel.State(id: 1), W12Parcel.State(id: 2)])
      let store = TestStore(initialState: state) { W12Van() }
      store.gate("signature", at: \.w12Client.sendSignature) { _ in [.success(()), .failure(W12Offline())] }
      store.gate("receipts", at: \.w12Client.receipts) { [.element(1), .element(2), .finish] }
      return store
    }
  }
}
