import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct Q01Toy: Equatable, Sendable {
  var id: Int
  var name: String
}

struct Q01Library: TestDependencyKey, Sendable {
  var toys: @Sendable (_ member: String) async throws -> [Q01Toy]
  var reserve: @Sendable (_ toy: Int) async throws -> Int

  static let testValue = Q01Library(
    toys: unimplemented("Q01Library.toys"),
    reserve: unimplemented("Q01Library.reserve")
  )
}

extension DependencyValues {
  var q01Library: Q01Library {
    get { self[Q01Library.self] }
    set { self[Q01Library.self] = newValue }
  }
}

/// The kiosk of a toy library. The slot holds the card while a reservation is on its way.
struct Q01ToyKiosk: Reducer {
  enum Notice: Equatable { case offline, notReserved(Int) }

  struct Shelf: Equatable {
    var member: String
    var toys: [Q01Toy]
    var notice: Notice?
  }

  enum State: Equatable {
    case signedOut
    case loading(member: String)
    case unavailable(member: String)
    case shelf(Shelf)
    case refreshing(Shelf)
    case reserving(Q01Toy, Shelf)
    case reserved(Q01Toy, locker: Int, Shelf)
  }

  enum Input: Equatable {
    case cardInserted(String), cardRemoved
    case retryTapped, refreshPulled, toyTapped(Int), doneTapped
  }

  enum Feedback: Equatable {
    case loaded([Q01Toy]), loadFailed
    case reserved(locker: Int), reserveFailed
    case confirmationEnded, idled
  }

  enum Output: Equatable { case reserved(toy: Int) }

  private enum CancelID { case load, reserve, confirmation, idle }

  @Dependency(\.q01Library) private var library
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.cardInserted(let member)):
      guard case .signedOut = state else { return .none }
      state = .loading(member: member)
      return load(member)

    case .input(.cardRemoved):
      switch state {
      case .signedOut, .reserving: return .none
      case .loading, .unavailable, .shelf, .refreshing, .reserved:
        state = .signedOut
        return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.confirmation), .cancel(id: CancelID.idle))
      }

    case .input(.retryTapped):
      guard case .unavailable(let member) = state else { return .none }
      state = .loading(member: member)
      return .merge(.cancel(id: CancelID.idle), load(member))

    case .input(.refreshPulled):
      switch state {
      case .shelf(var shelf):
        shelf.notice = nil
        state = .refreshing(shelf)
        return .merge(load(shelf.member), idle())
      case .refreshing:
        return idle()
      case .signedOut, .loading, .unavailable, .reserving, .reserved: return .none
      }

    case .input(.toyTapped(let id)):
      switch state {
      case .shelf(var shelf), .refreshing(var shelf):
        guard let toy = shelf.toys.first(where: { $0.id == id }) else { return .none }
        shelf.notice = nil
        state = .reserving(toy, shelf)
        return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.idle), reserve(toy.id))
      case .signedOut, .loading, .unavailable, .reserving, .reserved: return .none
      }

    case .input(.doneTapped), .feedback(.confirmationEnded):
      guard case .reserved(_, locker: _, let shelf) = state else { return .none }
      state = .shelf(shelf)
      return .merge(.cancel(id: CancelID.confirmation), idle())

    case .feedback(.loaded(let toys)):
      switch state {
      case .loading(let member):
        state = .shelf(Shelf(member: member, toys: toys))
        return idle()
      case .refreshing(let shelf):
        state = .shelf(Shelf(member: shelf.member, toys: toys))
        return .none
      case .signedOut, .unavailable, .shelf, .reserving, .reserved: return .none
      }

    case .feedback(.loadFailed):
      switch state {
      case .loading(let member):
        state = .unavailable(member: member)
        return idle()
      case .refreshing(var shelf):
        shelf.notice = .offline
        state = .shelf(shelf)
        return .none
      case .signedOut, .unavailable, .shelf, .reserving, .reserved: return .none
      }

    case .feedback(.reserved(let locker)):
      guard case .reserving(let toy, let shelf) = state else { return .none }
      state = .reserved(toy, locker: locker, shelf)
      return .merge(.output(.reserved(toy: toy.id)), confirmation())

    case .feedback(.reserveFailed):
      guard case .reserving(let toy, var shelf) = state else { return .none }
      shelf.notice = .notReserved(toy.id)
      state = .shelf(shelf)
      return idle()

    case .feedback(.idled):
      switch state {
      case .unavailable, .shelf, .refreshing:
        state = .signedOut
        return .cancel(id: CancelID.load)
      case .signedOut, .loading, .reserving, .reserved: return .none
      }
    }
  }

  private func load(_ member: String) -> Effect<Feedback, Output> {
    .run("toys", of: member) { send in
      await send(.loaded(try await library.toys(member)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func reserve(_ toy: Int) -> Effect<Feedback, Output> {
    .run("reserve", of: toy) { send in
      await send(.reserved(locker: try await library.reserve(toy)))
    } catch: { _, send in
      await send(.reserveFailed)
    }
    .cancellable(id: CancelID.reserve, cancelInFlight: true)
  }

  private func confirmation() -> Effect<Feedback, Output> {
    wait("confirmation", .seconds(10), then: .confirmationEnded, id: .confirmation)
  }

  private func idle() -> Effect<Feedback, Output> {
    wait("idle", .seconds(30), then: .idled, id: .idle)
  }

  private func wait(
    _ name: String,
    _ time: Duration,
    then feedback: Feedback,
    id: CancelID
  ) -> Effect<Feedback, Output> {
    .run(name) { send in
      try await clock.sleep(for: time)
      await send(feedback)
    }
    .cancellable(id: id, cancelInFlight: true)
  }
}

struct Q01Offline: Error {}

struct Q01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.cardInserted("Ada"), .cardRemoved, .retryTapped, .refreshPulled, .toyTapped(1), .doneTapped]
    ) { () -> TestStore<Q01ToyKiosk> in
      let store = TestStore(initialState: Q01ToyKiosk.State.signedOut) { Q01ToyKiosk() }
      store.gate("toys", at: \.q01Library.toys) { _ in
        [.success([Q01Toy(id: 1, name: "Train"), Q01Toy(id: 2, name: "Blocks")]), .failure(Q01Offline())]
      }
      store.gate("reserve", at: \.q01Library.reserve) { _ in [.success(7), .failure(Q01Offline())] }
      return store
    }
  }
}
