import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An application for housing benefit. Its documents are uploaded as soon as they are added, and it can be submitted
/// meanwhile.
struct G17Application: Reducer {
  struct State: Equatable {
    var documents: IdentifiedArrayOf<G17Document> = []
    var isDeclared = false
    var submission = Submission.editing

    var isEditable: Bool { submission == .editing || submission == .rejected }

    var canSubmit: Bool {
      isEditable && isDeclared && !documents.isEmpty && !documents.contains { $0.upload == .failed }
    }
  }

  enum Submission: Equatable {
    case editing
    case waitingForUploads
    case sending
    case rejected
    case sent(String)
  }

  enum Input: Equatable, Sendable {
    case addTapped(G17Kind)
    case removeTapped(G17Kind)
    case uploadAgainTapped(G17Kind)
    case declarationTapped
    case submitTapped
    case newTapped
  }

  enum Feedback: Equatable, Sendable {
    case uploaded(G17Kind, String)
    case uploadFailed(G17Kind)
    case submitted(String)
    case submitFailed
  }

  private enum CancelID: Hashable, Sendable { case upload(G17Kind) }

  @Dependency(\.g17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.addTapped(let kind)):
      guard state.isEditable, state.documents[id: kind] == nil else { return .none }
      state.documents.append(G17Document(kind: kind))
      return upload(kind)

    case .input(.removeTapped(let kind)):
      guard state.isEditable || state.submission == .waitingForUploads else { return .none }
      state.documents.remove(id: kind)
      return .cancel(id: CancelID.upload(kind))

    case .input(.uploadAgainTapped(let kind)):
      guard state.isEditable, state.documents[id: kind]?.upload == .failed else { return .none }
      state.documents[id: kind]?.upload = .running
      return upload(kind)

    case .input(.declarationTapped):
      guard state.isEditable else { return .none }
      state.isDeclared.toggle()
      return .none

    case .input(.submitTapped):
      guard state.canSubmit else { return .none }
      state.submission = .waitingForUploads
      return sendWhenUploaded(&state)

    case .input(.newTapped):
      guard case .sent = state.submission else { return .none }
      state = State()
      return .none

    case .feedback(.uploaded(let kind, let token)):
      state.documents[id: kind]?.upload = .done(token)
      return sendWhenUploaded(&state)

    case .feedback(.uploadFailed(let kind)):
      state.documents[id: kind]?.upload = .failed
      if state.submission == .waitingForUploads { state.submission = .editing }
      return .none

    case .feedback(.submitted(let number)):
      state.submission = .sent(number)
      return .none

    case .feedback(.submitFailed):
      state.submission = .rejected
      return .none
    }
  }

  private func upload(_ kind: G17Kind) -> Effect<Feedback, Never> {
    .run("upload", of: kind) { send in
      await send(.uploaded(kind, try await client.upload(kind)))
    } catch: { _, send in
      await send(.uploadFailed(kind))
    }
    .cancellable(id: CancelID.upload(kind), cancelInFlight: true)
  }

  /// Sends the application once all of its documents are at the office.
  private func sendWhenUploaded(_ state: inout State) -> Effect<Feedback, Never> {
    let tokens = state.documents.compactMap(\.token)
    guard state.submission == .waitingForUploads, tokens.count == state.documents.count else { return .none }
    state.submission = .sending
    return .run("submit", of: tokens) { send in
      await send(.submitted(try await client.submit(tokens)))
    } catch: { _, send in
      await send(.submitFailed)
    }
  }
}

enum G17Kind: Hashable, Sendable { case income, lease }

struct G17Document: Equatable, Identifiable, Sendable {
  enum Upload: Equatable, Sendable {
    case running
    case done(String)
    case failed
  }

  let kind: G17Kind
  var upload = Upload.running

  var id: G17Kind { kind }
  var token: String? { if case .done(let token) = upload { token } else { nil } }
}

struct G17Client: TestDependencyKey, Sendable {
  var upload: @Sendable (_ kind: G17Kind) async throws -> String
  var submit: @Sendable (_ tokens: [String]) async throws -> String

  static let testValue = G17Client(
    upload: unimplemented("G17Client.upload"),
    submit: unimplemented("G17Client.submit")
  )
}

extension DependencyValues {
  var g17Client: G17Client {
    get { self[G17Client.self] }
    set { self[G17Client.self] = newValue }
  }
}

struct G17Offline: Error {}

struct G17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G17Application.State) -> [G17Application.Input] in
        switch state.submission {
        case .sending: return []
        case .sent: return [.newTapped]
        case .waitingForUploads: return state.documents.map { .removeTapped($0.kind) }
        case .editing, .rejected: break
        }
        var inputs: [G17Application.Input] = [.declarationTapped]
        for kind in [G17Kind.income, .lease] {
          guard let document = state.documents[id: kind] else {
            inputs.append(.addTapped(kind))
            continue
          }
          inputs.append(.removeTapped(kind))
          if document.upload == .failed { inputs.append(.uploadAgainTapped(kind)) }
        }
        if state.canSubmit { inputs.append(.submitTapped) }
        return inputs
      }
    ) { () -> TestStore<G17Application> in
      let store = TestStore(initialState: G17Application.State()) { G17Application() }
      store.gate("upload", at: \.g17Client.upload) { kind in
        [.success(kind == .income ? "income-1" : "lease-1"), .failure(G17Offline())]
      }
      store.gate("submit", at: \.g17Client.submit) { _ in [.success("HB-2041"), .failure(G17Offline())] }
      return store
    }
  }
}
