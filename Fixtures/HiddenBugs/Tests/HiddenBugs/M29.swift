import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The counter of a parcel shop: a parcel is weighed, its price is asked for, and a label is printed.
struct M29Counter: Reducer {
  enum Problem: Equatable { case scale, price, printer }

  struct State: Equatable {
    var zone: String?
    /// What the scale shows, while the parcel still moves and afterwards.
    var display: Int?
    var weight: Int?
    var isWeighing = false
    var price: Int?
    var isPricing = false
    var isPrinting = false
    var isPrinted = false
    var problem: Problem?

    var canChange: Bool { !isPrinting && !isPrinted }
  }

  enum Input: Equatable, Sendable {
    case zoneChosen(String)
    case weighTapped
    case priceAgainTapped
    case printTapped
    case nextParcelTapped
  }

  enum Feedback: Equatable, Sendable {
    case wobbled(Int)
    case weighed(Int)
    case scaleFailed
    case priced(Int)
    case pricingFailed
    case printed
    case printingFailed
  }

  private enum CancelID { case price }

  @Dependency(\.m29Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.zoneChosen(let zone)):
      guard state.canChange, zone != state.zone else { return .none }
      state.zone = zone
      return price(&state)

    case .input(.weighTapped):
      guard state.canChange, !state.isWeighing else { return .none }
      state.isWeighing = true
      state.display = nil
      state.weight = nil
      state.price = nil
      state.isPricing = false
      state.problem = nil
      return .merge(.cancel(id: CancelID.price), weigh())

    case .input(.priceAgainTapped):
      guard state.problem == .price else { return .none }
      return price(&state)

    case .input(.printTapped):
      guard state.canChange, state.price != nil, let zone = state.zone, let weight = state.weight else { return .none }
      state.isPrinting = true
      state.problem = nil
      return .run("print", of: zone) { send in
        try await client.printLabel(zone, weight)
        await send(.printed)
      } catch: { _, send in
        await send(.printingFailed)
      }

    case .input(.nextParcelTapped):
      guard state.isPrinted else { return .none }
      state = State()
      return .none

    case .feedback(.wobbled(let grams)):
      state.display = grams
      return .none

    case .feedback(.weighed(let grams)):
      state.isWeighing = false
      state.display = grams
      state.weight = grams
      return price(&state)

    case .feedback(.scaleFailed):
      state.isWeighing = false
      state.display = nil
      state.problem = .scale
      return .none

    case .feedback(.priced(let price)):
      state.isPricing = false
      state.price = price
      return .none

    case .feedback(.pricingFailed):
      state.isPricing = false
      state.problem = .price
      return .none

    case .feedback(.printed):
      state.isPrinting = false
      state.isPrinted = true
      return .none

    case .feedback(.printingFailed):
      state.isPrinting = false
      state.problem = .printer
      return .none
    }
  }

  /// Reads the scale until the parcel lies still.
  private func weigh() -> Effect<Feedback, Never> {
    .run("scale") { send in
      for try await reading in client.readings() {
        guard reading.isStable else {
          await send(.wobbled(reading.grams))
          continue
        }
        await send(.weighed(reading.grams))
        return
      }
    } catch: { _, send in
      await send(.scaleFailed)
    }
  }

  /// Asks for the price once zone and weight are known.
  private func price(_ state: inout State) -> Effect<Feedback, Never> {
    state.price = nil
    guard let zone = state.zone, let weight = state.weight else { return .none }
    state.isPricing = true
    state.problem = nil
    return .run("price", of: zone) { send in
      await send(.priced(try await client.price(zone, weight)))
    } catch: { _, send in
      await send(.pricingFailed)
    }
    .cancellable(id: CancelID.price, cancelInFlight: true)
  }
}

struct M29Reading: Equatable, Sendable {
  var grams: Int
  var isStable: Bool
}

struct M29Client: TestDependencyKey, Sendable {
  /// What the scale shows, until it is switched off.
  var readings: @Sendable () -> AsyncThrowingStream<M29Reading, any Error>
  var price: @Sendable (_ zone: String, _ grams: Int) async throws -> Int
  var printLabel: @Sendable (_ zone: String, _ grams: Int) async throws -> Void

  static let testValue = M29Client(
    readings: unimplemented("M29Client.readings", placeholder: AsyncThrowingStream { $0.finish() }),
    price: unimplemented("M29Client.price"),
    printLabel: unimplemented("M29Client.printLabel")
  )
}

extension DependencyValues {
  var m29Client: M29Client {
    get { self[M29Client.self] }
    set { self[M29Client.self] = newValue }
  }
}

struct M29Unplugged: Error {}

struct M29Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M29Counter.State) -> [M29Counter.Input] in
        if state.isPrinted { return [.nextParcelTapped] }
        if state.isPrinting { return [] }
        var inputs: [M29Counter.Input] = [.zoneChosen("Home"), .zoneChosen("World")]
        if !state.isWeighing { inputs.append(.weighTapped) }
        if state.problem == .price { inputs.append(.priceAgainTapped) }
        if state.price != nil { inputs.append(.printTapped) }
        return inputs
      }
    ) { () -> TestStore<M29Counter> in
      let store = TestStore(initialState: M29Counter.State()) { M29Counter() }
      store.gate("readings", at: \.m29Client.readings) {
        [
          .element(M29Reading(grams: 900, isStable: false)),
          .element(M29Reading(grams: 1200, isStable: true)),
          .finish,
          .failure(M29Unplugged()),
        ]
      }
      store.gate("price", at: \.m29Client.price) { _ in [.success(790), .failure(M29Unplugged())] }
      store.gate("print", at: \.m29Client.printLabel) { _ in [.success(()), .failure(M29Unplugged())] }
      return store
    }
  }
}
