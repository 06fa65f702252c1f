import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The laboratory results of a doctor's patients. The doctor marks each result as seen.
struct H30Results: Reducer {
  struct State: Equatable {
    var patient: String
    var results: [H30Result] = []
    var next: Int?
    var loading = Loading.idle
    var marks: [H30Result.ID: Mark] = [:]

    /// What a row shows, whatever an older list says of it.
    func isSeen(_ result: H30Result) -> Bool {
      switch marks[result.id] {
      case .sending, .done: true
      case .failed, nil: result.isSeen
      }
    }
  }

  enum Loading: Equatable {
    case idle
    case running(Request)
    case failed(Request)
  }

  /// What was asked for, so that it can be asked for again.
  enum Request: Equatable, Sendable {
    case refresh
    case page(Int)

    var number: Int {
      switch self {
      case .refresh: 0
      case .page(let number): number
      }
    }
  }

  /// What the doctor has done with a result in this session.
  enum Mark: Equatable { case sending, done, failed }

  enum Input: Equatable, Sendable {
    case appeared
    case patientChosen(String)
    case refreshPulled
    case endReached
    case retryTapped
    case seenTapped(H30Result.ID)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, H30Page)
    case notLoaded(Request)
    case marked(H30Result.ID)
    case notMarked(H30Result.ID)
  }

  private enum CancelID { case load }

  @Dependency(\.h30Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.results.isEmpty, state.loading == .idle else { return .none }
      return load(.refresh, into: &state)

    case .input(.patientChosen(let patient)):
      guard patient != state.patient else { return .none }
      state.patient = patient
      state.results = []
      state.next = nil
      return load(.refresh, into: &state)

    case .input(.refreshPulled):
      return load(.refresh, into: &state)

    case .input(.endReached):
      guard let next = state.next, state.loading == .idle else { return .none }
      return load(.page(next), into: &state)

    case .input(.retryTapped):
      guard case .failed(let request) = state.loading else { return .none }
      return load(request, into: &state)

    case .input(.seenTapped(let id)):
      guard let result = state.results.first(where: { $0.id == id }), !state.isSeen(result) else { return .none }
      state.marks[id] = .sending
      return .run("mark", of: id) { send in
        try await client.markSeen(id)
        await send(.marked(id))
      } catch: { _, send in
        await send(.notMarked(id))
      }

    case .feedback(.loaded(let request, let page)):
      state.loading = .idle
      state.next = page.next
      switch request {
      case .refresh: state.results = page.results
      case .page: state.results += page.results
      }
      return .none

    case .feedback(.notLoaded(let request)):
      state.loading = .failed(request)
      return .none

    case .feedback(.marked(let id)):
      state.marks[id] = .done
      return .none

    case .feedback(.notMarked(let id)):
      state.marks[id] = .failed
      return .none
    }
  }

  /// Asks for results, instead of what is being asked for.
  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.loading = .running(request)
    let query = H30Query(patient: state.patient, page: request.number)
    return .run("results", of: query) { send in
      await send(.loaded(request, try await client.results(query)))
    } catch: { _, send in
      await send(.notLoaded(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct H30Result: Equatable, Identifiable, Sendable {
  var id: Int
  var title: String
  var isSeen: Bool
}

struct H30Page: Equatable, Sendable {
  var results: [H30Result]
  var next: Int?
}

struct H30Query: Hashable, Sendable {
  var patient: String
  var page: Int
}

struct H30Client: TestDependencyKey, Sendable {
  var results: @Sendable (_ query: H30Query) async throws -> H30Page
  var markSeen: @Sendable (_ result: Int) async throws -> Void

  static let testValue = H30Client(
    results: unimplemented("H30Client.results"),
    markSeen: unimplemented("H30Client.markSeen")
  )
}

extension DependencyValues {
  var h30Client: H30Client {
    get { self[H30Client.self] }
    set { self[H30Client.self] = newValue }
  }
}

struct H30Offline: Error {}

struct H30Bugs {
  /// Ada has two pages of one result each, and Ben has one.
  static func page(_ query: H30Query) -> H30Page {
    let id = query.patient == "Ada" ? 1 + query.page : 3
    let next = query.patient == "Ada" && query.page == 0 ? 1 : nil
    return H30Page(results: [H30Result(id: id, title: "Blood count \(id)", isSeen: id != 1)], next: next)
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H30Results.State) -> [H30Results.Input] in
        var inputs: [H30Results.Input] = [.appeared, .patientChosen("Ada"), .patientChosen("Ben"), .refreshPulled]
        if !state.results.isEmpty { inputs.append(.endReached) }
        if case .failed = state.loading { inputs.append(.retryTapped) }
        for result in state.results where !state.isSeen(result) { inputs.append(.seenTapped(result.id)) }
        return inputs
      }
    ) { () -> TestStore<H30Results> in
      let store = TestStore(initialState: H30Results.State(patient: "Ada")) { H30Results() }
      store.gate("results", at: \.h30Client.results) { query in [.success(Self.page(query)), .failure(H30Offline())] }
      store.gate("markSeen", at: \.h30Client.markSeen) { _ in [.success(()), .failure(H30Offline())] }
      return store
    }
  }
}
