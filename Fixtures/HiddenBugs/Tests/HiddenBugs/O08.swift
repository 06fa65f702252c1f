import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct O08Offline: Error {}

struct O08Class: Equatable, Identifiable, Sendable {
  var id: Int
  var title: String
}

struct O08Gym: DependencyKey, Sendable {
  var classes: @Sendable () async throws -> [O08Class]
  var seats: @Sendable (_ id: Int) -> AsyncStream<Int>
  var book: @Sendable (_ id: Int) async throws -> Void

  static let liveValue = O08Gym(classes: { [] }, seats: { _ in AsyncStream<Int> { $0.finish() } }, book: { _ in })
  static let testValue = O08Gym(
    classes: unimplemented("O08Gym.classes"),
    seats: unimplemented("O08Gym.seats", placeholder: AsyncStream<Int> { $0.finish() }),
    book: unimplemented("O08Gym.book")
  )
}

extension DependencyValues {
  var o08Gym: O08Gym {
    get { self[O08Gym.self] }
    set { self[O08Gym.self] = newValue }
  }
}

/// A class on its own screen, with the number of free seats while it is shown.
struct O08Detail: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var booking = Booking.open
    var seats: Int?
    var isLive = true
  }

  enum Booking: Equatable { case open, running, booked, failed }
  enum Input: Equatable, Sendable { case bookTapped, reconnectTapped }
  enum Feedback: Equatable, Sendable { case seatsChanged(Int), seatsEnded, booked, bookingFailed }
  enum Output: Equatable, Sendable { case booked(Int) }

  private enum CancelID { case seats }

  @Dependency(\.o08Gym) private var gym

  func start(from state: State) -> Effect<Feedback, Output> {
    listen(to: state.id)
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.bookTapped):
      guard state.booking == .open || state.booking == .failed, let seats = state.seats, seats > 0 else {
        return .none
      }
      state.booking = .running
      return .run("book", of: state.id) { [id = state.id] send in
        try await gym.book(id)
        await send(.booked)
      } catch: { _, send in
        await send(.bookingFailed)
      }

    case .input(.reconnectTapped):
      guard !state.isLive else { return .none }
      state.isLive = true
      return listen(to: state.id)

    case .feedback(.seatsChanged(let seats)):
      state.seats = seats
      return .none

    case .feedback(.seatsEnded):
      state.isLive = false
      return .none

    case .feedback(.booked):
      state.booking = .booked
      return .output(.booked(state.id))

    case .feedback(.bookingFailed):
      state.booking = .failed
      return .none
    }
  }

  private func listen(to id: Int) -> Effect<Feedback, Output> {
    .run("seats", of: id) { send in
      for await seats in gym.seats(id) { await send(.seatsChanged(seats)) }
      await send(.seatsEnded)
    }
    .cancellable(id: CancelID.seats, cancelInFlight: true)
  }
}

/// The classes of a gym. A notification opens a class at once, or when the running booking has succeeded.
struct O08Studio: Reducer {
  struct State: Equatable {
    var classes: [O08Class] = []
    var loading = Loading.waiting
    var booked: Set<Int> = []
    var detail: O08Detail.State?
    var next: Int?
  }

  enum Loading: Equatable { case waiting, running, failed, done }

  enum Input: Equatable, Sendable {
    case appeared
    case retryTapped
    case classTapped(Int)
    case closeTapped
    case notificationTapped(Int)
    case detail(O08Detail.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([O08Class])
    case loadFailed
    case detail(ChildFeedback<O08Detail>)
  }

  let detail = Scope<O08Studio, O08Detail>(ifLet: \.detail, feedback: Feedback.detail) { O08Detail() }

  @Dependency(\.o08Gym) private var gym

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return state.loading == .waiting ? load(&state) : .none

    case .input(.retryTapped):
      return state.loading == .failed ? load(&state) : .none

    case .input(.classTapped(let id)):
      guard state.detail == nil, state.classes.contains(where: { $0.id == id }) else { return .none }
      return open(id, &state)

    case .input(.closeTapped):
      guard let shown = state.detail, shown.booking != .running else { return .none }
      state.detail = nil
      guard let next = state.next else { return .none }
      return open(next, &state)

    case .input(.notificationTapped(let id)):
      guard let shown = state.detail else { return open(id, &state) }
      guard shown.id != id else {
        state.next = nil
        return .none
      }
      guard shown.booking != .running else {
        state.next = id
        return .none
      }
      return open(id, &state)

    case .input(.detail(let input)):
      guard state.detail != nil else { return .none }
      return detail.reduce(.input(input), into: &state)

    case .feedback(.detail(.feedback(let feedback))):
      return detail.reduce(.feedback(feedback), into: &state)

    case .feedback(.detail(.output(.booked(let id)))):
      state.booked.insert(id)
      guard let next = state.next else { return .none }
      return open(next, &state)

    case .feedback(.loaded(let classes)):
      state.loading = .done
      state.classes = classes
      return .none

    case .feedback(.loadFailed):
      state.loading = .failed
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.loading = .running
    return .run("classes") { send in
      await send(.loaded(try await gym.classes()))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  private func open(_ id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.next = nil
    state.detail = O08Detail.State(id: id, booking: state.booked.contains(id) ? .booked : .open)
    return detail.start(from: state)
  }
}

struct O08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O08Studio.State) -> [O08Studio.Input] in
        guard state.detail != nil else {
          return [.appeared, .retryTapped, .classTapped(1), .notificationTapped(2)]
        }
        return [
          .detail(.bookTapped), .detail(.reconnectTapped), .closeTapped, .notificationTapped(1),
          .notificationTapped(2),
        ]
      }
    ) { () -> TestStore<O08Studio> in
      let store = TestStore(initialState: O08Studio.State()) { O08Studio() }
      store.gate("classes", at: \.o08Gym.classes) {
        [.success([O08Class(id: 1, title: "Yoga"), O08Class(id: 2, title: "Boxing")]), .failure(O08Offline())]
      }
      store.gate("seats", at: \.o08Gym.seats) { _ in [.element(1), .finish] }
      store.gate("book", at: \.o08Gym.book) { _ in [.success(()), .failure(O08Offline())] }
      return store
    }
  }
}
