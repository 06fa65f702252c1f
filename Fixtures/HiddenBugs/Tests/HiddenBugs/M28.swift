import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The hand-over of a parcel at the door: somebody signs, and the server takes the receipt.
struct M28Handover: Reducer {
  enum Phase: Equatable { case signing, sending, delivered, failed }

  struct State: Equatable {
    var neighbours: [String] = []
    var isLoadingNeighbours = false
    var cannotLoadNeighbours = false
    var recipient: String?
    var isSigned = false
    var phase = Phase.signing
    /// The attempts that the server has not answered yet.
    var attempts = 0
    /// The answer takes so long that the courier may send the receipt once more.
    var isSlow = false

    var recipients: [String] { ["Addressee"] + neighbours }
    var canSendAgain: Bool { phase == .failed || phase == .sending && isSlow && attempts < 2 }
  }

  enum Input: Equatable, Sendable {
    case neighboursTapped
    case recipientChosen(String)
    case signed
    case signatureCleared
    case deliverTapped
    case sendAgainTapped
    case nextStopTapped
  }

  enum Feedback: Equatable, Sendable {
    case neighboursLoaded([String])
    case neighboursFailed
    case accepted
    case refused
    case slow
  }

  private enum CancelID { case neighbours, deliver, slow }

  @Dependency(\.m28Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.neighboursTapped):
      guard state.neighbours.isEmpty, !state.isLoadingNeighbours else { return .none }
      state.isLoadingNeighbours = true
      state.cannotLoadNeighbours = false
      return .run("neighbours") { send in
        await send(.neighboursLoaded(try await client.neighbours()))
      } catch: { _, send in
        await send(.neighboursFailed)
      }
      .cancellable(id: CancelID.neighbours, cancelInFlight: true)

    case .input(.recipientChosen(let recipient)):
      guard state.phase == .signing, recipient != state.recipient else { return .none }
      state.recipient = recipient
      state.isSigned = false
      return .none

    case .input(.signed):
      guard state.phase == .signing, state.recipient != nil else { return .none }
      state.isSigned = true
      return .none

    case .input(.signatureCleared):
      guard state.phase == .signing else { return .none }
      state.isSigned = false
      return .none

    case .input(.deliverTapped):
      guard state.phase == .signing, state.isSigned, let recipient = state.recipient else { return .none }
      return deliver(to: recipient, in: &state)

    case .input(.sendAgainTapped):
      guard state.canSendAgain, let recipient = state.recipient else { return .none }
      return deliver(to: recipient, in: &state)

    case .input(.nextStopTapped):
      guard state.phase == .delivered else { return .none }
      state = State()
      return .merge(.cancel(id: CancelID.neighbours), .cancel(id: CancelID.deliver))

    case .feedback(.neighboursLoaded(let neighbours)):
      state.isLoadingNeighbours = false
      state.neighbours = neighbours
      return .none

    case .feedback(.neighboursFailed):
      state.isLoadingNeighbours = false
      state.cannotLoadNeighbours = true
      return .none

    case .feedback(.accepted):
      state.attempts -= 1
      state.phase = .delivered
      state.isSlow = false
      return .cancel(id: CancelID.slow)

    case .feedback(.refused):
      state.attempts -= 1
      guard state.attempts == 0 else { return .none }
      state.phase = .failed
      state.isSlow = false
      return .cancel(id: CancelID.slow)

    case .feedback(.slow):
      state.isSlow = true
      return .none
    }
  }

  /// Sends the receipt. An older attempt goes on beside it, as it may have reached the server.
  private func deliver(to recipient: String, in state: inout State) -> Effect<Feedback, Never> {
    state.phase = .sending
    state.attempts += 1
    state.isSlow = false
    return .merge(
      .run("deliver", of: recipient) { send in
        try await client.deliver(recipient)
        await send(.accepted)
      } catch: { _, send in
        await send(.refused)
      }
      .cancellable(id: CancelID.deliver),
      .run("slow") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.slow)
      }
      .cancellable(id: CancelID.slow, cancelInFlight: true)
    )
  }
}

struct M28Client: TestDependencyKey, Sendable {
  var neighbours: @Sendable () async throws -> [String]
  var deliver: @Sendable (_ recipient: String) async throws -> Void

  static let testValue = M28Client(
    neighbours: unimplemented("M28Client.neighbours"),
    deliver: unimplemented("M28Client.deliver")
  )
}

extension DependencyValues {
  var m28Client: M28Client {
    get { self[M28Client.self] }
    set { self[M28Client.self] = newValue }
  }
}

struct M28Offline: Error {}

struct M28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M28Handover.State) -> [M28Handover.Input] in
        switch state.phase {
        case .signing:
          var inputs = state.recipients.map { M28Handover.Input.recipientChosen($0) }
          if state.neighbours.isEmpty { inputs.append(.neighboursTapped) }
          if state.recipient != nil { inputs.append(state.isSigned ? .signatureCleared : .signed) }
          if state.isSigned { inputs.append(.deliverTapped) }
          return inputs
        case .sending, .failed:
          return state.canSendAgain ? [.sendAgainTapped] : []
        case .delivered:
          return [.nextStopTapped]
        }
      }
    ) { () -> TestStore<M28Handover> in
      let store = TestStore(initialState: M28Handover.State()) { M28Handover() }
      store.gate("neighbours", at: \.m28Client.neighbours) { [.success(["Ms Olsen"]), .failure(M28Offline())] }
      store.gate("deliver", at: \.m28Client.deliver) { _ in [.success(()), .failure(M28Offline())] }
      return store
    }
  }
}
