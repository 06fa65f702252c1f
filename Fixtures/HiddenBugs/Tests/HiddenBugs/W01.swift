import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The screen of a running meal order: where the meal is, its receipt, and what the guest thinks of it.
struct W01Meal: Reducer {
  struct State: Equatable {
    let order: String
    var isVisible = false
    var stage: W01Stage?
    var takenBy: String?
    var isRefreshing = false
    var hasFailed = false
    var showsReceipt = false
    var stars: Int?
    var isSendingStars = false
    var haveStarsFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case refreshPulled
    case receivedTapped
    case receiptTapped
    case starsTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case located(W01Stage)
    case failed
    case pollDue
    case handedOver(to: String)
    case starsSent
    case starsFailed
  }

  private enum CancelID { case stage, poll, handovers }

  @Dependency(\.w01Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      guard state.stage != .delivered else { return .none }
      return .merge(followHandovers(of: state.order), load(into: &state))

    case .input(.disappeared):
      state.isVisible = false
      state.isRefreshing = false
      return .merge(
        .cancel(id: CancelID.stage),
        .cancel(id: CancelID.poll),
        .cancel(id: CancelID.handovers)
      )

    case .input(.refreshPulled):
      guard state.isVisible, !state.isRefreshing, state.stage != .delivered else { return .none }
      return load(into: &state)

    case .input(.receivedTapped):
      guard state.stage == .onTheWay else { return .none }
      state.stage = .delivered
      state.takenBy = "You"
      state.hasFailed = false
      return .merge(.cancel(id: CancelID.poll), .cancel(id: CancelID.handovers))

    case .input(.receiptTapped):
      state.showsReceipt.toggle()
      return .none

    case .input(.starsTapped(let stars)):
      guard state.stage == .delivered, state.stars == nil else { return .none }
      state.stars = stars
      state.isSendingStars = true
      state.haveStarsFailed = false
      return .run("stars", of: stars) { [order = state.order] send in
        try await client.rate(order, stars)
        await send(.starsSent)
      } catch: { _, send in
        await send(.starsFailed)
      }

    case .feedback(.located(let stage)):
      state.isRefreshing = false
      state.stage = stage
      return stage == .delivered ? .cancel(id: CancelID.handovers) : poll()

    case .feedback(.failed):
      state.isRefreshing = false
      state.hasFailed = true
      return poll()

    case .feedback(.pollDue):
      return load(into: &state)

    case .feedback(.handedOver(let person)):
      state.stage = .delivered
      state.takenBy = person
      state.isRefreshing = false
      state.hasFailed = false
      return .merge(
        .cancel(id: CancelID.stage),
        .cancel(id: CancelID.poll),
        .cancel(id: CancelID.handovers)
      )

    case .feedback(.starsSent):
      state.isSendingStars = false
      return .none

    case .feedback(.starsFailed):
      state.isSendingStars = false
      state.haveStarsFailed = true
      state.stars = nil
      return .none
    }
  }

  private func load(into state: inout State) -> Effect<Feedback, Never> {
    state.isRefreshing = true
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.poll),
      .run("stage", of: state.order) { [order = state.order] send in
        await send(.located(try await client.stage(order)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.stage, cancelInFlight: true)
    )
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  /// The courier notes to whom the meal was given.
  private func followHandovers(of order: String) -> Effect<Feedback, Never> {
    .run("handovers", of: order) { send in
      for await person in client.handovers(order) { await send(.handedOver(to: person)) }
    }
    .cancellable(id: CancelID.handovers, cancelInFlight: true)
  }
}

enum W01Stage: Equatable, Sendable { case preparing, onTheWay, delivered }

struct W01Client: TestDependencyKey, Sendable {
  var stage: @Sendable (_ order: String) async throws -> W01Stage
  var handovers: @Sendable (_ order: String) -> AsyncStream<String>
  var rate: @Sendable (_ order: String, _ stars: Int) async throws -> Void

  static let testValue = W01Client(
    stage: unimplemented("W01Client.stage"),
    handovers: unimplemented("W01Client.handovers", placeholder: AsyncStream { $0.finish() }),
    rate: unimplemented("W01Client.rate")
  )
}

extension DependencyValues {
  var w01Client: W01Client {
    get { self[W01Client.self] }
    set { self[W01Client.self] = newValue }
  }
}

struct W01Offline: Error {}

struct W01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W01Meal.State) -> [W01Meal.Input] in
        guard state.isVisible else { return [.appeared] }
        var inputs: [W01Meal.Input] = [.disappeared, .receiptTapped]
        if state.stage != .delivered { inputs.append(.refreshPulled) }
        if state.stage == .onTheWay { inputs.append(.receivedTapped) }
        if state.stage == .delivered, state.stars == nil { inputs.append(.starsTapped(5)) }
        return inputs
      }
    ) { () -> TestStore<W01Meal> in
      let store = TestStore(initialState: W01Meal.State(order: "204")) { W01Meal() }
      store.gate("stage", at: \.w01Client.stage) { _ in
        [.success(.onTheWay), .success(.preparing), .success(.delivered), .failure(W01Offline())]
      }
      store.gate("handovers", at: \.w01Client.handovers) { _ in [.element("Reception"), .finish] }
      store.gate("rate", at: \.w01Client.rate) { _ in [.success(()), .failure(W01Offline())] }
      return store
    }
  }
}
