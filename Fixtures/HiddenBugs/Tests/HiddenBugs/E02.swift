import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct E02Entry: Equatable, Sendable {
  var ticket: Int
  var song: String
}

struct E02BarClient: TestDependencyKey, Sendable {
  var submit: @Sendable (_ song: String) async throws -> Int
  var position: @Sendable (_ ticket: Int) async throws -> Int
  var withdraw: @Sendable (_ ticket: Int) async throws -> Void
  var confirm: @Sendable (_ ticket: Int) async throws -> Void

  static let testValue = E02BarClient(
    submit: unimplemented("E02BarClient.submit"),
    position: unimplemented("E02BarClient.position"),
    withdraw: unimplemented("E02BarClient.withdraw"),
    confirm: unimplemented("E02BarClient.confirm")
  )
}

extension DependencyValues {
  var e02Bar: E02BarClient {
    get { self[E02BarClient.self] }
    set { self[E02BarClient.self] = newValue }
  }
}

/// The way of a song from the catalogue to the stage.
///
/// The place in the queue is asked for every ten seconds. Whose turn it is has 30 seconds to confirm, and again 30
/// seconds after a confirmation that has failed.
struct E02Karaoke: Reducer {
  struct Place: Equatable {
    var entry: E02Entry
    var position: Int?
    var isOutdated = false
    var withdrawalFailed = false
  }

  enum State: Equatable {
    case browsing(submissionFailed: Bool)
    case submitting(song: String)
    case queued(Place)
    case withdrawing(Place)
    case upNext(E02Entry, confirmationFailed: Bool)
    case confirming(E02Entry)
    case singing(E02Entry)
    case missed(E02Entry)
  }

  enum Input: Equatable {
    case songPicked(String)
    case withdrawTapped
    case confirmTapped
    case doneTapped
  }

  enum Feedback: Equatable {
    case submitted(ticket: Int)
    case submissionFailed
    case positionFound(Int)
    case pollFailed
    case withdrawn
    case withdrawalFailed
    case callExpired
    case confirmed
    case confirmationFailed
  }

  private enum CancelID { case poll, deadline }

  @Dependency(\.e02Bar) private var bar
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.songPicked(let song)), .browsing):
      state = .submitting(song: song)
      return .run("submit", of: song) { send in
        await send(.submitted(ticket: try await bar.submit(song)))
      } catch: { _, send in
        await send(.submissionFailed)
      }

    case (.feedback(.submitted(let ticket)), .submitting(let song)):
      let entry = E02Entry(ticket: ticket, song: song)
      state = .queued(Place(entry: entry))
      return poll(entry)

    case (.feedback(.submissionFailed), .submitting):
      state = .browsing(submissionFailed: true)
      return .none

    case (.feedback(.positionFound(let position)), .queued(var place)):
      guard position > 0 else {
        state = .upNext(place.entry, confirmationFailed: false)
        return .merge(.cancel(id: CancelID.poll), deadline())
      }
      place.position = position
      place.isOutdated = false
      state = .queued(place)
      return .none

    case (.feedback(.pollFailed), .queued(var place)):
      place.isOutdated = true
      state = .queued(place)
      return .none

    case (.input(.withdrawTapped), .queued(var place)):
      place.withdrawalFailed = false
      state = .withdrawing(place)
      return .merge(.cancel(id: CancelID.poll), withdraw(place.entry))

    case (.feedback(.withdrawn), .withdrawing):
      state = .browsing(submissionFailed: false)
      return .none

    case (.feedback(.withdrawalFailed), .withdrawing(var place)):
      place.withdrawalFailed = true
      state = .queued(place)
      return poll(place.entry)

    case (.input(.confirmTapped), .upNext(let entry, _)):
      state = .confirming(entry)
      return .merge(.cancel(id: CancelID.deadline), confirm(entry))

    case (.feedback(.callExpired), .upNext(let entry, _)):
      state = .missed(entry)
      return .none

    case (.feedback(.confirmed), .confirming(let entry)):
      state = .singing(entry)
      return .none

    case (.feedback(.confirmationFailed), .confirming(let entry)):
      state = .upNext(entry, confirmationFailed: true)
      return deadline()

    case (.input(.doneTapped), .singing), (.input(.doneTapped), .missed):
      state = .browsing(submissionFailed: false)
      return .none

    default:
      return .none
    }
  }

  private func poll(_ entry: E02Entry) -> Effect<Feedback, Never> {
    .run("poll", of: entry.ticket) { send in
      while true {
        do {
          let position = try await bar.position(entry.ticket)
          await send(.positionFound(position))
        } catch {
          await send(.pollFailed)
        }
        try await clock.sleep(for: .seconds(10))
      }
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func deadline() -> Effect<Feedback, Never> {
    .run("deadline") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.callExpired)
    }
    .cancellable(id: CancelID.deadline, cancelInFlight: true)
  }

  private func withdraw(_ entry: E02Entry) -> Effect<Feedback, Never> {
    .run("withdraw", of: entry.ticket) { send in
      try await bar.withdraw(entry.ticket)
      await send(.withdrawn)
    } catch: { _, send in
      await send(.withdrawalFailed)
    }
  }

  private func confirm(_ entry: E02Entry) -> Effect<Feedback, Never> {
    .run("confirm", of: entry.ticket) { send in
      try await bar.confirm(entry.ticket)
      await send(.confirmed)
    } catch: { _, send in
      await send(.confirmationFailed)
    }
  }
}

struct E02Offline: Error {}

struct E02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.songPicked("Hello"), .songPicked("Imagine"), .withdrawTapped, .confirmTapped, .doneTapped]
    ) { () -> TestStore<E02Karaoke> in
      let store = TestStore(initialState: E02Karaoke.State.browsing(submissionFailed: false)) { E02Karaoke() }
      store.gate("submit", at: \.e02Bar.submit) { _ in [.success(7), .failure(E02Offline())] }
      store.gate("position", at: \.e02Bar.position) { _ in [.success(2), .success(0), .failure(E02Offline())] }
      store.gate("withdraw", at: \.e02Bar.withdraw) { _ in [.success(()), .failure(E02Offline())] }
      store.gate("confirm", at: \.e02Bar.confirm) { _ in [.success(()), .failure(E02Offline())] }
      return store
    }
  }
}
