import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The collection of a museum, page by page, with a filter and bookmarks.
struct C16Museum: Reducer {
  struct State: Equatable {
    var epoch = C16Epoch.all
    var objects: [String] = []
    var next: Int?
    var work = Work.idle
    var bookmarks: Set<String> = []
    var marking: Set<String> = []
    var isBookmarkAlertShown = false
  }

  /// What the list does. The spinner and the button to try again are at the top for the first page, else at the end.
  enum Work: Equatable {
    case idle
    case loading(C16Part)
    case failed(C16Part)
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case epochChosen(C16Epoch)
    case bookmarkTapped(String)
    case alertDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(C16Part, C16Page)
    case loadFailed(C16Part)
    case marked(C16Mark)
    case markFailed(C16Mark)
  }

  private enum CancelID { case page }

  @Dependency(\.c16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.objects.isEmpty, state.work == .idle else { return .none }
      return load(.first, into: &state)

    case .input(.refreshPulled):
      guard state.work != .loading(.first) else { return .none }
      return load(.first, into: &state)

    case .input(.endReached):
      guard let next = state.next else { return .none }
      switch state.work {
      case .idle, .failed(.first): return load(.page(next), into: &state)
      case .loading, .failed(.page): return .none
      }

    case .input(.retryTapped):
      guard case .failed(let part) = state.work else { return .none }
      return load(part, into: &state)

    case .input(.epochChosen(let epoch)):
      guard epoch != state.epoch else { return .none }
      state.epoch = epoch
      state.objects = []
      state.next = nil
      return load(.first, into: &state)

    case .input(.bookmarkTapped(let object)):
      guard !state.marking.contains(object) else { return .none }
      state.marking.insert(object)
      let mark = C16Mark(object: object, isMarked: !state.bookmarks.contains(object))
      return .run("mark", of: mark) { send in
        try await client.mark(mark)
        await send(.marked(mark))
      } catch: { _, send in
        await send(.markFailed(mark))
      }

    case .input(.alertDismissed):
      state.isBookmarkAlertShown = false
      return .none

    case .feedback(.loaded(let part, let page)):
      state.work = .idle
      state.next = page.next
      // An object that was added in the meantime moves the last ones to the next page.
      let known = part == .first ? [] : state.objects
      state.objects = known + page.objects.filter { !known.contains($0) }
      return .none

    case .feedback(.loadFailed(let part)):
      state.work = .failed(part)
      return .none

    case .feedback(.marked(let mark)):
      state.marking.remove(mark.object)
      if mark.isMarked {
        state.bookmarks.insert(mark.object)
      } else {
        state.bookmarks.remove(mark.object)
      }
      return .none

    case .feedback(.markFailed(let mark)):
      state.marking.remove(mark.object)
      state.isBookmarkAlertShown = true
      return .none
    }
  }

  private func load(_ part: C16Part, into state: inout State) -> Effect<Feedback, Never> {
    state.work = .loading(part)
    let request = C16Request(epoch: state.epoch, part: part)
    return .run("page", of: request) { send in
      await send(.loaded(part, try await client.page(request)))
    } catch: { _, send in
      await send(.loadFailed(part))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

enum C16Epoch: Hashable, Sendable { case all, roman }

enum C16Part: Hashable, Sendable {
  case first
  case page(Int)
}

struct C16Request: Hashable, Sendable {
  var epoch: C16Epoch
  var part: C16Part
}

struct C16Page: Equatable, Sendable {
  var objects: [String]
  var next: Int?
}

struct C16Mark: Hashable, Sendable {
  var object: String
  var isMarked: Bool
}

struct C16Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ request: C16Request) async throws -> C16Page
  var mark: @Sendable (_ mark: C16Mark) async throws -> Void

  static let testValue = C16Client(page: unimplemented("C16Client.page"), mark: unimplemented("C16Client.mark"))
}

extension DependencyValues {
  var c16Client: C16Client {
    get { self[C16Client.self] }
    set { self[C16Client.self] = newValue }
  }
}

struct C16Offline: Error {}

struct C16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C16Museum.State) -> [C16Museum.Input] in
        if state.isBookmarkAlertShown { return [.alertDismissed] }
        var inputs: [C16Museum.Input] = [.epochChosen(state.epoch == .all ? .roman : .all)]
        if case .failed = state.work { inputs.append(.retryTapped) }
        if state.objects.isEmpty {
          inputs.append(.appeared)
        } else {
          inputs += [.refreshPulled, .endReached]
        }
        if state.objects.contains("Coin") { inputs.append(.bookmarkTapped("Coin")) }
        return inputs
      }
    ) { () -> TestStore<C16Museum> in
      let store = TestStore(initialState: C16Museum.State()) { C16Museum() }
      let first = C16Page(objects: ["Coin"], next: 1)
      let second = C16Page(objects: ["Lamp"], next: nil)
      store.gate("page", at: \.c16Client.page) { request in
        [.success(request.part == .first ? first : second), .failure(C16Offline())]
      }
      store.gate("mark", at: \.c16Client.mark) { _ in [.success(()), .failure(C16Offline())] }
      return store
    }
  }
}
