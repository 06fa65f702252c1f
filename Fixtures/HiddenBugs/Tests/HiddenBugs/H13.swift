import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What shippers offer on the freight exchange, lane by lane and page by page. One offer at a time can be kept for ten minutes.
struct H13Exchange: Reducer {
  enum Cursor: Equatable, Sendable { case start, after(Int), end }
  enum Part: Equatable, Sendable { case first, following(Int) }
  enum Hold: Equatable, Sendable { case requested(String), kept(String), givingBack(String), refused(String) }

  struct State: Equatable {
    var lane = H13Lane.north
    var offers: [H13Offer] = []
    var cursor = Cursor.start
    /// The part that is on its way.
    var loading: Part?
    /// The part that could not be loaded.
    var failed: Part?
    var hold: Hold?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case laneChosen(H13Lane)
    case refreshPulled
    case endReached
    case retryTapped
    case keepTapped(String)
    case giveBackTapped
    case refusalDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Part, H13Page)
    case loadFailed(Part)
    case kept(String)
    case refused(String)
    case givenBack
    case giveBackFailed
    case keepingEnded
  }

  private enum CancelID { case load, keeping, giveBack }

  @Dependency(\.h13Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.cursor == .start, state.loading == nil else { return .none }
      return load(.first, into: &state)

    case .input(.laneChosen(let lane)):
      guard lane != state.lane else { return .none }
      state.lane = lane
      state.offers = []
      state.cursor = .start
      return load(.first, into: &state)

    case .input(.refreshPulled):
      guard state.loading != .first else { return .none }
      return load(.first, into: &state)

    case .input(.endReached):
      guard case .after(let page) = state.cursor, state.loading == nil, state.failed == nil else { return .none }
      return load(.following(page), into: &state)

    case .input(.retryTapped):
      guard let part = state.failed else { return .none }
      return load(part, into: &state)

    case .feedback(.loaded(let part, let page)):
      state.loading = nil
      state.offers = part == .first ? page.offers : state.offers + page.offers
      state.cursor = page.next.map(Cursor.after) ?? .end
      return .none

    case .feedback(.loadFailed(let part)):
      state.loading = nil
      state.failed = part
      return .none

    case .input(.keepTapped(let id)):
      switch state.hold {
      case nil, .refused?: break
      case .requested?, .kept?, .givingBack?: return .none
      }
      state.hold = .requested(id)
      return .run("keep", of: id) { send in
        try await client.keep(id)
        await send(.kept(id))
      } catch: { _, send in
        await send(.refused(id))
      }

    case .feedback(.kept(let id)):
      state.hold = .kept(id)
      return .run("keeping") { send in
        try await clock.sleep(for: .seconds(600))
        await send(.keepingEnded)
      }
      .cancellable(id: CancelID.keeping, cancelInFlight: true)

    case .feedback(.refused(let id)):
      state.hold = .refused(id)
      return .none

    case .input(.refusalDismissed):
      guard case .refused? = state.hold else { return .none }
      state.hold = nil
      return .none

    case .input(.giveBackTapped):
      guard case .kept(let id)? = state.hold else { return .none }
      state.hold = .givingBack(id)
      return .run("giveBack", of: id) { send in
        try await client.giveBack(id)
        await send(.givenBack)
      } catch: { _, send in
        await send(.giveBackFailed)
      }
      .cancellable(id: CancelID.giveBack, cancelInFlight: true)

    case .feedback(.givenBack):
      state.hold = nil
      return .cancel(id: CancelID.keeping)

    case .feedback(.giveBackFailed):
      guard case .givingBack(let id)? = state.hold else { return .none }
      state.hold = .kept(id)
      return .none

    case .feedback(.keepingEnded):
      state.hold = nil
      return .cancel(id: CancelID.giveBack)
    }
  }

  private func load(_ part: Part, into state: inout State) -> Effect<Feedback, Never> {
    state.loading = part
    state.failed = nil
    var query = H13Query(lane: state.lane)
    if case .following(let page) = part { query.page = page }
    return .run("offers", of: query) { [query] send in
      await send(.loaded(part, try await client.offers(query)))
    } catch: { _, send in
      await send(.loadFailed(part))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

enum H13Lane: String, Hashable, Sendable { case north, south }

struct H13Query: Hashable, Sendable {
  var lane: H13Lane
  var page: Int?
}

struct H13Offer: Equatable, Sendable {
  var id: String
  var price: Int
}

struct H13Page: Equatable, Sendable {
  var offers: [H13Offer]
  var next: Int?
}

struct H13Client: TestDependencyKey, Sendable {
  var offers: @Sendable (_ query: H13Query) async throws -> H13Page
  var keep: @Sendable (_ offer: String) async throws -> Void
  var giveBack: @Sendable (_ offer: String) async throws -> Void

  static let testValue = H13Client(
    offers: unimplemented("H13Client.offers"),
    keep: unimplemented("H13Client.keep"),
    giveBack: unimplemented("H13Client.giveBack")
  )
}

extension DependencyValues {
  var h13Client: H13Client {
    get { self[H13Client.self] }
    set { self[H13Client.self] = newValue }
  }
}

struct H13Offline: Error {}

extension H13Page {
  /// One offer a page, and two pages a lane.
  static func sample(_ query: H13Query) -> H13Page {
    let number = query.page ?? 1
    let offer = H13Offer(id: "\(query.lane.rawValue) \(number)", price: 400 + number)
    return H13Page(offers: [offer], next: number == 1 ? 2 : nil)
  }
}

struct H13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H13Exchange.State) -> [H13Exchange.Input] in
        var inputs: [H13Exchange.Input] = [.laneChosen(state.lane == .north ? .south : .north), .refreshPulled]
        if state.cursor == .start, state.loading == nil, state.failed == nil { inputs.append(.appeared) }
        if case .after = state.cursor, state.failed == nil { inputs.append(.endReached) }
        if state.failed != nil { inputs.append(.retryTapped) }
        switch state.hold {
        case nil: inputs += state.offers.map { H13Exchange.Input.keepTapped($0.id) }
        case .refused?: inputs.append(.refusalDismissed)
        case .kept?: inputs.append(.giveBackTapped)
        case .requested?, .givingBack?: break
        }
        return inputs
      }
    ) { () -> TestStore<H13Exchange> in
      let store = TestStore(initialState: H13Exchange.State()) { H13Exchange() }
      store.gate("offers", at: \.h13Client.offers) { query in [.success(H13Page.sample(query)), .failure(H13Offline())]
      }
      store.gate("keep", at: \.h13Client.keep) { _ in [.success(()), .failure(H13Offline())] }
      store.gate("giveBack", at: \.h13Client.giveBack) { _ in [.success(()), .failure(H13Offline())] }
      return store
    }
  }
}
