import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct Q02Rink: TestDependencyKey, Sendable {
  var sessions: @Sendable (_ day: Int) async throws -> [Int]
  var price: @Sendable (_ session: Int) async throws -> Int
  var book: @Sendable (_ session: Int) async throws -> Void

  static let testValue = Q02Rink(
    sessions: unimplemented("Q02Rink.sessions"),
    price: unimplemented("Q02Rink.price"),
    book: unimplemented("Q02Rink.book")
  )
}

extension DependencyValues {
  var q02Rink: Q02Rink {
    get { self[Q02Rink.self] }
    set { self[Q02Rink.self] = newValue }
  }
}

struct Q02IceRink: Reducer {
  struct State: Equatable {
    var day = 6
    var sessions: [Int] = []
    var isLoading = false
    var selected: Int?
    var price: Int?
    var isPricing = false
    var isBooking = false
    var ticket: Int?
    var message: String?
  }

  enum Input: Equatable {
    case dayTapped(Int)
    case refreshPulled
    case sessionTapped(Int)
    case bookTapped
    case ticketClosed
  }

  enum Feedback: Equatable {
    case loaded([Int])
    case loadFailed
    case priced(Int)
    case priceFailed
    case booked(Int)
    case bookFailed
  }

  private enum CancelID { case load, price, book }

  @Dependency(\.q02Rink) private var rink

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dayTapped(let day)):
      guard !state.isBooking, state.ticket == nil else { return .none }
      state.day = day
      state.sessions = []
      state.selected = nil
      state.price = nil
      state.isPricing = false
      return .merge(.cancel(id: CancelID.price), load(&state))

    case .input(.refreshPulled):
      guard !state.isBooking, state.ticket == nil else { return .none }
      return load(&state)

    case .input(.sessionTapped(let session)):
      guard !state.isBooking, state.ticket == nil, state.sessions.contains(session) else { return .none }
      state.message = nil
      if state.selected == session, state.isPricing || state.price != nil {
        state.selected = nil
        state.price = nil
        state.isPricing = false
        return .cancel(id: CancelID.price)
      }
      state.selected = session
      state.price = nil
      state.isPricing = true
      return .run("price", of: session) { send in
        await send(.priced(try await rink.price(session)))
      } catch: { _, send in
        await send(.priceFailed)
      }
      .cancellable(id: CancelID.price, cancelInFlight: true)

    case .input(.bookTapped):
      guard let session = state.selected, state.price != nil, !state.isBooking else { return .none }
      state.isBooking = true
      state.isLoading = false
      state.message = nil
      return .merge(
        .cancel(id: CancelID.load),
        .run("book", of: session) { send in
          try await rink.book(session)
          await send(.booked(session))
        } catch: { _, send in
          await send(.bookFailed)
        }
        .cancellable(id: CancelID.book)
      )

    case .input(.ticketClosed):
      state.ticket = nil
      return .none

    case .feedback(.loaded(let sessions)):
      state.isLoading = false
      state.sessions = sessions
      if let selected = state.selected, !sessions.contains(selected) {
        state.selected = nil
        state.price = nil
        state.message = nil
        return .cancel(id: CancelID.price)
      }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.message = "The sessions can't be loaded."
      return .none

    case .feedback(.priced(let price)):
      state.isPricing = false
      state.price = price
      return .none

    case .feedback(.priceFailed):
      state.isPricing = false
      state.message = "The price can't be loaded. Tap the session again."
      return .none

    case .feedback(.booked(let session)):
      state.isBooking = false
      state.ticket = session
      state.selected = nil
      state.price = nil
      return .none

    case .feedback(.bookFailed):
      state.isBooking = false
      state.message = "The session could not be booked."
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.message = nil
    return .run("sessions", of: state.day) { [day = state.day] send in
      await send(.loaded(try await rink.sessions(day)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct Q02Offline: Error {}

struct Q02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q02IceRink.State) -> [Q02IceRink.Input] in
        var inputs: [Q02IceRink.Input] = [.dayTapped(6), .dayTapped(7), .refreshPulled]
        for session in state.sessions { inputs.append(.sessionTapped(session)) }
        inputs.append(state.ticket == nil ? .bookTapped : .ticketClosed)
        return inputs
      }
    ) { () -> TestStore<Q02IceRink> in
      let store = TestStore(initialState: Q02IceRink.State()) { Q02IceRink() }
      store.gate("sessions", at: \.q02Rink.sessions) { day in
        [.success([day * 10, day * 10 + 1]), .success([day * 10 + 1]), .failure(Q02Offline())]
      }
      store.gate("price", at: \.q02Rink.price) { _ in [.success(8), .failure(Q02Offline())] }
      store.gate("book", at: \.q02Rink.book) { _ in [.success(()), .failure(Q02Offline())] }
      return store
    }
  }
}
