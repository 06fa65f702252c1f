import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct J02Offline: Error {}

struct J02Claim: Hashable, Sendable {
  var train: String
  var minutes: Int
}

enum J02Progress: Equatable, Sendable {
  case percent(Int)
  case accepted(J02Claim)
}

struct J02ClaimClient: TestDependencyKey, Sendable {
  var claims: @Sendable () async throws -> [J02Claim]
  var submit: @Sendable (_ claim: J02Claim) -> AsyncThrowingStream<J02Progress, any Error>

  static let testValue = J02ClaimClient(
    claims: unimplemented("J02ClaimClient.claims"),
    submit: unimplemented("J02ClaimClient.submit", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var j02Claims: J02ClaimClient {
    get { self[J02ClaimClient.self] }
    set { self[J02ClaimClient.self] = newValue }
  }
}

/// The form of one claim. It is over as soon as the claim is accepted.
struct J02Form: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    var train: String
    var minutes = 60
    var phase = Phase.editing

    var id: String { train }
    var claim: J02Claim { J02Claim(train: train, minutes: minutes) }
    var isSending: Bool { if case .sending = phase { true } else { false } }
  }

  enum Phase: Equatable, Sendable { case editing, sending(percent: Int), failed }
  enum Input: Equatable, Sendable { case minutesChanged(Int), submitTapped }
  enum Feedback: Equatable, Sendable { case progressed(J02Progress), failed }
  enum Output: Equatable, Sendable { case accepted(J02Claim) }

  private enum CancelID { case submit }

  @Dependency(\.j02Claims) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.minutesChanged(let minutes)):
      guard !state.isSending else { return .none }
      state.minutes = minutes
      state.phase = .editing
      return .none

    case .input(.submitTapped):
      guard !state.isSending else { return .none }
      state.phase = .sending(percent: 0)
      return .run("submit", of: state.claim) { [claim = state.claim] send in
        for try await progress in client.submit(claim) {
          await send(.progressed(progress))
          if case .accepted = progress { return }
        }
        await send(.failed)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.submit, cancelInFlight: true)

    case .feedback(.progressed(.percent(let percent))):
      state.phase = .sending(percent: percent)
      return .none

    case .feedback(.progressed(.accepted(let claim))):
      return .output(.accepted(claim))

    case .feedback(.failed):
      state.phase = .failed
      return .none
    }
  }
}

/// The claims by train, and the form of a new one.
struct J02Claims: Reducer {
  struct State: Equatable {
    var claims: [String: J02Claim] = [:]
    var isLoading = false
    var hasFailed = false
    var form: J02Form.State?
    var waitingTrain: String?

    mutating func closeForm() {
      form = waitingTrain.map { J02Form.State(train: $0) }
      waitingTrain = nil
    }
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case journeyTapped(String)
    case linkOpened(String)
    case discardTapped
    case form(J02Form.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([J02Claim])
    case failed
    case form(ChildFeedback<J02Form>)
  }

  private enum CancelID { case claims }

  private let form = Scope<J02Claims, J02Form>(ifLet: \.form, feedback: Feedback.form) { J02Form() }

  @Dependency(\.j02Claims) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.form(let input)): return form.reduce(.input(input), into: &state)
    case .feedback(.form(.feedback(let feedback))): return form.reduce(.feedback(feedback), into: &state)

    case .input(.refreshTapped):
      return state.isLoading ? .none : load(&state)

    case .input(.journeyTapped(let train)):
      if state.form == nil { state.form = J02Form.State(train: train) }
      return .none

    case .input(.linkOpened(let train)):
      if let form = state.form {
        state.waitingTrain = form.train == train ? nil : train
      } else {
        state.form = J02Form.State(train: train)
      }
      return .none

    case .input(.discardTapped):
      guard let form = state.form, !form.isSending else { return .none }
      state.closeForm()
      return .none

    // A list that is on its way may lack this claim, so ask again.
    case .feedback(.form(.output(.accepted(let claim)))):
      state.claims[claim.train] = claim
      state.closeForm()
      return state.isLoading ? load(&state) : .none

    case .feedback(.loaded(let claims)):
      state.claims = Dictionary(claims.map { ($0.train, $0) }, uniquingKeysWith: { _, last in last })
      state.isLoading = false
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("claims") { send in
      await send(.loaded(try await client.claims()))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.claims, cancelInFlight: true)
  }
}

struct J02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J02Claims.State) -> [J02Claims.Input] in
        var inputs: [J02Claims.Input] = [.refreshTapped, .journeyTapped("RE 7"), .linkOpened("IC 2"), .discardTapped]
        if state.form != nil {
          inputs.append(.form(.minutesChanged(90)))
          inputs.append(.form(.submitTapped))
        }
        return inputs
      }
    ) { () -> TestStore<J02Claims> in
      let store = TestStore(initialState: J02Claims.State()) { J02Claims() }
      store.gate("claims", at: \.j02Claims.claims) {
        [
          .success([J02Claim(train: "RE 7", minutes: 60), J02Claim(train: "IC 2", minutes: 60)]),
          .failure(J02Offline()),
        ]
      }
      store.gate("submit", at: \.j02Claims.submit) { claim in
        [.element(J02Progress.percent(50)), .element(J02Progress.accepted(claim)), .failure(J02Offline())]
      }
      return store
    }
  }
}
