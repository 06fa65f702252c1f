import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The samples of a ward that wait in the laboratory. A technician looks through them and validates them.
struct C29Worklist: Reducer {
  struct State: Equatable {
    var ward: C29Ward?
    var samples: [C29Sample] = []
    var isLoading = false
    var hasFailed = false
    var isComplete = false
    /// The sample behind which the last request began; nil for the beginning of the list.
    var requestedAfter: String?
    var validating: String?
    var validated: Set<String> = []
    var notice: String?
  }

  enum Input: Equatable, Sendable {
    case wardChosen(C29Ward)
    case refreshPulled
    case endReached
    case retryTapped
    case validateTapped(String)
    case noticeDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(C29Page)
    case loadFailed
    case validated(String)
    case validationFailed(String)
  }

  private enum CancelID { case samples }

  @Dependency(\.c29Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.wardChosen(let ward)):
      guard ward != state.ward else { return .none }
      state.ward = ward
      state.samples = []
      state.isComplete = false
      return load(after: nil, into: &state)

    case .input(.refreshPulled):
      return load(after: nil, into: &state)

    case .input(.endReached):
      guard !state.isLoading, !state.isComplete, let last = state.samples.last else { return .none }
      return load(after: last.id, into: &state)

    case .input(.retryTapped):
      guard state.hasFailed, !state.isComplete else { return .none }
      return load(after: state.requestedAfter, into: &state)

    case .input(.validateTapped(let id)):
      guard state.validating == nil, !state.validated.contains(id) else { return .none }
      state.validating = id
      state.notice = nil
      return .run("validate", of: id) { send in
        try await client.validate(id)
        await send(.validated(id))
      } catch: { _, send in
        await send(.validationFailed(id))
      }

    case .input(.noticeDismissed):
      state.notice = nil
      return .none

    case .feedback(.loaded(let page)):
      state.isLoading = false
      state.samples = state.requestedAfter == nil ? page.samples : state.samples + page.samples
      state.isComplete = page.isLast
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.validated(let id)):
      state.validating = nil
      state.validated.insert(id)
      return .none

    case .feedback(.validationFailed(let id)):
      state.validating = nil
      state.notice = id
      return .none
    }
  }

  /// Asks for the samples behind one of the list, instead of what is on its way.
  private func load(after sample: String?, into state: inout State) -> Effect<Feedback, Never> {
    guard let ward = state.ward else { return .none }
    state.isLoading = true
    state.hasFailed = false
    state.requestedAfter = sample
    return .run("samples", of: ward) { send in
      await send(.loaded(try await client.samples(ward, sample)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.samples, cancelInFlight: true)
  }
}

enum C29Ward: String, Sendable {
  case emergency = "E"
  case intensive = "I"
}

struct C29Sample: Equatable, Identifiable, Sendable {
  var id: String
  var test: String
}

struct C29Page: Equatable, Sendable {
  var samples: [C29Sample]
  var isLast: Bool
}

struct C29Client: TestDependencyKey, Sendable {
  var samples: @Sendable (_ ward: C29Ward, _ after: String?) async throws -> C29Page
  var validate: @Sendable (_ sample: String) async throws -> Void

  static let testValue = C29Client(
    samples: unimplemented("C29Client.samples"),
    validate: unimplemented("C29Client.validate")
  )
}

extension DependencyValues {
  var c29Client: C29Client {
    get { self[C29Client.self] }
    set { self[C29Client.self] = newValue }
  }
}

struct C29Offline: Error {}

struct C29Bugs {
  static func page(of ward: C29Ward, after sample: String?) -> C29Page {
    sample == nil
      ? C29Page(samples: [C29Sample(id: ward.rawValue + "1", test: "Lactate")], isLast: false)
      : C29Page(samples: [C29Sample(id: ward.rawValue + "2", test: "Troponin")], isLast: true)
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C29Worklist.State) -> [C29Worklist.Input] in
        var inputs: [C29Worklist.Input] = []
        if state.ward != .emergency { inputs.append(.wardChosen(.emergency)) }
        if state.ward != .intensive { inputs.append(.wardChosen(.intensive)) }
        if state.ward != nil { inputs.append(.refreshPulled) }
        if let first = state.samples.first {
          inputs.append(.endReached)
          if state.validating == nil, !state.validated.contains(first.id) { inputs.append(.validateTapped(first.id)) }
        }
        if state.hasFailed { inputs.append(.retryTapped) }
        if state.notice != nil { inputs.append(.noticeDismissed) }
        return inputs
      }
    ) { () -> TestStore<C29Worklist> in
      let store = TestStore(initialState: C29Worklist.State()) { C29Worklist() }
      store.gate("samples", at: \.c29Client.samples) { call in
        [.success(C29Bugs.page(of: call.0, after: call.1)), .failure(C29Offline())]
      }
      store.gate("validate", at: \.c29Client.validate) { _ in [.success(()), .failure(C29Offline())] }
      return store
    }
  }
}
