import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The notices of a school, the newest first, page by page.
struct L31Notices: Reducer {
  struct State: Equatable {
    var notices: [L31Notice] = []
    var page = 0
    var isLastPage = false
    var isLoading = false
    var failed: L31Part?
    var onlyUnread = false

    /// The notice on the screen above the list.
    var open: L31Notice?

    var read: Set<Int> = []
    var marking: Set<Int> = []

    /// The rows of the list.
    var shown: [L31Notice] { onlyUnread ? notices.filter { !read.contains($0.id) } : notices }

    /// Whether there is something to ask for.
    var canLoad: Bool { !isLoading && !isLastPage }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case noticeTapped(Int)
    case backTapped
    case onlyUnreadTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(L31Part, L31Page)
    case loadFailed(L31Part)
    case marked(Int)
    case markFailed(Int)
  }

  @Dependency(\.l31Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.page == 0, state.failed == nil, state.canLoad else { return .none }
      return load(.newest, &state)

    case .input(.refreshPulled):
      guard !state.isLoading else { return .none }
      return load(.newest, &state)

    case .input(.endReached):
      guard state.failed != .older, state.canLoad else { return .none }
      return load(.older, &state)

    case .input(.retryTapped):
      guard let part = state.failed, state.canLoad else { return .none }
      return load(part, &state)

    case .input(.noticeTapped(let id)):
      guard state.open == nil, let notice = state.notices.first(where: { $0.id == id }) else { return .none }
      state.open = notice
      guard !state.read.contains(id), !state.marking.contains(id) else { return .none }
      state.marking.insert(id)
      return .run("mark", of: id) { send in
        try await client.markRead(id)
        await send(.marked(id))
      } catch: { _, send in
        await send(.markFailed(id))
      }

    case .input(.backTapped):
      state.open = nil
      return .none

    case .input(.onlyUnreadTapped):
      state.onlyUnread.toggle()
      return .none

    case .feedback(.loaded(.newest, let page)):
      state.isLoading = false
      state.notices = page.notices
      state.page = 1
      state.isLastPage = page.isLast
      return .none

    case .feedback(.loaded(.older, let page)):
      state.isLoading = false
      let known = Set(state.notices.map(\.id))
      state.notices += page.notices.filter { !known.contains($0.id) }
      state.page += 1
      state.isLastPage = page.isLast
      return .none

    case .feedback(.loadFailed(let part)):
      state.isLoading = false
      state.failed = part
      return .none

    case .feedback(.marked(let id)):
      state.marking.remove(id)
      state.read.insert(id)
      return .none

    case .feedback(.markFailed(let id)):
      // It stays unread, and is marked when it is opened the next time.
      state.marking.remove(id)
      return .none
    }
  }

  private func load(_ part: L31Part, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.failed = nil
    let number = part == .newest ? 1 : state.page + 1
    return .run("page", of: number) { send in
      await send(.loaded(part, try await client.page(number)))
    } catch: { _, send in
      await send(.loadFailed(part))
    }
  }
}

enum L31Part: Equatable, Sendable { case newest, older }

struct L31Notice: Equatable, Sendable {
  var id: Int
  var title: String
}

struct L31Page: Equatable, Sendable {
  var notices: [L31Notice]
  var isLast: Bool
}

struct L31Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> L31Page
  var markRead: @Sendable (_ notice: Int) async throws -> Void

  static let testValue = L31Client(
    page: unimplemented("L31Client.page"),
    markRead: unimplemented("L31Client.markRead")
  )
}

extension DependencyValues {
  var l31Client: L31Client {
    get { self[L31Client.self] }
    set { self[L31Client.self] = newValue }
  }
}

struct L31Offline: Error {}

struct L31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L31Notices.State) -> [L31Notices.Input] in
        if state.open != nil { return [.backTapped] }
        var inputs: [L31Notices.Input] = [.refreshPulled, .onlyUnreadTapped]
        inputs.append(state.notices.isEmpty ? .appeared : .endReached)
        if state.failed != nil { inputs.append(.retryTapped) }
        if let last = state.shown.last { inputs.append(.noticeTapped(last.id)) }
        return inputs
      }
    ) { () -> TestStore<L31Notices> in
      let store = TestStore(initialState: L31Notices.State()) { L31Notices() }
      store.gate("page", at: \.l31Client.page) { number in
        [
          .success(L31Page(notices: [L31Notice(id: number, title: "Notice \(number)")], isLast: number == 2)),
          .failure(L31Offline()),
        ]
      }
      store.gate("markRead", at: \.l31Client.markRead) { _ in [.success(()), .failure(L31Offline())] }
      return store
    }
  }
}
