import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The people to whom a customer sends money: a list, an editor for a new one, and requests for money that come by
/// link. Only one sheet is there at a time.
struct B18Payees: Reducer {
  struct Editor: Equatable {
    var name = ""
    var isSaving = false
    var hasFailed = false
  }

  struct Request: Equatable {
    var link: String
    var cents: Int?
    var hasFailed = false
  }

  struct State: Equatable {
    var payees: [String] = []
    var editor: Editor?
    var request: Request?
    /// Whether the question is there: discard the new payee?
    var isAsking = false
    /// The link to open once the editor is gone.
    var waitingLink: String?
  }

  enum Input: Equatable, Sendable {
    case addTapped
    case nameChanged(String)
    case saveTapped
    case cancelTapped
    case discardTapped
    case keepTapped
    case linkOpened(String)
    case requestRetryTapped
    case requestClosed
  }

  enum Feedback: Equatable, Sendable {
    case saved(String)
    case saveFailed
    case requestLoaded(Int)
    case requestFailed
  }

  private enum CancelID { case request }

  @Dependency(\.b18Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.addTapped):
      guard state.editor == nil, state.request == nil else { return .none }
      state.editor = Editor()
      return .none

    case .input(.nameChanged(let name)):
      guard let editor = state.editor, !editor.isSaving else { return .none }
      state.editor = Editor(name: name)
      return .none

    case .input(.saveTapped):
      guard let editor = state.editor, !editor.isSaving, !editor.name.isEmpty, !state.isAsking else { return .none }
      state.editor?.isSaving = true
      state.editor?.hasFailed = false
      return .run("save", of: editor.name) { send in
        try await client.save(editor.name)
        await send(.saved(editor.name))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.cancelTapped):
      guard let editor = state.editor, !editor.isSaving else { return .none }
      if editor.name.isEmpty { state.editor = nil } else { state.isAsking = true }
      return .none

    case .input(.discardTapped):
      guard state.isAsking else { return .none }
      state.isAsking = false
      state.editor = nil
      return openWaitingLink(&state)

    case .input(.keepTapped):
      state.isAsking = false
      state.waitingLink = nil
      return .none

    case .input(.linkOpened(let link)):
      guard let editor = state.editor, editor.isSaving || !editor.name.isEmpty else { return open(link, &state) }
      state.waitingLink = link
      // A save takes a moment, and the link can wait for it.
      state.isAsking = !editor.isSaving
      return .none

    case .input(.requestRetryTapped):
      guard let request = state.request, request.hasFailed else { return .none }
      return open(request.link, &state)

    case .input(.requestClosed):
      state.request = nil
      return .cancel(id: CancelID.request)

    case .feedback(.saved(let name)):
      if !state.payees.contains(name) { state.payees.append(name) }
      state.editor = nil
      return openWaitingLink(&state)

    case .feedback(.saveFailed):
      state.editor?.isSaving = false
      state.editor?.hasFailed = true
      return openWaitingLink(&state)

    case .feedback(.requestLoaded(let cents)):
      state.request?.cents = cents
      return .none

    case .feedback(.requestFailed):
      state.request?.hasFailed = true
      return .none
    }
  }

  private func openWaitingLink(_ state: inout State) -> Effect<Feedback, Never> {
    guard let link = state.waitingLink else { return .none }
    state.waitingLink = nil
    return open(link, &state)
  }

  private func open(_ link: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.editor = nil
    state.request = Request(link: link)
    return .run("request", of: link) { send in
      await send(.requestLoaded(try await client.request(link)))
    } catch: { _, send in
      await send(.requestFailed)
    }
    .cancellable(id: CancelID.request, cancelInFlight: true)
  }
}

struct B18Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ name: String) async throws -> Void
  /// Returns the cents that somebody asks for.
  var request: @Sendable (_ link: String) async throws -> Int

  static let testValue = B18Client(
    save: unimplemented("B18Client.save"),
    request: unimplemented("B18Client.request")
  )
}

extension DependencyValues {
  var b18Client: B18Client {
    get { self[B18Client.self] }
    set { self[B18Client.self] = newValue }
  }
}

struct B18Offline: Error {}

struct B18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B18Payees.State) -> [B18Payees.Input] in
        if state.isAsking { return [.discardTapped, .keepTapped, .linkOpened("pay/7")] }
        if let editor = state.editor {
          if editor.isSaving { return [.linkOpened("pay/7")] }
          return [.nameChanged("Ada"), .nameChanged(""), .saveTapped, .cancelTapped, .linkOpened("pay/7")]
        }
        if let request = state.request {
          let inputs: [B18Payees.Input] = [.requestClosed, .linkOpened("pay/7"), .linkOpened("pay/8")]
          return request.hasFailed ? inputs + [.requestRetryTapped] : inputs
        }
        return [.addTapped, .linkOpened("pay/7")]
      }
    ) { () -> TestStore<B18Payees> in
      let store = TestStore(initialState: B18Payees.State()) { B18Payees() }
      store.gate("save", at: \.b18Client.save) { _ in [.success(()), .failure(B18Offline())] }
      store.gate("request", at: \.b18Client.request) { link in
        [.success(link == "pay/7" ? 1_250 : 400), .failure(B18Offline())]
      }
      return store
    }
  }
}
