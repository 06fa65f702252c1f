import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A page of the newspaper archive, with the number of the page after it.
struct P01Page: Equatable, Sendable {
  var issues: [String]
  var next: Int?
}

struct P01ArchiveClient: Sendable {
  var page: @Sendable (_ number: Int) async throws -> P01Page
  var scan: @Sendable (_ issue: String) async throws -> String
}

enum P01ArchiveKey: TestDependencyKey {
  static let testValue = P01ArchiveClient(
    page: unimplemented("P01ArchiveClient.page"),
    scan: unimplemented("P01ArchiveClient.scan")
  )
}

extension DependencyValues {
  var p01Archive: P01ArchiveClient {
    get { self[P01ArchiveKey.self] }
    set { self[P01ArchiveKey.self] = newValue }
  }
}

/// A list that grows page by page.
struct P01Pager: Equatable, Sendable {
  enum Request: Hashable, Sendable {
    case newest
    case older(Int)

    var page: Int {
      switch self {
      case .newest: return 1
      case .older(let page): return page
      }
    }
  }

  /// What can happen next at the list.
  enum Step: Equatable, Sendable {
    case wait
    case end
    case again(Request)
    case page(Int)
  }

  var issues: [String] = []
  /// The page to continue with; nil once the list has all of them.
  var next: Int? = 1
  var running: Request?
  /// What could not be loaded. A banner says so, with a button to try again.
  var failed: Request?

  var step: Step {
    if running != nil { return .wait }
    guard let next else { return .end }
    if let failed { return .again(failed) }
    return .page(next)
  }

  mutating func begin(_ request: Request) {
    running = request
    failed = nil
  }

  mutating func finish(_ request: Request, with page: P01Page) {
    running = nil
    next = page.next
    switch request {
    case .newest:
      issues = page.issues
    case .older:
      let known = issues
      issues += page.issues.filter { !known.contains($0) }
    }
  }

  mutating func fail(_ request: Request) {
    running = nil
    failed = request
  }
}

/// The scan of one issue. It loads from its start.
struct P01Reader: Reducer {
  enum Scan: Equatable, Sendable { case loading, shown(String), failed }

  struct State: Equatable, Identifiable, Sendable {
    let id: String
    var scan = Scan.loading
  }

  enum Input: Equatable, Sendable { case againTapped, closeTapped }
  enum Feedback: Equatable, Sendable { case loaded(String), failed }
  enum Output: Equatable, Sendable { case closed }

  @Dependency(\.p01Archive) private var archive

  func start(from state: State) -> Effect<Feedback, Output> {
    load(state.id)
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.againTapped):
      guard state.scan == .failed else { return .none }
      state.scan = .loading
      return load(state.id)
    case .input(.closeTapped):
      return .output(.closed)
    case .feedback(.loaded(let picture)):
      state.scan = .shown(picture)
      return .none
    case .feedback(.failed):
      state.scan = .failed
      return .none
    }
  }

  private func load(_ issue: String) -> Effect<Feedback, Output> {
    .run("scan", of: issue) { send in
      await send(.loaded(try await archive.scan(issue)))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

/// The archive: issues, newest first, and the issue that is read.
struct P01Archive: Reducer {
  struct State: Equatable {
    var pager = P01Pager()
    var reader: P01Reader.State?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case pulled
    case endReached
    case retryTapped
    case issueTapped(String)
    case reader(P01Reader.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(P01Pager.Request, P01Page)
    case failed(P01Pager.Request)
    case reader(ChildFeedback<P01Reader>)
  }

  private enum CancelID { case load }

  private let reader = Scope<P01Archive, P01Reader>(ifLet: \.reader, feedback: Feedback.reader) { P01Reader() }

  @Dependency(\.p01Archive) private var archive

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.pager.issues.isEmpty, state.pager.running == nil else { return .none }
      return load(.newest, &state)

    case .input(.pulled):
      guard state.pager.running != .newest else { return .none }
      return load(.newest, &state)

    case .input(.endReached):
      guard !state.pager.issues.isEmpty, case .page(let page) = state.pager.step else { return .none }
      return load(.older(page), &state)

    case .input(.retryTapped):
      guard case .again(let request) = state.pager.step else { return .none }
      return load(request, &state)

    case .input(.issueTapped(let issue)):
      guard state.reader == nil, state.pager.issues.contains(issue) else { return .none }
      state.reader = P01Reader.State(id: issue)
      return reader.start(from: state)

    case .feedback(.loaded(let request, let page)):
      guard state.pager.running == request else { return .none }
      state.pager.finish(request, with: page)
      return .none

    case .feedback(.failed(let request)):
      guard state.pager.running == request else { return .none }
      state.pager.fail(request)
      return .none

    case .input(.reader(let input)): return reader.reduce(.input(input), into: &state)
    case .feedback(.reader(.feedback(let feedback))): return reader.reduce(.feedback(feedback), into: &state)

    case .feedback(.reader(.output(.closed))):
      state.reader = nil
      return .none
    }
  }

  private func load(_ request: P01Pager.Request, _ state: inout State) -> Effect<Feedback, Never> {
    state.pager.begin(request)
    return .run("load", of: request) { send in
      await send(.loaded(request, try await archive.page(request.page)))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct P01Offline: Error {}

struct P01Bugs {
  static func page(_ number: Int) -> P01Page {
    number == 1 ? P01Page(issues: ["May 2", "May 1"], next: 2) : P01Page(issues: ["April 30"], next: nil)
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P01Archive.State) -> [P01Archive.Input] in
        var inputs: [P01Archive.Input] = [.appeared, .pulled, .endReached, .retryTapped, .issueTapped("May 2")]
        if state.reader != nil { inputs += [.reader(.againTapped), .reader(.closeTapped)] }
        return inputs
      }
    ) { () -> TestStore<P01Archive> in
      let store = TestStore(initialState: P01Archive.State()) { P01Archive() }
      store.gate("page", at: \.p01Archive.page) { number in [.success(P01Bugs.page(number)), .failure(P01Offline())] }
      store.gate("scan", at: \.p01Archive.scan) { issue in [.success("Scan of \(issue)"), .failure(P01Offline())] }
      return store
    }
  }
}
