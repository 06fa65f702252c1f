import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The price of a stay. It is asked for when the guest pauses, and is held for five minutes.
struct J27Quote: Reducer {
  enum Price: Equatable { case unknown, loading, offered(Int), expired, failed }

  struct State: Equatable {
    var nights: Int?
    var guests = 1
    var code: String?
    var price = Price.unknown
    var promo: J27Promo.State?
  }

  enum Input: Equatable, Sendable {
    case nightsChosen(Int)
    case guestsChosen(Int)
    case clearTapped
    case refreshTapped
    case promoTapped
    case codeRemoved
    case promo(J27Promo.Input)
  }

  enum Feedback: Equatable, Sendable {
    case offered(Int)
    case failed
    case expired
    case promo(ChildFeedback<J27Promo>)
  }

  private enum CancelID { case price, expiry }

  @Dependency(\.j27Client) private var client
  @Dependency(\.continuousClock) private var clock

  let promo = Scope<J27Quote, J27Promo>(ifLet: \.promo, feedback: Feedback.promo) { J27Promo() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.nightsChosen(let nights)):
      guard nights != state.nights else { return .none }
      state.nights = nights
      return quote(into: &state)

    case .input(.guestsChosen(let guests)):
      guard guests != state.guests else { return .none }
      state.guests = guests
      return quote(into: &state)

    case .input(.clearTapped):
      state.nights = nil
      return quote(into: &state)

    case .input(.refreshTapped):
      guard state.price == .expired || state.price == .failed else { return .none }
      return quote(into: &state)

    case .input(.promoTapped):
      guard state.promo == nil else { return .none }
      state.promo = J27Promo.State()
      return .none

    case .input(.codeRemoved):
      guard state.code != nil else { return .none }
      state.code = nil
      return quote(into: &state)

    case .input(.promo(let input)): return promo.reduce(.input(input), into: &state)
    case .feedback(.promo(.feedback(let feedback))): return promo.reduce(.feedback(feedback), into: &state)

    case .feedback(.promo(.output(.closed))):
      state.promo = nil
      return .none

    case .feedback(.promo(.output(.applied(let code)))):
      state.promo = nil
      state.code = code
      return quote(into: &state)

    case .feedback(.offered(let price)):
      state.price = .offered(price)
      return .run("expiry") { send in
        try await clock.sleep(for: .seconds(300))
        await send(.expired)
      }
      .cancellable(id: CancelID.expiry, cancelInFlight: true)

    case .feedback(.failed):
      state.price = .failed
      return .none

    case .feedback(.expired):
      state.price = .expired
      return .none
    }
  }

  /// Asks for the price of the present stay, in place of all that concerns the last one.
  private func quote(into state: inout State) -> Effect<Feedback, Never> {
    guard let nights = state.nights else {
      state.price = .unknown
      return .merge(.cancel(id: CancelID.price), .cancel(id: CancelID.expiry))
    }
    state.price = .loading
    let stay = J27Stay(nights: nights, guests: state.guests, code: state.code)
    return .merge(
      .cancel(id: CancelID.expiry),
      .run("price", of: stay) { send in
        await send(.offered(try await client.price(stay)))
      } catch: { _, send in
        await send(.failed)
      }
      .debounce(id: CancelID.price, for: .milliseconds(300))
    )
  }
}

/// The sheet on which a promotional code is typed and checked.
struct J27Promo: Reducer {
  enum Problem: Equatable { case unknownCode, offline }

  struct State: Equatable {
    var code = ""
    var isChecking = false
    var problem: Problem?
  }

  enum Input: Equatable, Sendable { case codeChanged(String), applyTapped, closeTapped }
  enum Feedback: Equatable, Sendable { case checked(Bool), failed }
  enum Output: Equatable, Sendable { case applied(String), closed }

  private enum CancelID { case check }

  @Dependency(\.j27Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.codeChanged(let code)):
      state = State(code: code)
      return .cancel(id: CancelID.check)

    case .input(.applyTapped):
      guard !state.code.isEmpty, !state.isChecking else { return .none }
      state.isChecking = true
      state.problem = nil
      return .run("check", of: state.code) { [code = state.code] send in
        await send(.checked(try await client.isValid(code)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.check, cancelInFlight: true)

    case .input(.closeTapped):
      return .output(.closed)

    case .feedback(.checked(let isValid)):
      state.isChecking = false
      guard isValid else {
        state.problem = .unknownCode
        return .none
      }
      return .output(.applied(state.code))

    case .feedback(.failed):
      state.isChecking = false
      state.problem = .offline
      return .none
    }
  }
}

struct J27Stay: Hashable, Sendable {
  var nights: Int
  var guests: Int
  var code: String?
}

struct J27Client: TestDependencyKey, Sendable {
  var price: @Sendable (_ stay: J27Stay) async throws -> Int
  var isValid: @Sendable (_ code: String) async throws -> Bool

  static let testValue = J27Client(
    price: unimplemented("J27Client.price"),
    isValid: unimplemented("J27Client.isValid")
  )
}

extension DependencyValues {
  var j27Client: J27Client {
    get { self[J27Client.self] }
    set { self[J27Client.self] = newValue }
  }
}

struct J27Offline: Error {}

struct J27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J27Quote.State) -> [J27Quote.Input] in
        if let promo = state.promo {
          var inputs: [J27Quote.Input] = [.promo(.closeTapped)]
          inputs.append(promo.code.isEmpty ? .promo(.codeChanged("SUN")) : .promo(.codeChanged("")))
          if !promo.code.isEmpty, !promo.isChecking { inputs.append(.promo(.applyTapped)) }
          return inputs
        }
        var inputs: [J27Quote.Input] = [.nightsChosen(1), .nightsChosen(3), .promoTapped]
        inputs.append(.guestsChosen(state.guests == 1 ? 2 : 1))
        if state.nights != nil { inputs.append(.clearTapped) }
        if state.code != nil { inputs.append(.codeRemoved) }
        if state.price == .expired || state.price == .failed { inputs.append(.refreshTapped) }
        return inputs
      }
    ) { () -> TestStore<J27Quote> in
      let store = TestStore(initialState: J27Quote.State()) { J27Quote() }
      store.gate("price", at: \.j27Client.price) { stay in
        [.success(stay.nights * 80 + stay.guests * 20), .failure(J27Offline())]
      }
      store.gate("isValid", at: \.j27Client.isValid) { _ in [.success(true), .success(false), .failure(J27Offline())] }
      return store
    }
  }
}
