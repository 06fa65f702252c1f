import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An electronic prescription, which a doctor signs with a card in a reader.
struct H35Prescription: Reducer {
  struct State: Equatable {
    var drug: String?
    var check = Check.unchecked
    var phase = Phase.draft
    var isReaderOn = false
    var hasCard = false

    var canSign: Bool { phase == .draft && drug != nil && check != .running }
  }

  /// What is known of the drug and what the patient takes already.
  enum Check: Equatable { case unchecked, running, done(warnings: [String]), failed }

  enum Phase: Equatable {
    case draft
    case waitingForCard
    case signing
    case failed(Problem)
    case signed(code: String)
  }

  enum Problem: Equatable { case noReader, noCard, notSigned }

  enum Input: Equatable, Sendable {
    case drugChosen(String)
    case checkTapped
    case signTapped
    case cancelTapped
    case signAgainTapped
    case editTapped
    case newTapped
  }

  enum Feedback: Equatable, Sendable {
    case checked(warnings: [String])
    case notChecked
    case reader(H35ReaderEvent)
    case readerLost
    case patienceEnded
    case signed(code: String)
    case notSigned
  }

  private enum CancelID { case check, reader, patience }

  @Dependency(\.h35Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.phase) {
    case (.input(.drugChosen(let drug)), .draft):
      state.drug = drug
      return check(drug, in: &state)

    case (.input(.checkTapped), .draft):
      guard let drug = state.drug, state.check == .failed else { return .none }
      return check(drug, in: &state)

    case (.input(.signTapped), .draft):
      return state.canSign ? begin(in: &state) : .none

    case (.input(.signAgainTapped), .failed):
      return begin(in: &state)

    case (.input(.cancelTapped), .waitingForCard), (.input(.editTapped), .failed):
      state.phase = .draft
      return turnOff(in: &state)

    case (.input(.newTapped), .signed):
      state = State()
      return .none

    case (.feedback(.checked(warnings: let warnings)), _):
      state.check = .done(warnings: warnings)
      return .none

    case (.feedback(.notChecked), _):
      state.check = .failed
      return .none

    case (.feedback(.reader(.cardInserted)), let phase):
      state.hasCard = true
      return phase == .waitingForCard ? sign(in: &state) : .none

    case (.feedback(.reader(.cardRemoved)), _):
      // A signature that is being made fails by itself.
      state.hasCard = false
      return .none

    case (.feedback(.readerLost), let phase):
      state.isReaderOn = false
      state.hasCard = false
      guard phase == .waitingForCard else { return .none }
      state.phase = .failed(.noReader)
      return .cancel(id: CancelID.patience)

    case (.feedback(.patienceEnded), .waitingForCard):
      state.phase = .failed(.noCard)
      return .none

    case (.feedback(.signed(code: let code)), _):
      state.phase = .signed(code: code)
      return turnOff(in: &state)

    case (.feedback(.notSigned), _):
      state.phase = .failed(.notSigned)
      return .none

    case (.input, _), (.feedback(.patienceEnded), _):
      return .none
    }
  }

  private func check(_ drug: String, in state: inout State) -> Effect<Feedback, Never> {
    state.check = .running
    return .run("check", of: drug) { send in
      await send(.checked(warnings: try await client.check(drug)))
    } catch: { _, send in
      await send(.notChecked)
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }

  /// Signs with the card in the reader, or waits for one.
  private func begin(in state: inout State) -> Effect<Feedback, Never> {
    guard !state.hasCard else { return sign(in: &state) }
    state.phase = .waitingForCard
    guard !state.isReaderOn else { return patience() }
    state.isReaderOn = true
    return .merge(patience(), reader())
  }

  private func sign(in state: inout State) -> Effect<Feedback, Never> {
    guard let drug = state.drug else { return .none }
    state.phase = .signing
    return .merge(
      .cancel(id: CancelID.patience),
      .run("sign", of: drug) { send in
        await send(.signed(code: try await client.sign(drug)))
      } catch: { _, send in
        await send(.notSigned)
      }
    )
  }

  private func turnOff(in state: inout State) -> Effect<Feedback, Never> {
    state.isReaderOn = false
    state.hasCard = false
    return .merge(.cancel(id: CancelID.reader), .cancel(id: CancelID.patience))
  }

  private func reader() -> Effect<Feedback, Never> {
    .run("reader") { send in
      for await event in client.readerEvents() { await send(.reader(event)) }
      await send(.readerLost)
    }
    .cancellable(id: CancelID.reader, cancelInFlight: true)
  }

  private func patience() -> Effect<Feedback, Never> {
    .run("patience") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.patienceEnded)
    }
    .cancellable(id: CancelID.patience, cancelInFlight: true)
  }
}

enum H35ReaderEvent: Equatable, Sendable { case cardInserted, cardRemoved }

struct H35Client: TestDependencyKey, Sendable {
  var check: @Sendable (_ drug: String) async throws -> [String]
  var sign: @Sendable (_ drug: String) async throws -> String
  var readerEvents: @Sendable () -> AsyncStream<H35ReaderEvent>

  static let testValue = H35Client(
    check: unimplemented("H35Client.check"),
    sign: unimplemented("H35Client.sign"),
    readerEvents: unimplemented("H35Client.readerEvents", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var h35Client: H35Client {
    get { self[H35Client.self] }
    set { self[H35Client.self] = newValue }
  }
}

struct H35Offline: Error {}

struct H35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H35Prescription.State) -> [H35Prescription.Input] in
        switch state.phase {
        case .draft:
          var inputs: [H35Prescription.Input] = [.drugChosen("Ibuprofen"), .drugChosen("Insulin")]
          if state.check == .failed { inputs.append(.checkTapped) }
          if state.canSign { inputs.append(.signTapped) }
          return inputs
        case .waitingForCard: return [.cancelTapped]
        case .signing: return []
        case .failed: return [.signAgainTapped, .editTapped]
        case .signed: return [.newTapped]
        }
      }
    ) { () -> TestStore<H35Prescription> in
      let store = TestStore(initialState: H35Prescription.State()) { H35Prescription() }
      store.gate("check", at: \.h35Client.check) { drug in
        [.success(drug == "Insulin" ? ["Check the kidneys."] : []), .failure(H35Offline())]
      }
      store.gate("sign", at: \.h35Client.sign) { drug in [.success("RX \(drug)"), .failure(H35Offline())] }
      store.gate("readerEvents", at: \.h35Client.readerEvents) {
        [.element(.cardInserted), .element(.cardRemoved), .finish]
      }
      return store
    }
  }
}
