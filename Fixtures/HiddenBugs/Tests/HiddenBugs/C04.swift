import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct C04Page: Equatable, Sendable {
  var mails: [String]
  var next: Int?
}

struct C04Server: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> C04Page

  static let testValue = C04Server(page: unimplemented("C04Server.page"))
}

extension DependencyValues {
  var c04Server: C04Server {
    get { self[C04Server.self] }
    set { self[C04Server.self] = newValue }
  }
}

/// What the user sees of the mailbox, and the number of the page below it; nil behind the last page.
struct C04Mailbox: Equatable {
  var mails: [String] = []
  var next: Int? = 0
}

enum C04Request: Hashable, Sendable {
  case refresh
  case more(Int)

  var page: Int {
    switch self {
    case .refresh: 0
    case .more(let page): page
    }
  }
}

/// A mailbox with pages and pull-to-refresh. A failed request offers to be tried again.
struct C04Mail: Reducer {
  enum State: Equatable {
    case closed
    case showing(C04Mailbox)
    case loading(C04Request, C04Mailbox)
    case failed(C04Request, C04Mailbox)

    /// The mailbox, if it has more to load and nothing is on its way.
    var unfinished: C04Mailbox? {
      switch self {
      case .closed, .loading: nil
      case .showing(let mailbox), .failed(_, let mailbox): mailbox.next == nil ? nil : mailbox
      }
    }
  }

  enum Input: Equatable {
    case opened
    case closed
    case endReached
    case refreshPulled
    case retryTapped
  }

  enum Feedback: Equatable {
    case loaded(C04Page)
    case failed
  }

  private enum CancelID { case page }

  @Dependency(\.c04Server) private var server

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard state == .closed else { return .none }
      return begin(.refresh, of: C04Mailbox(), in: &state)

    case .input(.closed):
      state = .closed
      return .cancel(id: CancelID.page)

    case .input(.endReached):
      guard let mailbox = state.unfinished, let next = mailbox.next else { return .none }
      return begin(.more(next), of: mailbox, in: &state)

    case .input(.retryTapped):
      guard case .failed(let request, _) = state, let mailbox = state.unfinished else { return .none }
      return begin(request, of: mailbox, in: &state)

    case .input(.refreshPulled):
      switch state {
      case .showing(let mailbox), .failed(_, let mailbox), .loading(.more, let mailbox):
        return begin(.refresh, of: mailbox, in: &state)
      case .closed, .loading(.refresh, _):
        return .none
      }

    case .feedback(.loaded(let page)):
      guard case .loading(let request, let mailbox) = state else { return .none }
      switch request {
      case .refresh: state = .showing(C04Mailbox(mails: page.mails, next: page.next))
      case .more: state = .showing(C04Mailbox(mails: mailbox.mails + page.mails, next: page.next))
      }
      return .none

    case .feedback(.failed):
      guard case .loading(let request, let mailbox) = state else { return .none }
      state = .failed(request, mailbox)
      return .none
    }
  }

  /// Begins a request, which replaces the one that is on its way.
  private func begin(
    _ request: C04Request,
    of mailbox: C04Mailbox,
    in state: inout State
  ) -> Effect<Feedback, Never> {
    state = .loading(request, mailbox)
    return .run("page", of: request.page) { send in
      await send(.loaded(try await server.page(request.page)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

struct C04Offline: Error {}

struct C04Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [.opened, .closed, .endReached, .refreshPulled, .retryTapped]) {
      let store = TestStore(initialState: C04Mail.State.closed) { C04Mail() }
      store.gate("page", at: \.c04Server.page) { number in
        [
          .success(C04Page(mails: ["Mail \(number)"], next: number < 2 ? number + 1 : nil)),
          .failure(C04Offline()),
        ]
      }
      return store
    }
  }
}
