import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The server of the yoga school.
struct I03SchoolClient: Sendable {
  var courses: @Sendable () async throws -> [String]
  var book: @Sendable (_ course: String) async throws -> Void
}

enum I03SchoolKey: TestDependencyKey {
  static let testValue = I03SchoolClient(
    courses: unimplemented("I03SchoolClient.courses", placeholder: []),
    book: unimplemented("I03SchoolClient.book")
  )
}

extension DependencyValues {
  var i03School: I03SchoolClient {
    get { self[I03SchoolKey.self] }
    set { self[I03SchoolKey.self] = newValue }
  }
}

struct I03Offline: Error {}

/// The courses of a yoga school, and the booking of one of them.
struct I03YogaCourses: Reducer {
  /// The list, which is below the page of a course as well.
  struct Listing: Equatable {
    var courses: [String]
    var booked: Set<String> = []
    var isRefreshing = false
    var couldNotRefresh = false
  }

  /// How far the booking of a course is.
  enum Booking: Equatable { case open, running, failed, done }

  enum State: Equatable {
    case new
    case loading
    case unavailable
    case list(Listing)
    case course(String, Booking, Listing)
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case courseTapped(String)
    case bookTapped
    case backTapped
  }

  enum Feedback: Equatable, Sendable {
    case coursesLoaded([String])
    case coursesFailed
    case booked
    case bookingFailed
  }

  @Dependency(\.i03School) private var school

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.appeared), .new), (.input(.appeared), .unavailable):
      state = .loading
      return load

    case (.input(.refreshPulled), .unavailable):
      state = .loading
      return load

    case (.input(.refreshPulled), .list(var listing)) where !listing.isRefreshing:
      listing.isRefreshing = true
      listing.couldNotRefresh = false
      state = .list(listing)
      return load

    case (.input(.courseTapped(let name)), .list(let listing)) where listing.courses.contains(name):
      state = .course(name, listing.booked.contains(name) ? .done : .open, listing)

    case (.input(.bookTapped), .course(let name, .open, let listing)),
      (.input(.bookTapped), .course(let name, .failed, let listing)):
      state = .course(name, .running, listing)
      return book(name)

    case (.input(.backTapped), .course(_, let booking, let listing)) where booking != .running:
      state = .list(listing)

    case (.feedback(.coursesLoaded(let courses)), .loading):
      state = .list(Listing(courses: courses))

    case (.feedback(.coursesLoaded(let courses)), .list(var listing)):
      listing.courses = courses
      listing.isRefreshing = false
      state = .list(listing)

    case (.feedback(.coursesLoaded(let courses)), .course(let name, let booking, var listing)):
      listing.courses = courses
      listing.isRefreshing = false
      state = .course(name, booking, listing)

    case (.feedback(.coursesFailed), .loading):
      state = .unavailable

    case (.feedback(.coursesFailed), .list(var listing)):
      listing.isRefreshing = false
      listing.couldNotRefresh = true
      state = .list(listing)

    case (.feedback(.booked), .course(let name, .running, var listing)):
      listing.booked.insert(name)
      state = .course(name, .done, listing)

    case (.feedback(.bookingFailed), .course(let name, .running, let listing)):
      state = .course(name, .failed, listing)

    default:
      break
    }
    return .none
  }

  private var load: Effect<Feedback, Never> {
    .run("courses") { send in
      await send(.coursesLoaded(try await school.courses()))
    } catch: { _, send in
      await send(.coursesFailed)
    }
  }

  private func book(_ course: String) -> Effect<Feedback, Never> {
    .run("book", of: course) { send in
      try await school.book(course)
      await send(.booked)
    } catch: { _, send in
      await send(.bookingFailed)
    }
  }
}

struct I03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .appeared, .refreshPulled, .courseTapped("Hatha"), .courseTapped("Yin"), .bookTapped, .backTapped,
      ]
    ) { () -> TestStore<I03YogaCourses> in
      let store = TestStore(initialState: I03YogaCourses.State.new) { I03YogaCourses() }
      store.gate("courses", at: \.i03School.courses) { [.success(["Hatha", "Yin"]), .failure(I03Offline())] }
      store.gate("book", at: \.i03School.book) { _ in [.success(()), .failure(I03Offline())] }
      return store
    }
  }
}
