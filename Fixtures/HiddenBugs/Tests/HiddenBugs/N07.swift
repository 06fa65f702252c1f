import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct N07Ride: Equatable, Sendable {
  var id: Int
  var stop: String
}

struct N07Dispatch: TestDependencyKey, Sendable {
  /// Looks for a van with a free seat; nil if there is none.
  var find: @Sendable (_ stop: String) async throws -> N07Ride?
  var book: @Sendable (_ ride: Int) async throws -> Void
  var cancel: @Sendable (_ ride: Int) async throws -> Void
  /// The minutes until the van is at the stop; zero if it is there.
  var minutes: @Sendable (_ ride: Int) async throws -> Int

  static let testValue = N07Dispatch(
    find: unimplemented("N07Dispatch.find"),
    book: unimplemented("N07Dispatch.book"),
    cancel: unimplemented("N07Dispatch.cancel"),
    minutes: unimplemented("N07Dispatch.minutes")
  )
}

extension DependencyValues {
  var n07Dispatch: N07Dispatch {
    get { self[N07Dispatch.self] }
    set { self[N07Dispatch.self] = newValue }
  }
}

/// A seat in a shared van, from the search to the van at the stop.
struct N07VanPool: Reducer {
  struct Booking: Equatable {
    var ride: N07Ride
    var minutes: Int?
    var isStale = false
    var cancelFailed = false
  }

  enum Problem: Equatable { case noVan, offline, notBooked, offerExpired }

  enum Trip: Equatable {
    case choosing(Problem?)
    case searching(stop: String)
    case offered(N07Ride)
    case booking(N07Ride)
    case booked(Booking)
    case cancelling(Booking)
    case arrived(N07Ride)
  }

  struct State: Equatable {
    var trip = Trip.choosing(nil)
    var isSeen = true
  }

  enum Input: Equatable {
    case searchTapped(String)
    case cancelTapped
    case bookTapped
    case doneTapped
    case backgrounded
    case foregrounded
  }

  enum Feedback: Equatable {
    case found(N07Ride?)
    case searchFailed
    case offerExpired
    case booked
    case bookingFailed
    case located(minutes: Int)
    case locatingFailed
    case cancelled
    case cancellationFailed
  }

  private enum CancelID { case search, offer, booking, location, cancellation }

  @Dependency(\.n07Dispatch) private var dispatch
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.trip) {
    case (.input(.searchTapped(let stop)), .choosing):
      state.trip = .searching(stop: stop)
      return .run("search", of: stop) { send in
        await send(.found(try await dispatch.find(stop)))
      } catch: { _, send in
        await send(.searchFailed)
      }
      .cancellable(id: CancelID.search, cancelInFlight: true)

    case (.input(.cancelTapped), .searching):
      state.trip = .choosing(nil)
      return .cancel(id: CancelID.search)

    case (.feedback(.found(nil)), .searching):
      state.trip = .choosing(.noVan)
      return .none

    // An offer ends after 30 seconds, whether or not the screen is seen.
    case (.feedback(.found(.some(let ride))), .searching):
      state.trip = .offered(ride)
      return .run("offer", of: ride.id) { send in
        try await clock.sleep(for: .seconds(30))
        await send(.offerExpired)
      }
      .cancellable(id: CancelID.offer, cancelInFlight: true)

    case (.feedback(.searchFailed), .searching):
      state.trip = .choosing(.offline)
      return .none

    case (.feedback(.offerExpired), .offered):
      state.trip = .choosing(.offerExpired)
      return .none

    case (.input(.cancelTapped), .offered):
      state.trip = .choosing(nil)
      return .cancel(id: CancelID.offer)

    case (.input(.bookTapped), .offered(let ride)):
      state.trip = .booking(ride)
      return .merge(
        .cancel(id: CancelID.offer),
        .run("book", of: ride.id) { send in
          try await dispatch.book(ride.id)
          await send(.booked)
        } catch: { _, send in
          await send(.bookingFailed)
        }
        .cancellable(id: CancelID.booking)
      )

    case (.feedback(.booked), .booking(let ride)):
      return follow(Booking(ride: ride), &state)

    case (.feedback(.bookingFailed), .booking):
      state.trip = .choosing(.notBooked)
      return .none

    case (.feedback(.located(minutes: 0)), .booked(let booking)):
      state.trip = .arrived(booking.ride)
      return .none

    case (.feedback(.located(minutes: let minutes)), .booked(var booking)):
      booking.minutes = minutes
      booking.isStale = false
      state.trip = .booked(booking)
      return locate(booking.ride, after: .seconds(15))

    case (.feedback(.locatingFailed), .booked(var booking)):
      booking.isStale = true
      state.trip = .booked(booking)
      return locate(booking.ride, after: .seconds(15))

    case (.input(.cancelTapped), .booked(var booking)):
      booking.cancelFailed = false
      state.trip = .cancelling(booking)
      return .merge(
        .cancel(id: CancelID.location),
        .run("cancel", of: booking.ride.id) { [id = booking.ride.id] send in
          try await dispatch.cancel(id)
          await send(.cancelled)
        } catch: { _, send in
          await send(.cancellationFailed)
        }
        .cancellable(id: CancelID.cancellation)
      )

    case (.feedback(.cancelled), .cancelling):
      state.trip = .choosing(nil)
      return .none

    case (.feedback(.cancellationFailed), .cancelling(var booking)):
      booking.cancelFailed = true
      return follow(booking, &state)

    case (.input(.doneTapped), .arrived):
      state.trip = .choosing(nil)
      return .none

    case (.input(.backgrounded), _):
      state.isSeen = false
      return .cancel(id: CancelID.location)

    case (.input(.foregrounded), .booked(let booking)):
      guard !state.isSeen else { return .none }
      state.isSeen = true
      return locate(booking.ride)

    case (.input(.foregrounded), _):
      state.isSeen = true
      return .none

    default:
      return .none
    }
  }

  /// Shows a booking, and follows its van while the screen is seen.
  private func follow(_ booking: Booking, _ state: inout State) -> Effect<Feedback, Never> {
    state.trip = .booked(booking)
    return state.isSeen ? locate(booking.ride) : .none
  }

  private func locate(_ ride: N07Ride, after pause: Duration? = nil) -> Effect<Feedback, Never> {
    .run("locate", of: ride.id) { send in
      if let pause { try await clock.sleep(for: pause) }
      await send(.located(minutes: try await dispatch.minutes(ride.id)))
    } catch: { _, send in
      await send(.locatingFailed)
    }
    .cancellable(id: CancelID.location, cancelInFlight: true)
  }
}

struct N07Offline: Error {}

struct N07Bugs {
  static func ride(from stop: String) -> N07Ride? { N07Ride(id: stop == "Mill" ? 1 : 2, stop: stop) }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N07VanPool.State) -> [N07VanPool.Input] in
        guard state.isSeen else { return [.foregrounded] }
        return [
          .searchTapped("Harbour"), .searchTapped("Mill"), .cancelTapped, .bookTapped, .doneTapped, .backgrounded,
        ]
      }
    ) { () -> TestStore<N07VanPool> in
      let store = TestStore(initialState: N07VanPool.State()) { N07VanPool() }
      store.gate("find", at: \.n07Dispatch.find) { stop in
        [.success(N07Bugs.ride(from: stop)), .success(nil), .failure(N07Offline())]
      }
      store.gate("book", at: \.n07Dispatch.book) { _ in [.success(()), .failure(N07Offline())] }
      store.gate("cancel", at: \.n07Dispatch.cancel) { _ in [.success(()), .failure(N07Offline())] }
      store.gate("minutes", at: \.n07Dispatch.minutes) { _ in [.success(4), .success(0), .failure(N07Offline())] }
      return store
    }
  }
}
