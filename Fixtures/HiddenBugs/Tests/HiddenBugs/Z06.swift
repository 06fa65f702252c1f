import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The hotels of a city, page by page, with hearts for those that the traveller likes.
struct Z06Hotels: Reducer {
  enum Request: Hashable, Sendable {
    case first
    case refresh
    case more(page: Int)

    var page: Int { if case .more(let page) = self { page } else { 0 } }
  }

  struct State: Equatable {
    var city: String?
    var hotels: IdentifiedArray<Z06Hotel> = []
    var next: Int?
    var running: Request?
    var failed: Request?
    var hearts: Set<Int> = []
    var savingHearts: Set<Int> = []
    var unsavedHeart: Int?
  }

  enum Input: Equatable, Sendable {
    case cityChosen(String)
    case refreshPulled
    case endReached
    case retryTapped
    case heartTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Z06Page, Request)
    case notLoaded(Request)
    case heartSaved(Int)
    case heartNotSaved(Int)
  }

  private enum CancelID { case load }

  @Dependency(\.z06Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.cityChosen(let city)):
      guard city != state.city else { return .none }
      state.city = city
      state.hotels = []
      state.next = nil
      return load(.first, in: city, &state)

    case .input(.refreshPulled):
      guard let city = state.city, state.running != .first, state.running != .refresh else { return .none }
      return load(.refresh, in: city, &state)

    case .input(.endReached):
      guard let city = state.city, state.running == nil, let page = state.next else { return .none }
      return load(.more(page: page), in: city, &state)

    case .input(.retryTapped):
      guard let city = state.city, let request = state.failed else { return .none }
      return load(request, in: city, &state)

    case .input(.heartTapped(let id)):
      guard state.hotels[id: id] != nil, state.savingHearts.insert(id).inserted else { return .none }
      state.unsavedHeart = nil
      let isLiked = toggleHeart(id, &state)
      return .run("heart", of: id) { send in
        try await client.setHeart(id, isLiked)
        await send(.heartSaved(id))
      } catch: { _, send in
        await send(.heartNotSaved(id))
      }

    case .feedback(.loaded(let page, .more)):
      state.running = nil
      for hotel in page.hotels { state.hotels.updateOrAppend(hotel) }
      state.next = page.next
      return .none

    case .feedback(.loaded(let page, .first)), .feedback(.loaded(let page, .refresh)):
      state.running = nil
      state.hotels = IdentifiedArray(page.hotels)
      state.next = page.next
      return .none

    case .feedback(.notLoaded(let request)):
      state.running = nil
      state.failed = request
      return .none

    case .feedback(.heartSaved(let id)):
      state.savingHearts.remove(id)
      return .none

    case .feedback(.heartNotSaved(let id)):
      state.savingHearts.remove(id)
      state.unsavedHeart = id
      _ = toggleHeart(id, &state)
      return .none
    }
  }

  /// Loads a page, in place of one that is on its way.
  private func load(_ request: Request, in city: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.running = request
    state.failed = nil
    return .run("hotels", of: request) { send in
      await send(.loaded(try await client.hotels(city, request.page), request))
    } catch: { _, send in
      await send(.notLoaded(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// Turns a heart over, and returns whether the hotel has one now.
  private func toggleHeart(_ id: Int, _ state: inout State) -> Bool {
    if state.hearts.remove(id) != nil { return false }
    state.hearts.insert(id)
    return true
  }
}

struct Z06Hotel: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
}

struct Z06Page: Equatable, Sendable {
  var hotels: [Z06Hotel]
  var next: Int?
}

struct Z06Client: TestDependencyKey, Sendable {
  var hotels: @Sendable (_ city: String, _ page: Int) async throws -> Z06Page
  var setHeart: @Sendable (_ hotel: Int, _ isLiked: Bool) async throws -> Void

  static let testValue = Z06Client(
    hotels: unimplemented("Z06Client.hotels"),
    setHeart: unimplemented("Z06Client.setHeart")
  )
}

extension DependencyValues {
  var z06Client: Z06Client {
    get { self[Z06Client.self] }
    set { self[Z06Client.self] = newValue }
  }
}

struct Z06Offline: Error {}

/// The page of a city: Oslo has two, and Rome has one.
private func z06Page(_ city: String, _ page: Int) -> Z06Page {
  guard city == "Oslo" else { return Z06Page(hotels: [Z06Hotel(id: 20, name: "Forum")], next: nil) }
  return page == 0
    ? Z06Page(hotels: [Z06Hotel(id: 10, name: "Fjord")], next: 1)
    : Z06Page(hotels: [Z06Hotel(id: 11, name: "Opera")], next: nil)
}

struct Z06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Z06Hotels.State) -> [Z06Hotels.Input] in
        var inputs: [Z06Hotels.Input] = []
        for city in ["Oslo", "Rome"] where city != state.city { inputs.append(.cityChosen(city)) }
        guard state.city != nil else { return inputs }
        if state.running != .first, state.running != .refresh { inputs.append(.refreshPulled) }
        if state.running == nil, state.next != nil { inputs.append(.endReached) }
        if state.failed != nil { inputs.append(.retryTapped) }
        if state.hotels[id: 10] != nil, !state.savingHearts.contains(10) { inputs.append(.heartTapped(10)) }
        return inputs
      }
    ) { () -> TestStore<Z06Hotels> in
      let store = TestStore(initialState: Z06Hotels.State()) { Z06Hotels() }
      store.gate("hotels", at: \.z06Client.hotels) { request in
        [.success(z06Page(request.0, request.1)), .failure(Z06Offline())]
      }
      store.gate("heart", at: \.z06Client.setHeart) { _ in [.success(()), .failure(Z06Offline())] }
      return store
    }
  }
}
