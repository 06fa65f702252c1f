import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct M07Offer: Equatable, Sendable {
  var id: Int
  var name: String
}

struct M07Unavailable: Error {}

struct M07Hotels: DependencyKey, Sendable {
  var rooms: @Sendable (_ city: String) async throws -> [M07Offer]
  /// The ids of rooms of the city that are sold out from now on.
  var soldOut: @Sendable (_ city: String) -> AsyncStream<Int>
  var book: @Sendable (_ room: Int) async throws -> String

  static let liveValue = M07Hotels(
    rooms: { _ in [] },
    soldOut: { _ in AsyncStream { $0.finish() } },
    book: { _ in "" }
  )
  static let testValue = M07Hotels(
    rooms: unimplemented("M07Hotels.rooms"),
    soldOut: unimplemented("M07Hotels.soldOut", placeholder: AsyncStream { $0.finish() }),
    book: unimplemented("M07Hotels.book")
  )
}

extension DependencyValues {
  var m07Hotels: M07Hotels {
    get { self[M07Hotels.self] }
    set { self[M07Hotels.self] = newValue }
  }
}

/// The sheet in which a room is booked.
struct M07Booking: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var phase = Phase.idle
  }

  enum Phase: Equatable, Sendable { case idle, running, failed, booked(code: String) }
  enum Input: Equatable, Sendable { case bookTapped, closeTapped }
  enum Feedback: Equatable, Sendable { case booked(code: String), failed }
  enum Output: Equatable, Sendable { case booked(room: Int, code: String), closed }

  private enum CancelID { case book }

  @Dependency(\.m07Hotels) private var hotels

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.bookTapped):
      guard state.phase == .idle || state.phase == .failed else { return .none }
      state.phase = .running
      let room = state.id
      return .run("book", of: room) { send in
        await send(.booked(code: try await hotels.book(room)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.book, cancelInFlight: true)

    case .input(.closeTapped):
      return state.phase == .running ? .none : .output(.closed)

    case .feedback(.booked(code: let code)):
      state.phase = .booked(code: code)
      return .output(.booked(room: state.id, code: code))

    case .feedback(.failed):
      state.phase = .failed
      return .none
    }
  }
}

/// The rooms of a city, and the sheet for one of them.
struct M07Search: Reducer {
  struct State: Equatable, Sendable {
    var city: String?
    var rooms: [Int: Room] = [:]
    var isSearching = false
    var hasFailed = false
    /// Whether rooms may have been sold without notice.
    var isStale = false
    var sheet: M07Booking.State?
    /// The codes of the user's bookings, by room.
    var bookings: [Int: String] = [:]
  }

  struct Room: Equatable, Sendable {
    var name: String
    var isSoldOut = false
  }

  enum Input: Equatable, Sendable {
    case cityChosen(String)
    case retryTapped
    case roomTapped(Int)
    case sheet(M07Booking.Input)
  }

  enum Feedback: Equatable, Sendable {
    case found([M07Offer])
    case searchFailed
    case soldOut(Int)
    case noticesEnded
    case sheet(ChildFeedback<M07Booking>)
  }

  private enum CancelID { case search, notices }

  @Dependency(\.m07Hotels) private var hotels

  private let sheet = Scope<M07Search, M07Booking>(ifLet: \.sheet, feedback: Feedback.sheet) { M07Booking() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sheet(let input)): return sheet.reduce(.input(input), into: &state)
    case .feedback(.sheet(.feedback(let feedback))): return sheet.reduce(.feedback(feedback), into: &state)

    case .feedback(.sheet(.output(.booked(room: let room, code: let code)))):
      state.bookings[room] = code
      return .none

    case .feedback(.sheet(.output(.closed))):
      state.sheet = nil
      return .none

    case .input(.cityChosen(let city)):
      guard state.sheet == nil, city != state.city else { return .none }
      return search(city, &state)

    case .input(.retryTapped):
      guard state.sheet == nil, let city = state.city, state.hasFailed || state.isStale else { return .none }
      return search(city, &state)

    case .input(.roomTapped(let id)):
      guard state.sheet == nil, let room = state.rooms[id], !room.isSoldOut, state.bookings[id] == nil else {
        return .none
      }
      state.sheet = M07Booking.State(id: id)
      return .none

    case .feedback(.found(let offers)):
      state.isSearching = false
      for offer in offers { state.rooms[offer.id] = Room(name: offer.name) }
      guard let city = state.city else { return .none }
      return .run("notices", of: city) { send in
        for await id in hotels.soldOut(city) { await send(.soldOut(id)) }
        await send(.noticesEnded)
      }
      .cancellable(id: CancelID.notices, cancelInFlight: true)

    case .feedback(.searchFailed):
      state.isSearching = false
      state.hasFailed = true
      return .none

    case .feedback(.soldOut(let id)):
      state.rooms[id]?.isSoldOut = true
      return .none

    case .feedback(.noticesEnded):
      state.isStale = true
      return .none
    }
  }

  private func search(_ city: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.city = city
    state.rooms = [:]
    state.isSearching = true
    state.hasFailed = false
    state.isStale = false
    return .merge(
      .cancel(id: CancelID.notices),
      .run("rooms", of: city) { send in
        await send(.found(try await hotels.rooms(city)))
      } catch: { _, send in
        await send(.searchFailed)
      }
      .cancellable(id: CancelID.search, cancelInFlight: true)
    )
  }
}

struct M07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M07Search.State) -> [M07Search.Input] in
        var inputs: [M07Search.Input] = [.cityChosen("Rome"), .cityChosen("Oslo"), .retryTapped]
        for id in state.rooms.keys.sorted() { inputs.append(.roomTapped(id)) }
        if state.sheet != nil {
          inputs.append(.sheet(.bookTapped))
          inputs.append(.sheet(.closeTapped))
        }
        return inputs
      }
    ) { () -> TestStore<M07Search> in
      let store = TestStore(initialState: M07Search.State()) { M07Search() }
      store.gate("rooms", at: \.m07Hotels.rooms) { city in
        [
          .success([city == "Rome" ? M07Offer(id: 1, name: "Garden") : M07Offer(id: 2, name: "Fjord")]),
          .failure(M07Unavailable()),
        ]
      }
      store.gate("soldOut", at: \.m07Hotels.soldOut) { city in [.element(city == "Rome" ? 1 : 2), .finish] }
      store.gate("book", at: \.m07Hotels.book) { _ in [.success("B1"), .failure(M07Unavailable())] }
      return store
    }
  }
}
