import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct J07Offline: Error {}

struct J07Subscription: Hashable, Sendable {
  var plan: String
  var isPaused: Bool
}

enum J07Parcel: Equatable, Sendable {
  case onTheWay(String)
  case arrived
}

struct J07CheeseClient: TestDependencyKey, Sendable {
  var save: @Sendable (_ subscription: J07Subscription) async throws -> Void
  var parcel: @Sendable () async throws -> J07Parcel

  static let testValue = J07CheeseClient(
    save: unimplemented("J07CheeseClient.save"),
    parcel: unimplemented("J07CheeseClient.parcel")
  )
}

extension DependencyValues {
  var j07Cheese: J07CheeseClient {
    get { self[J07CheeseClient.self] }
    set { self[J07CheeseClient.self] = newValue }
  }
}

/// A cheese subscription, and where its next parcel is. The parcel is asked for every half minute while the app is in
/// the foreground.
struct J07Cheese: Reducer {
  struct State: Equatable {
    var plan = "Mild"
    var isPaused = false
    var isSaving = false
    var saveFailed = false
    var isTracking = false
    var isInBackground = false
    var place: String?
    var hasArrived = false
    var trackFailed = false
  }

  enum Input: Equatable, Sendable {
    case planTapped(String)
    case pauseTapped
    case trackTapped
    case stopTapped
    case enteredBackground
    case enteredForeground
  }

  enum Feedback: Equatable, Sendable {
    case saved(J07Subscription)
    case saveFailed
    case located(J07Parcel)
    case trackFailed
  }

  @Dependency(\.j07Cheese) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.planTapped(let plan)):
      guard !state.isSaving, plan != state.plan else { return .none }
      return save(J07Subscription(plan: plan, isPaused: state.isPaused), &state)

    case .input(.pauseTapped):
      guard !state.isSaving else { return .none }
      return save(J07Subscription(plan: state.plan, isPaused: !state.isPaused), &state)

    case .input(.trackTapped):
      guard !state.isTracking, !state.hasArrived else { return .none }
      state.isTracking = true
      return state.isInBackground ? .none : track()

    case .input(.stopTapped):
      state.isTracking = false
      state.trackFailed = false
      return .cancel(id: "track")

    case .input(.enteredBackground):
      state.isInBackground = true
      return .cancel(id: "track")

    case .input(.enteredForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return state.isTracking ? track() : .none

    case .feedback(.saved(let subscription)):
      state.isSaving = false
      state.plan = subscription.plan
      state.isPaused = subscription.isPaused
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.saveFailed = true
      return .none

    case .feedback(.located(.onTheWay(let place))):
      state.place = place
      state.trackFailed = false
      return .none

    case .feedback(.located(.arrived)):
      state.place = nil
      state.hasArrived = true
      state.isTracking = false
      state.trackFailed = false
      return .cancel(id: "track")

    case .feedback(.trackFailed):
      state.trackFailed = true
      return .none
    }
  }

  private func save(_ subscription: J07Subscription, _ state: inout State) -> Effect<Feedback, Never> {
    state.isSaving = true
    state.saveFailed = false
    return .run("save", of: subscription) { send in
      try await client.save(subscription)
      await send(.saved(subscription))
    } catch: { _, send in
      await send(.saveFailed)
    }
    .cancellable(id: "save", cancelInFlight: true)
  }

  /// Asks again after a failure, too.
  private func track() -> Effect<Feedback, Never> {
    .run("track") { send in
      while true {
        do {
          await send(.located(try await client.parcel()))
        } catch {
          await send(.trackFailed)
        }
        try await clock.sleep(for: .seconds(30))
      }
    }
    .cancellable(id: "track", cancelInFlight: true)
  }
}

struct J07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.planTapped("Blue"), .pauseTapped, .trackTapped, .stopTapped, .enteredBackground, .enteredForeground]
    ) { () -> TestStore<J07Cheese> in
      let store = TestStore(initialState: J07Cheese.State()) { J07Cheese() }
      store.gate("save", at: \.j07Cheese.save) { _ in [.success(()), .failure(J07Offline())] }
      store.gate("parcel", at: \.j07Cheese.parcel) {
        [.success(J07Parcel.onTheWay("Dairy")), .success(J07Parcel.arrived), .failure(J07Offline())]
      }
      return store
    }
  }
}
