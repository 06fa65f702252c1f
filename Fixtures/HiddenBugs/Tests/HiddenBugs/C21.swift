import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The label of a parcel: the town of a postcode, the price, and the booking.
struct C21Label: Reducer {
  struct State: Equatable {
    var postcode = ""
    var weight: Int?
    var isExpress = false
    var town = Town.blank
    var price = Price.blank
    var booking = Booking.open

    /// Whether the fields can be edited.
    var isEditable: Bool { booking == .open || booking == .failed }
  }

  enum Town: Equatable { case blank, searching, found(String), unknown, failed }
  enum Price: Equatable { case blank, asking(C21Parcel), known(Int, for: C21Parcel), failed }
  enum Booking: Equatable { case open, running, failed, done(number: String) }

  enum Input: Equatable, Sendable {
    case postcodeChanged(String)
    case weightChosen(Int?)
    case expressSwitched(Bool)
    case retryTapped
    case bookTapped
    case clearTapped
  }

  enum Feedback: Equatable, Sendable {
    case townFound(String?)
    case townFailed
    case priceKnown(Int)
    case priceFailed
    case booked(number: String)
    case bookingFailed
  }

  private enum CancelID { case town, price }

  @Dependency(\.c21Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.postcodeChanged(let postcode)):
      guard state.isEditable, postcode != state.postcode else { return .none }
      state.postcode = postcode
      return search(&state)

    case .input(.weightChosen(let weight)):
      guard state.isEditable else { return .none }
      state.weight = weight
      return calculate(&state)

    case .input(.expressSwitched(let isExpress)):
      guard state.isEditable else { return .none }
      state.isExpress = isExpress
      return calculate(&state)

    case .input(.retryTapped):
      if state.town == .failed { return search(&state) }
      return state.price == .failed ? calculate(&state) : .none

    case .input(.bookTapped):
      guard state.isEditable, case .known(_, for: let parcel) = state.price else { return .none }
      state.booking = .running
      return .run("book", of: parcel) { send in
        await send(.booked(number: try await client.book(parcel)))
      } catch: { _, send in
        await send(.bookingFailed)
      }

    case .input(.clearTapped):
      guard state.booking != .running else { return .none }
      state = State()
      return .merge(.cancel(id: CancelID.town), .cancel(id: CancelID.price))

    case .feedback(.townFound(let name)):
      state.town = name.map(Town.found) ?? .unknown
      return calculate(&state)

    case .feedback(.townFailed):
      state.town = .failed
      return .none

    case .feedback(.priceKnown(let price)):
      guard case .asking(let parcel) = state.price else { return .none }
      state.price = .known(price, for: parcel)
      return .none

    case .feedback(.priceFailed):
      state.price = .failed
      return .none

    case .feedback(.booked(number: let number)):
      state.booking = .done(number: number)
      return .none

    case .feedback(.bookingFailed):
      state.booking = .failed
      return .none
    }
  }

  /// Looks for the town of a complete postcode. Until it is found there is no price.
  private func search(_ state: inout State) -> Effect<Feedback, Never> {
    let postcode = state.postcode
    state.town = postcode.count == 5 ? .searching : .blank
    let calculation = calculate(&state)
    guard state.town == .searching else { return .merge(calculation, .cancel(id: CancelID.town)) }
    let lookup: Effect<Feedback, Never> = .run("town", of: postcode) { send in
      await send(.townFound(try await client.town(postcode)))
    } catch: { _, send in
      await send(.townFailed)
    }
    return .merge(calculation, lookup.debounce(id: CancelID.town, for: .milliseconds(300)))
  }

  /// Asks for the price of a complete form. An older price, or an older problem, is that of another form.
  private func calculate(_ state: inout State) -> Effect<Feedback, Never> {
    state.booking = .open
    guard case .found = state.town, let weight = state.weight else {
      state.price = .blank
      return .cancel(id: CancelID.price)
    }
    let parcel = C21Parcel(postcode: state.postcode, weight: weight, isExpress: state.isExpress)
    state.price = .asking(parcel)
    return .run("price", of: parcel) { send in
      await send(.priceKnown(try await client.price(parcel)))
    } catch: { _, send in
      await send(.priceFailed)
    }
    .cancellable(id: CancelID.price, cancelInFlight: true)
  }
}

struct C21Parcel: Hashable, Sendable {
  var postcode: String
  var weight: Int
  var isExpress: Bool
}

struct C21Client: TestDependencyKey, Sendable {
  /// The name of the town; nil if there is none with the postcode.
  var town: @Sendable (_ postcode: String) async throws -> String?
  var price: @Sendable (_ parcel: C21Parcel) async throws -> Int
  /// Books the parcel, and returns the number by which it can be tracked.
  var book: @Sendable (_ parcel: C21Parcel) async throws -> String

  static let testValue = C21Client(
    town: unimplemented("C21Client.town"),
    price: unimplemented("C21Client.price"),
    book: unimplemented("C21Client.book")
  )
}

extension DependencyValues {
  var c21Client: C21Client {
    get { self[C21Client.self] }
    set { self[C21Client.self] = newValue }
  }
}

struct C21Offline: Error {}

struct C21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C21Label.State) -> [C21Label.Input] in
        switch state.booking {
        case .running: return []
        case .done: return [.clearTapped]
        case .open, .failed: break
        }
        var inputs: [C21Label.Input] = [.clearTapped, .expressSwitched(!state.isExpress)]
        inputs += [.postcodeChanged("53111"), .postcodeChanged("531")]
        inputs.append(.weightChosen(state.weight == nil ? 2 : nil))
        if state.town == .failed || state.price == .failed { inputs.append(.retryTapped) }
        if case .known = state.price { inputs.append(.bookTapped) }
        return inputs
      }
    ) { () -> TestStore<C21Label> in
      let store = TestStore(initialState: C21Label.State()) { C21Label() }
      store.gate("town", at: \.c21Client.town) { _ in [.success("Bonn"), .success(nil), .failure(C21Offline())] }
      store.gate("price", at: \.c21Client.price) { _ in [.success(7), .failure(C21Offline())] }
      store.gate("book", at: \.c21Client.book) { _ in [.success("RR1"), .failure(C21Offline())] }
      return store
    }
  }
}
