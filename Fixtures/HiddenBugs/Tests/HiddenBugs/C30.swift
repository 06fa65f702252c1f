import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The vaccinations of one patient.
struct C30Record: Reducer {
  struct State: Equatable {
    var patient: Int
    var vaccinations: [String] = []
    var isLoading = true
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case reloadTapped, addTapped }
  enum Feedback: Equatable, Sendable { case loaded([String]), failed }
  enum Output: Equatable, Sendable { case addTapped(patient: Int) }

  private enum CancelID { case load }

  @Dependency(\.c30Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.patient) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped):
      state.isLoading = true
      state.hasFailed = false
      return load(state.patient)
    case .input(.addTapped):
      return .output(.addTapped(patient: state.patient))
    case .feedback(.loaded(let vaccinations)):
      state.isLoading = false
      state.vaccinations = vaccinations
      return .none
    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ patient: Int) -> Effect<Feedback, Output> {
    .run("vaccinations", of: patient) { send in
      await send(.loaded(try await client.vaccinations(patient)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

/// The form for a vaccination that was just given.
struct C30Entry: Reducer {
  struct State: Equatable {
    var patient: Int
    var batch = ""
    var isSaving = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case batchChanged(String), saveTapped }
  enum Feedback: Equatable, Sendable { case saved, failed }
  enum Output: Equatable, Sendable { case saved, failed }

  @Dependency(\.c30Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.batchChanged(let batch)):
      guard !state.isSaving else { return .none }
      state.batch = batch
      state.hasFailed = false
      return .none
    case .input(.saveTapped):
      guard !state.isSaving, !state.batch.isEmpty else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: state.batch) { [patient = state.patient, batch = state.batch] send in
        try await client.save(patient, batch)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
    case .feedback(.saved):
      return .output(.saved)
    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      return .output(.failed)
    }
  }
}

enum C30Screen: Equatable {
  case record(C30Record.State)
  case entry(C30Entry.State)
}

extension C30Screen {
  var record: C30Record.State? {
    get { if case .record(let record) = self { record } else { nil } }
    set { if let newValue { self = .record(newValue) } }
  }

  var entry: C30Entry.State? {
    get { if case .entry(let entry) = self { entry } else { nil } }
    set { if let newValue { self = .entry(newValue) } }
  }
}

/// The screens of a vaccination centre. A link of the check-in desk leads to the record of a patient.
struct C30Centre: Reducer {
  /// Where to go once a form that was begun is discarded.
  enum Question: Equatable { case back, link(Int) }

  struct State: Equatable {
    var path: Stack<C30Screen> = []
    var waitingLink: Int?
    var question: Question?
  }

  enum Input: Equatable, Sendable {
    case patientTapped(Int)
    case backTapped
    case linkOpened(Int)
    case discardTapped
    case keepTapped
    case record(ScreenID, C30Record.Input)
    case entry(ScreenID, C30Entry.Input)
  }

  enum Feedback: Equatable, Sendable {
    case record(ScreenID, ChildFeedback<C30Record>)
    case entry(ScreenID, ChildFeedback<C30Entry>)
  }

  private let records = ScopeScreens<C30Centre, C30Record>(
    at: .screens(\.path, \.record),
    feedback: Feedback.record
  ) { C30Record() }

  private let entries = ScopeScreens<C30Centre, C30Entry>(
    at: .screens(\.path, \.entry),
    feedback: Feedback.entry
  ) { C30Entry() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.record(let id, let input)): return records.reduce(.input(input), id: id, into: &state)
    case .input(.entry(let id, let input)): return entries.reduce(.input(input), id: id, into: &state)
    case .feedback(.record(let id, .feedback(let feedback))):
      return records.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.entry(let id, .feedback(let feedback))):
      return entries.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.patientTapped(let patient)):
      guard state.path.isEmpty else { return .none }
      return open(patient, in: &state)

    case .input(.backTapped):
      if let entry = state.path.top?.entry {
        guard !entry.isSaving else { return .none }
        guard entry.batch.isEmpty else {
          state.question = .back
          return .none
        }
      }
      state.path.pop()
      return .none

    case .input(.linkOpened(let patient)):
      guard let entry = state.path.top?.entry else { return open(patient, in: &state) }
      if entry.isSaving {
        state.waitingLink = patient
        return .none
      }
      guard entry.batch.isEmpty else {
        state.question = .link(patient)
        return .none
      }
      return open(patient, in: &state)

    case .input(.discardTapped):
      let question = state.question
      state.question = nil
      switch question {
      case nil: return .none
      case .link(let patient)?: return open(patient, in: &state)
      case .back?:
        state.path.pop()
        return .none
      }

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .feedback(.record(_, .output(.addTapped(let patient)))):
      state.path.push(.entry(C30Entry.State(patient: patient)))
      return .none

    case .feedback(.entry(let id, .output(.saved))):
      state.path.pop(from: id)
      if let patient = state.waitingLink {
        state.waitingLink = nil
        return open(patient, in: &state)
      }
      guard let record = state.path.ids.last else { return .none }
      return records.reduce(.input(.reloadTapped), id: record, into: &state)

    case .feedback(.entry(_, .output(.failed))):
      if let patient = state.waitingLink {
        state.waitingLink = nil
        state.question = .link(patient)
      }
      return .none
    }
  }

  private func open(_ patient: Int, in state: inout State) -> Effect<Feedback, Never> {
    state.path.popAll()
    let id = state.path.push(.record(C30Record.State(patient: patient)))
    return records.start(id: id, from: state)
  }
}

struct C30Client: TestDependencyKey, Sendable {
  var vaccinations: @Sendable (_ patient: Int) async throws -> [String]
  var save: @Sendable (_ patient: Int, _ batch: String) async throws -> Void

  static let testValue = C30Client(
    vaccinations: unimplemented("C30Client.vaccinations"),
    save: unimplemented("C30Client.save")
  )
}

extension DependencyValues {
  var c30Client: C30Client {
    get { self[C30Client.self] }
    set { self[C30Client.self] = newValue }
  }
}

struct C30Offline: Error {}

struct C30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C30Centre.State) -> [C30Centre.Input] in
        var inputs: [C30Centre.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.question != nil { return inputs + [.discardTapped, .keepTapped] }
        guard let id = state.path.ids.last, let top = state.path.top else { return inputs + [.patientTapped(1)] }
        switch top {
        case .record: inputs += [.record(id, .reloadTapped), .record(id, .addTapped), .backTapped]
        case .entry(let entry):
          guard !entry.isSaving else { break }
          inputs += [.entry(id, .batchChanged(entry.batch.isEmpty ? "B7" : "")), .backTapped]
          if !entry.batch.isEmpty { inputs.append(.entry(id, .saveTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<C30Centre> in
      let store = TestStore(initialState: C30Centre.State()) { C30Centre() }
      store.gate("vaccinations", at: \.c30Client.vaccinations) { patient in
        [.success(["Tetanus of \(patient)"]), .failure(C30Offline())]
      }
      store.gate("save", at: \.c30Client.save) { _ in [.success(()), .failure(C30Offline())] }
      return store
    }
  }
}
