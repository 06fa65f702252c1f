import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The notices that a school sends to the parents. Some of them have to be signed.
struct G13Notices: Reducer {
  struct State: Equatable {
    var notices: [G13Notice] = []
    var nextPage: Int?
    var running: Request?
    var failed: Request?
    var opened: G13Notice?
    var signatures: [Int: Signature] = [:]

    var isRefreshing: Bool { running == .newest }
  }

  enum Request: Hashable, Sendable {
    case newest
    case page(Int)

    var number: Int {
      switch self {
      case .newest: 1
      case .page(let number): number
      }
    }
  }

  enum Signature: Equatable { case sending, signed, failed }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case noticeTapped(Int)
    case noticeClosed
    case signTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, G13Page)
    case loadFailed(Request)
    case signed(Int)
    case signingFailed(Int)
  }

  private enum CancelID { case load }

  @Dependency(\.g13Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.notices.isEmpty, state.running == nil else { return .none }
      return load(.newest, into: &state)

    case .input(.refreshPulled):
      guard !state.isRefreshing else { return .none }
      return load(.newest, into: &state)

    case .input(.endReached):
      guard let next = state.nextPage, state.running == nil, state.failed == nil else { return .none }
      return load(.page(next), into: &state)

    case .input(.retryTapped):
      guard let request = state.failed else { return .none }
      return load(request, into: &state)

    case .input(.noticeTapped(let id)):
      state.opened = state.notices.first { $0.id == id }
      return .none

    case .input(.noticeClosed):
      state.opened = nil
      return .none

    case .input(.signTapped):
      guard let notice = state.opened, notice.needsSignature else { return .none }
      let signature = state.signatures[notice.id]
      guard signature == nil || signature == .failed else { return .none }
      state.signatures[notice.id] = .sending
      return sign(notice.id)

    case .feedback(.loaded(let request, let page)):
      state.running = nil
      state.nextPage = page.next
      switch request {
      case .newest:
        state.notices = page.notices
      case .page:
        let known = Set(state.notices.map(\.id))
        state.notices += page.notices.filter { !known.contains($0.id) }
      }
      return .none

    case .feedback(.loadFailed(let request)):
      state.running = nil
      state.failed = request
      return .none

    case .feedback(.signed(let id)):
      state.signatures[id] = .signed
      return .none

    case .feedback(.signingFailed(let id)):
      state.signatures[id] = .failed
      return .none
    }
  }

  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.running = request
    state.failed = nil
    return .run("page", of: request) { send in
      await send(.loaded(request, try await client.page(request.number)))
    } catch: { _, send in
      await send(.loadFailed(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func sign(_ id: Int) -> Effect<Feedback, Never> {
    .run("sign", of: id) { send in
      try await client.sign(id)
      await send(.signed(id))
    } catch: { _, send in
      await send(.signingFailed(id))
    }
  }
}

struct G13Notice: Equatable, Sendable {
  var id: Int
  var title: String
  var needsSignature: Bool
}

struct G13Page: Equatable, Sendable {
  var notices: [G13Notice]
  var next: Int?
}

extension G13Page {
  static let first = G13Page(
    notices: [
      G13Notice(id: 1, title: "School trip", needsSignature: true),
      G13Notice(id: 2, title: "Summer party", needsSignature: false),
    ],
    next: 2
  )
  static let last = G13Page(notices: [G13Notice(id: 3, title: "Swimming", needsSignature: true)], next: nil)
}

struct G13Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> G13Page
  var sign: @Sendable (_ notice: Int) async throws -> Void

  static let testValue = G13Client(
    page: unimplemented("G13Client.page"),
    sign: unimplemented("G13Client.sign")
  )
}

extension DependencyValues {
  var g13Client: G13Client {
    get { self[G13Client.self] }
    set { self[G13Client.self] = newValue }
  }
}

struct G13Offline: Error {}

struct G13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G13Notices.State) -> [G13Notices.Input] in
        if let notice = state.opened {
          return notice.needsSignature ? [.signTapped, .noticeClosed] : [.noticeClosed]
        }
        var inputs: [G13Notices.Input] = [.appeared, .refreshPulled]
        if !state.notices.isEmpty { inputs.append(.endReached) }
        if state.failed != nil { inputs.append(.retryTapped) }
        for notice in state.notices { inputs.append(.noticeTapped(notice.id)) }
        return inputs
      }
    ) { () -> TestStore<G13Notices> in
      let store = TestStore(initialState: G13Notices.State()) { G13Notices() }
      store.gate("page", at: \.g13Client.page) { number in
        [.success(number == 1 ? G13Page.first : G13Page.last), .failure(G13Offline())]
      }
      store.gate("sign", at: \.g13Client.sign) { _ in [.success(()), .failure(G13Offline())] }
      return store
    }
  }
}
