import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct U04ClaimForm: Hashable, Sendable {
  var pet: String
  var amount: Int
}

struct U04Insurer: Sendable {
  /// The price of a month for a pet.
  var quote: @Sendable (_ pet: String) async throws -> Int
  var claim: @Sendable (_ form: U04ClaimForm) async throws -> Void
}

enum U04InsurerKey: TestDependencyKey {
  static let testValue = U04Insurer(
    quote: unimplemented("U04Insurer.quote"),
    claim: unimplemented("U04Insurer.claim")
  )
}

extension DependencyValues {
  var u04Insurer: U04Insurer {
    get { self[U04InsurerKey.self] }
    set { self[U04InsurerKey.self] = newValue }
  }
}

struct U04Offline: Error {}

/// The prices that have arrived, by pet, and which pet is shown.
struct U04Board: Equatable {
  var pet: String?
  var prices: [String: Int] = [:]
  var isQuoting = false
  var hasFailed = false

  var price: Int? { pet.flatMap { prices[$0] } }

  /// Shows a pet, and says whether its price has to be asked for.
  mutating func show(_ pet: String) -> Bool {
    self.pet = pet
    hasFailed = false
    guard prices[pet] == nil else { return false }
    isQuoting = true
    return true
  }

  mutating func arrive(_ price: Int, for pet: String) {
    prices[pet] = price
    isQuoting = false
  }

  mutating func fail() {
    isQuoting = false
    hasFailed = true
  }
}

/// The form of a claim. It stays while the claim is sent.
struct U04Claim: Reducer {
  enum Phase: Equatable { case editing, sending, failed }

  struct State: Equatable, Identifiable {
    let id: String
    var amount = 0
    var phase = Phase.editing
  }

  enum Input: Equatable { case amountTyped(Int), sendTapped, closeTapped }
  enum Feedback: Equatable { case answered(Bool) }
  enum Output: Equatable { case sent(String), closed }

  private enum CancelID { case claim }

  @Dependency(\.u04Insurer) private var insurer

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.amountTyped(let amount)):
      guard state.phase != .sending else { return .none }
      state.amount = amount
      state.phase = .editing
      return .none

    case .input(.sendTapped):
      guard state.amount > 0, state.phase != .sending else { return .none }
      state.phase = .sending
      let form = U04ClaimForm(pet: state.id, amount: state.amount)
      return .run("claim", of: form) { send in
        try await insurer.claim(form)
        await send(.answered(true))
      } catch: { _, send in
        await send(.answered(false))
      }
      .cancellable(id: CancelID.claim)

    case .input(.closeTapped):
      return state.phase == .sending ? .none : .output(.closed)

    case .feedback(.answered(let isSent)):
      guard isSent else {
        state.phase = .failed
        return .none
      }
      return .output(.sent(state.id))
    }
  }
}

/// The insured pets of a family: what a month costs, and one claim for each.
struct U04Pets: Reducer {
  struct State: Equatable {
    var board = U04Board()
    var claim: U04Claim.State?
    var claimed: Set<String> = []

    /// Whether the button of a new claim is enabled.
    var canClaim: Bool {
      guard claim == nil, let pet = board.pet else { return false }
      return board.price != nil && !board.isQuoting && !claimed.contains(pet)
    }
  }

  enum Input: Equatable {
    case petTapped(String), retryTapped, claimTapped
    case claim(U04Claim.Input)
  }

  enum Feedback: Equatable {
    case quoted(String, Int), quoteFailed
    case claim(ChildFeedback<U04Claim>)
  }

  private enum CancelID { case quote }

  private let claim = Scope<U04Pets, U04Claim>(ifLet: \.claim, feedback: Feedback.claim) { U04Claim() }

  @Dependency(\.u04Insurer) private var insurer

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.claim(let input)): return claim.reduce(.input(input), into: &state)
    case .feedback(.claim(.feedback(let feedback))): return claim.reduce(.feedback(feedback), into: &state)

    case .feedback(.claim(.output(.sent(let pet)))):
      state.claimed.insert(pet)
      state.claim = nil
      return .none

    case .feedback(.claim(.output(.closed))):
      state.claim = nil
      return .none

    case .input(.petTapped(let pet)):
      guard state.claim == nil, state.board.pet != pet else { return .none }
      return state.board.show(pet) ? quote(pet) : .cancel(id: CancelID.quote)

    case .input(.retryTapped):
      guard state.claim == nil, state.board.hasFailed, let pet = state.board.pet else { return .none }
      return state.board.show(pet) ? quote(pet) : .none

    case .input(.claimTapped):
      guard state.canClaim, let pet = state.board.pet else { return .none }
      state.claim = U04Claim.State(id: pet)
      return .none

    case .feedback(.quoted(let pet, let price)):
      state.board.arrive(price, for: pet)
      return .none

    case .feedback(.quoteFailed):
      state.board.fail()
      return .none
    }
  }

  private func quote(_ pet: String) -> Effect<Feedback, Never> {
    .run("quote", of: pet) { send in
      await send(.quoted(pet, try await insurer.quote(pet)))
    } catch: { _, send in
      await send(.quoteFailed)
    }
    .cancellable(id: CancelID.quote, cancelInFlight: true)
  }
}

struct U04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U04Pets.State) -> [U04Pets.Input] in
        if state.claim != nil {
          return [.claim(.amountTyped(80)), .claim(.sendTapped), .claim(.closeTapped)]
        }
        return [.petTapped("Rex"), .petTapped("Mia"), .retryTapped, .claimTapped]
      }
    ) { () -> TestStore<U04Pets> in
      let store = TestStore(initialState: U04Pets.State()) { U04Pets() }
      store.gate("quote", at: \.u04Insurer.quote) { pet in
        [.success(pet == "Rex" ? 30 : 20), .failure(U04Offline())]
      }
      store.gate("claim", at: \.u04Insurer.claim) { _ in [.success(()), .failure(U04Offline())] }
      return store
    }
  }
}
