import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The search in all notes. It asks when typing pauses, and shows page after page.
struct F30Search: Reducer {
  enum Request: Equatable, Sendable { case search, refresh, more }

  struct Results: Equatable {
    var notes: [String]
    var next: Int?

    /// What replaces the results, or adds to them, at the moment.
    var running: Request?

    /// What has failed last.
    var failed: Request?
  }

  enum Phase: Equatable {
    case idle
    case searching
    case found(Results)
    case failed
  }

  struct Preview: Equatable {
    var note: String
    var text: String?
    var hasFailed = false
  }

  struct State: Equatable {
    var query = ""
    var phase = Phase.idle

    /// The query that the last tap on the cross has cleared.
    var cleared: String?

    var preview: Preview?
  }

  enum Input: Equatable, Sendable {
    case queryChanged(String)
    case clearTapped
    case undoClearTapped
    case refreshPulled
    case endReached
    case retryTapped
    case noteTapped(String)
    case previewClosed
  }

  enum Feedback: Equatable, Sendable {
    case found(F30Page)
    case foundMore(F30Page)
    case failed(Request)
    case previewed(String)
    case previewFailed
  }

  private enum CancelID { case search, preview }

  @Dependency(\.f30Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      guard query != state.query else { return .none }
      state.query = query
      state.cleared = nil
      state.phase = query.isEmpty ? .idle : .searching
      guard !query.isEmpty else { return .cancel(id: CancelID.search) }
      return ask(.search, page: 1, query).debounce(id: CancelID.search, for: .milliseconds(300))

    case .input(.clearTapped):
      guard !state.query.isEmpty else { return .none }
      state.cleared = state.query
      state.query = ""
      state.phase = .idle
      return .cancel(id: CancelID.search)

    case .input(.undoClearTapped):
      guard let query = state.cleared else { return .none }
      state.cleared = nil
      state.query = query
      return searchNow(&state)

    case .input(.refreshPulled):
      guard case .found(let results) = state.phase, results.running != .refresh else { return .none }
      return extend(results, by: .refresh, page: 1, &state)

    case .input(.endReached):
      guard case .found(let results) = state.phase, results.running == nil, let next = results.next else {
        return .none
      }
      return extend(results, by: .more, page: next, &state)

    case .input(.retryTapped):
      switch state.phase {
      case .failed: return searchNow(&state)
      case .found(let results) where results.failed == .refresh: return extend(results, by: .refresh, page: 1, &state)
      case .found(let results) where results.failed == .more:
        guard let next = results.next else { return .none }
        return extend(results, by: .more, page: next, &state)
      default: return .none
      }

    case .input(.noteTapped(let note)):
      state.preview = Preview(note: note)
      return .run("preview", of: note) { send in
        await send(.previewed(try await client.preview(note)))
      } catch: { _, send in
        await send(.previewFailed)
      }
      .cancellable(id: CancelID.preview, cancelInFlight: true)

    case .input(.previewClosed):
      state.preview = nil
      return .cancel(id: CancelID.preview)

    case .feedback(.found(let page)):
      state.phase = .found(Results(notes: page.notes, next: page.next))
      return .none

    case .feedback(.foundMore(let page)):
      guard case .found(let results) = state.phase else { return .none }
      state.phase = .found(Results(notes: results.notes + page.notes, next: page.next))
      return .none

    case .feedback(.failed(let request)):
      guard case .found(var results) = state.phase else {
        state.phase = .failed
        return .none
      }
      results.running = nil
      results.failed = request
      state.phase = .found(results)
      return .none

    case .feedback(.previewed(let text)):
      state.preview?.text = text
      return .none

    case .feedback(.previewFailed):
      state.preview?.hasFailed = true
      return .none
    }
  }

  private func searchNow(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .searching
    return ask(.search, page: 1, state.query).cancellable(id: CancelID.search, cancelInFlight: true)
  }

  /// Keeps the results on the screen while they are refreshed, or while more of them are loaded.
  private func extend(
    _ results: Results,
    by request: Request,
    page: Int,
    _ state: inout State
  ) -> Effect<Feedback, Never> {
    state.phase = .found(Results(notes: results.notes, next: results.next, running: request))
    return ask(request, page: page, state.query).cancellable(id: CancelID.search, cancelInFlight: true)
  }

  private func ask(_ request: Request, page number: Int, _ query: String) -> Effect<Feedback, Never> {
    .run("search", of: "\(query), page \(number)") { send in
      let page = try await client.search(query, number)
      await send(request == .more ? .foundMore(page) : .found(page))
    } catch: { _, send in
      await send(.failed(request))
    }
  }
}

struct F30Page: Equatable, Sendable {
  var notes: [String]
  var next: Int?
}

struct F30Client: TestDependencyKey, Sendable {
  var search: @Sendable (_ query: String, _ page: Int) async throws -> F30Page
  var preview: @Sendable (_ note: String) async throws -> String

  static let testValue = F30Client(
    search: unimplemented("F30Client.search"),
    preview: unimplemented("F30Client.preview")
  )
}

extension DependencyValues {
  var f30Client: F30Client {
    get { self[F30Client.self] }
    set { self[F30Client.self] = newValue }
  }
}

struct F30Offline: Error {}

struct F30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F30Search.State) -> [F30Search.Input] in
        if state.preview != nil { return [.previewClosed] }
        var inputs: [F30Search.Input] = [.queryChanged("sun"), .queryChanged("sunset"), .queryChanged("")]
        if !state.query.isEmpty { inputs.append(.clearTapped) }
        if state.cleared != nil { inputs.append(.undoClearTapped) }
        switch state.phase {
        case .failed: inputs.append(.retryTapped)
        case .found(let results):
          inputs += [.endReached, .refreshPulled]
          if results.failed != nil { inputs.append(.retryTapped) }
          if let note = results.notes.first { inputs.append(.noteTapped(note)) }
        case .idle, .searching: break
        }
        return inputs
      }
    ) { () -> TestStore<F30Search> in
      let store = TestStore(initialState: F30Search.State()) { F30Search() }
      store.gate("search", at: \.f30Client.search) { request in
        [
          .success(F30Page(notes: ["\(request.0) \(request.1)"], next: request.1 == 1 ? 2 : nil)),
          .failure(F30Offline()),
        ]
      }
      store.gate("preview", at: \.f30Client.preview) { note in [.success("About \(note)"), .failure(F30Offline())] }
      return store
    }
  }
}
