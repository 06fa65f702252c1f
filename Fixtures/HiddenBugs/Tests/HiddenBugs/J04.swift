import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct J04Offline: Error {}

struct J04Document: Equatable, Sendable {
  var id: Int
  var title: String
  var isSigned = false
}

struct J04NotaryClient: TestDependencyKey, Sendable {
  var documents: @Sendable (_ user: String) async throws -> [J04Document]
  var sign: @Sendable (_ id: Int) async throws -> Void

  static let testValue = J04NotaryClient(
    documents: unimplemented("J04NotaryClient.documents"),
    sign: unimplemented("J04NotaryClient.sign")
  )
}

extension DependencyValues {
  var j04Notary: J04NotaryClient {
    get { self[J04NotaryClient.self] }
    set { self[J04NotaryClient.self] = newValue }
  }
}

struct J04Notary: Reducer {
  struct State: Equatable {
    var user: String?
    var documents: [J04Document] = []
    var isLoading = false
    var hasFailed = false
    var openID: Int?
    var signingID: Int?
    var failedID: Int?
    var notice: String?

    func isOpenForSignature(_ id: Int?) -> Bool {
      documents.contains { $0.id == id && !$0.isSigned }
    }
  }

  enum Input: Equatable, Sendable {
    case loggedIn(String)
    case refreshTapped
    case documentTapped(Int)
    case closeTapped
    case signTapped
    case loggedOut
  }

  enum Feedback: Equatable, Sendable {
    case loaded([J04Document])
    case loadFailed
    case signed(Int)
    case signFailed(Int)
    case noticeEnded
  }

  @Dependency(\.j04Notary) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loggedIn(let user)):
      guard state.user == nil else { return .none }
      state.user = user
      return load(user, &state)

    case .input(.refreshTapped):
      guard let user = state.user, !state.isLoading else { return .none }
      return load(user, &state)

    case .input(.documentTapped(let id)):
      if state.documents.contains(where: { $0.id == id }) { state.openID = id }
      return .none

    case .input(.closeTapped):
      state.openID = nil
      return .none

    case .input(.signTapped):
      guard let id = state.openID, state.signingID == nil, state.isOpenForSignature(id) else { return .none }
      state.signingID = id
      state.failedID = nil
      return .run("sign", of: id) { send in
        try await client.sign(id)
        await send(.signed(id))
      } catch: { _, send in
        await send(.signFailed(id))
      }
      .cancellable(id: "sign", cancelInFlight: true)

    case .input(.loggedOut):
      state = State()
      return .merge(.cancel(id: "documents"), .cancel(id: "sign"), .cancel(id: "notice"))

    // A signature is final, even if an older list doesn't have it yet.
    case .feedback(.loaded(let documents)):
      let signed = Set(state.documents.filter(\.isSigned).map(\.id))
      state.documents = documents.map {
        J04Document(id: $0.id, title: $0.title, isSigned: $0.isSigned || signed.contains($0.id))
      }
      state.isLoading = false
      if !state.documents.contains(where: { $0.id == state.openID }) { state.openID = nil }
      if !state.isOpenForSignature(state.failedID) { state.failedID = nil }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.signed(let id)):
      state.signingID = nil
      if let index = state.documents.firstIndex(where: { $0.id == id }) { state.documents[index].isSigned = true }
      state.notice = "Signed"
      return .run("notice") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.noticeEnded)
      }
      .cancellable(id: "notice", cancelInFlight: true)

    case .feedback(.signFailed(let id)):
      state.signingID = nil
      if state.isOpenForSignature(id) { state.failedID = id }
      return .none

    case .feedback(.noticeEnded):
      state.notice = nil
      return .none
    }
  }

  private func load(_ user: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("documents", of: user) { send in
      await send(.loaded(try await client.documents(user)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: "documents", cancelInFlight: true)
  }
}

struct J04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .loggedIn("Ada"), .refreshTapped, .documentTapped(1), .documentTapped(2), .closeTapped, .signTapped, .loggedOut,
      ]
    ) { () -> TestStore<J04Notary> in
      let store = TestStore(initialState: J04Notary.State()) { J04Notary() }
      store.gate("documents", at: \.j04Notary.documents) { _ in
        [.success([J04Document(id: 1, title: "Will"), J04Document(id: 2, title: "Deed")]), .failure(J04Offline())]
      }
      store.gate("sign", at: \.j04Notary.sign) { _ in [.success(()), .failure(J04Offline())] }
      return store
    }
  }
}
