import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The files of a workspace. The title of the screen is a menu of all workspaces of the user.
struct A20Files: Reducer {
  struct State: Equatable {
    var workspace: String
    var files: [A20File] = []
    var nextPage: Int?
    /// The page that the list waits for.
    var loadingPage: Int?
    var failedPage: Int?
    var opening: String?
    var notOpened: String?
    var preview: String?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case workspaceChosen(String)
    case refreshPulled
    case endReached
    case retryTapped
    case fileTapped(String)
    case previewClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(page: Int, A20Page)
    case loadFailed(page: Int)
    case downloaded(String)
    case downloadFailed(String)
  }

  private enum CancelID { case download }

  @Dependency(\.a20Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.files.isEmpty, state.failedPage == nil else { return .none }
      return load(page: 1, into: &state)

    case .input(.workspaceChosen(let workspace)):
      guard workspace != state.workspace else { return .none }
      state = State(workspace: workspace)
      return .merge(.cancel(id: CancelID.download), load(page: 1, into: &state))

    case .input(.refreshPulled):
      return load(page: 1, into: &state)

    case .input(.endReached):
      guard state.failedPage == nil, let page = state.nextPage else { return .none }
      return load(page: page, into: &state)

    case .input(.retryTapped):
      guard let page = state.failedPage else { return .none }
      return load(page: page, into: &state)

    case .input(.fileTapped(let id)):
      guard state.opening != id else { return .none }
      state.opening = id
      state.notOpened = nil
      return .run("download", of: id) { send in
        try await client.download(id)
        await send(.downloaded(id))
      } catch: { _, send in
        await send(.downloadFailed(id))
      }
      .cancellable(id: CancelID.download, cancelInFlight: true)

    case .input(.previewClosed):
      state.preview = nil
      return .none

    case .feedback(.loaded(let page, let answer)):
      guard state.loadingPage == page else { return .none }
      state.loadingPage = nil
      state.files = page == 1 ? answer.files : state.files + answer.files
      state.nextPage = answer.next
      return .none

    case .feedback(.loadFailed(let page)):
      guard state.loadingPage == page else { return .none }
      state.loadingPage = nil
      state.failedPage = page
      return .none

    case .feedback(.downloaded(let id)):
      state.opening = nil
      state.preview = id
      return .none

    case .feedback(.downloadFailed(let id)):
      state.opening = nil
      state.notOpened = id
      return .none
    }
  }

  /// One page is loaded at a time.
  private func load(page: Int, into state: inout State) -> Effect<Feedback, Never> {
    guard state.loadingPage == nil else { return .none }
    state.loadingPage = page
    state.failedPage = nil
    let request = A20Request(workspace: state.workspace, page: page)
    return .run("files", of: request) { send in
      await send(.loaded(page: page, try await client.files(request)))
    } catch: { _, send in
      await send(.loadFailed(page: page))
    }
  }
}

struct A20Request: Hashable, Sendable {
  var workspace: String
  var page: Int
}

struct A20File: Equatable, Sendable {
  var id: String
  var name: String
}

struct A20Page: Equatable, Sendable {
  var files: [A20File]
  var next: Int?
}

struct A20Client: TestDependencyKey, Sendable {
  var files: @Sendable (_ request: A20Request) async throws -> A20Page
  var download: @Sendable (_ id: String) async throws -> Void

  static let testValue = A20Client(
    files: unimplemented("A20Client.files"),
    download: unimplemented("A20Client.download")
  )
}

extension DependencyValues {
  var a20Client: A20Client {
    get { self[A20Client.self] }
    set { self[A20Client.self] = newValue }
  }
}

struct A20Offline: Error {}

struct A20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A20Files.State) -> [A20Files.Input] in
        if state.preview != nil { return [.previewClosed] }
        var inputs: [A20Files.Input] = [.workspaceChosen("acme"), .workspaceChosen("globex")]
        if state.loadingPage == nil {
          inputs.append(state.files.isEmpty && state.failedPage == nil ? .appeared : .refreshPulled)
          if state.failedPage != nil { inputs.append(.retryTapped) }
        }
        if state.nextPage != nil { inputs.append(.endReached) }
        if let file = state.files.first { inputs.append(.fileTapped(file.id)) }
        return inputs
      }
    ) { () -> TestStore<A20Files> in
      let store = TestStore(initialState: A20Files.State(workspace: "acme")) { A20Files() }
      store.gate("files", at: \.a20Client.files) { request in
        [
          .success(
            A20Page(
              files: [A20File(id: "\(request.workspace)-\(request.page)", name: "Plan \(request.page).pdf")],
              next: request.page == 1 ? 2 : nil
            )
          ),
          .failure(A20Offline()),
        ]
      }
      store.gate("download", at: \.a20Client.download) { _ in [.success(()), .failure(A20Offline())] }
      return store
    }
  }
}
