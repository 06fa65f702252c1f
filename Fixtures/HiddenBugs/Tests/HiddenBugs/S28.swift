import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The works in a hall of the museum, page by page, with the story of each in a sheet.
struct S28Works: Reducer {
  enum Part: Hashable, Sendable {
    case first
    case page(Int)

    var number: Int { if case .page(let number) = self { number } else { 0 } }
  }

  enum Loading: Equatable {
    case idle
    case running(Part)
    case failed(Part)
  }

  struct Sheet: Equatable {
    var work: S28Work
    var story: String?
    var hasFailed = false
  }

  struct State: Equatable {
    var hall = "Antiquity"
    var works: IdentifiedArrayOf<S28Work> = []
    var nextPage: Int?
    var loading = Loading.idle
    var sheet: Sheet?

    var isLoading: Bool { if case .running = loading { true } else { false } }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case hallChosen(String)
    case workTapped(Int)
    case storyRetryTapped
    case sheetClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Part, S28Page)
    case failed(Part)
    case told(String)
    case storyFailed
  }

  private enum CancelID { case works, story }

  @Dependency(\.s28Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.works.isEmpty, state.loading == .idle else { return .none }
      return load(.first, into: &state)

    case .input(.refreshPulled):
      return load(.first, into: &state)

    case .input(.endReached):
      guard let page = state.nextPage, !state.isLoading else { return .none }
      return load(.page(page), into: &state)

    case .input(.retryTapped):
      guard case .failed(let part) = state.loading else { return .none }
      return load(part, into: &state)

    case .input(.hallChosen(let hall)):
      guard hall != state.hall else { return .none }
      state.hall = hall
      state.works = []
      state.nextPage = nil
      return load(.first, into: &state)

    case .input(.workTapped(let id)):
      guard let work = state.works[id: id] else { return .none }
      state.sheet = Sheet(work: work)
      return story(id)

    case .input(.storyRetryTapped):
      guard let sheet = state.sheet, sheet.hasFailed else { return .none }
      state.sheet?.hasFailed = false
      return story(sheet.work.id)

    case .input(.sheetClosed):
      state.sheet = nil
      return .cancel(id: CancelID.story)

    case .feedback(.loaded(let part, let page)):
      state.loading = .idle
      if part == .first { state.works = [] }
      for work in page.works { state.works.updateOrAppend(work) }
      state.nextPage = page.next
      return .none

    case .feedback(.failed(let part)):
      state.loading = .failed(part)
      return .none

    case .feedback(.told(let story)):
      state.sheet?.story = story
      return .none

    case .feedback(.storyFailed):
      state.sheet?.hasFailed = true
      return .none
    }
  }

  private func load(_ part: Part, into state: inout State) -> Effect<Feedback, Never> {
    state.loading = .running(part)
    return .run("works", of: part) { [hall = state.hall] send in
      await send(.loaded(part, try await client.works(hall, part.number)))
    } catch: { _, send in
      await send(.failed(part))
    }
    .cancellable(id: CancelID.works, cancelInFlight: true)
  }

  private func story(_ id: Int) -> Effect<Feedback, Never> {
    .run("story", of: id) { send in
      await send(.told(try await client.story(id)))
    } catch: { _, send in
      await send(.storyFailed)
    }
    .cancellable(id: CancelID.story, cancelInFlight: true)
  }
}

struct S28Work: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
}

struct S28Page: Equatable, Sendable {
  var works: [S28Work]
  var next: Int?
}

struct S28Client: TestDependencyKey, Sendable {
  var works: @Sendable (_ hall: String, _ page: Int) async throws -> S28Page
  var story: @Sendable (_ id: Int) async throws -> String

  static let testValue = S28Client(
    works: unimplemented("S28Client.works"),
    story: unimplemented("S28Client.story")
  )
}

extension DependencyValues {
  var s28Client: S28Client {
    get { self[S28Client.self] }
    set { self[S28Client.self] = newValue }
  }
}

struct S28Offline: Error {}

struct S28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S28Works.State) -> [S28Works.Input] in
        if let sheet = state.sheet { return sheet.hasFailed ? [.storyRetryTapped, .sheetClosed] : [.sheetClosed] }
        var inputs: [S28Works.Input] = [.hallChosen("Antiquity"), .hallChosen("Baroque")]
        if case .failed = state.loading { inputs.append(.retryTapped) }
        guard !state.works.isEmpty else { return state.loading == .idle ? inputs + [.appeared] : inputs }
        return inputs + [.refreshPulled, .endReached, .workTapped(1)]
      }
    ) { () -> TestStore<S28Works> in
      let store = TestStore(initialState: S28Works.State()) { S28Works() }
      store.gate("works", at: \.s28Client.works) { request in
        [
          .success(
            request.1 == 0
              ? S28Page(works: [S28Work(id: 1, title: "A head, \(request.0)")], next: 1)
              : S28Page(works: [S28Work(id: 2, title: "A vase, \(request.0)")], next: nil)
          ),
          .failure(S28Offline()),
        ]
      }
      store.gate("story", at: \.s28Client.story) { id in [.success("The story of \(id)"), .failure(S28Offline())] }
      return store
    }
  }
}
