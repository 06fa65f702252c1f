import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The inspections of a house: a flat with its reports, a new report above it, and links from messages into the app.
struct J35Inspections: Reducer {
  enum Choice: Equatable, Sendable { case discard }

  struct State: Equatable {
    var path: Stack<J35Screen> = []
    var alert: AlertState<Choice>?

    /// The flat of a link that waits for the answer of the user.
    var linkedFlat: String?
  }

  enum Input: Equatable, Sendable {
    case flatTapped(String)
    case linkOpened(String)
    case backTapped
    case alert(AlertState<Choice>.Answer)
    case flat(ScreenID, J35Flat.Input)
    case report(ScreenID, J35Report.Input)
  }

  enum Feedback: Equatable, Sendable {
    case flat(ScreenID, ChildFeedback<J35Flat>)
    case report(ScreenID, ChildFeedback<J35Report>)
  }

  let flat = ScopeScreens<J35Inspections, J35Flat>(at: .screens(\.path, \.flat), feedback: Feedback.flat) { J35Flat() }
  let report = ScopeScreens<J35Inspections, J35Report>(at: .screens(\.path, \.report), feedback: Feedback.report) {
    J35Report()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.flatTapped(let name)):
      guard state.path.isEmpty else { return .none }
      return open(name, in: &state)

    case .input(.linkOpened(let name)):
      if let report = state.path.top?.report, report.hasChanges {
        state.linkedFlat = name
        ask(in: &state)
        return .none
      }
      return open(name, in: &state)

    case .input(.backTapped):
      if let report = state.path.top?.report {
        guard !report.isSaving else { return .none }
        if report.hasChanges {
          ask(in: &state)
          return .none
        }
      }
      state.path.pop()
      return .none

    case .input(.alert(let answer)):
      let link = state.linkedFlat
      state.linkedFlat = nil
      guard state.alert.close(by: answer) == .discard else { return .none }
      if let link { return open(link, in: &state) }
      state.path.pop()
      return .none

    case .input(.flat(let id, let input)): return flat.reduce(.input(input), id: id, into: &state)
    case .input(.report(let id, let input)): return report.reduce(.input(input), id: id, into: &state)
    case .feedback(.flat(let id, .feedback(let feedback))):
      return flat.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.report(let id, .feedback(let feedback))):
      return report.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.flat(_, .output(.reportTapped(let name)))):
      state.path.push(.report(J35Report.State(flat: name)))
      return .none

    case .feedback(.report(let id, .output(.saved))):
      state.path.pop(from: id)
      guard let below = state.path.ids.last else { return .none }
      return flat.reduce(.input(.reportSaved), id: below, into: &state)
    }
  }

  private func open(_ name: String, in state: inout State) -> Effect<Feedback, Never> {
    state.path = [.flat(J35Flat.State(name: name))]
    return flat.start(from: state)
  }

  private func ask(in state: inout State) {
    state.alert = AlertState("Discard the report?", buttons: [.init("Discard", role: .destructive, action: .discard)])
  }
}

enum J35Screen: Equatable {
  case flat(J35Flat.State)
  case report(J35Report.State)
}

extension J35Screen {
  var flat: J35Flat.State? {
    get { if case .flat(let flat) = self { flat } else { nil } }
    set { if let newValue { self = .flat(newValue) } }
  }

  var report: J35Report.State? {
    get { if case .report(let report) = self { report } else { nil } }
    set { if let newValue { self = .report(newValue) } }
  }
}

/// A flat and its reports.
struct J35Flat: Reducer {
  struct State: Equatable {
    var name: String
    var reports: [String] = []
    var isLoading = true
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case retryTapped, reportTapped, reportSaved }
  enum Feedback: Equatable, Sendable { case loaded([String]), failed }
  enum Output: Equatable, Sendable { case reportTapped(String) }

  private enum CancelID { case load }

  @Dependency(\.j35Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.name) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reportTapped):
      return .output(.reportTapped(state.name))

    case .input(.retryTapped), .input(.reportSaved):
      state.isLoading = true
      state.hasFailed = false
      return load(state.name)

    case .feedback(.loaded(let reports)):
      state.isLoading = false
      state.reports = reports
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ name: String) -> Effect<Feedback, Output> {
    .run("reports", of: name) { send in
      await send(.loaded(try await client.reports(name)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

/// A new report on a flat.
struct J35Report: Reducer {
  struct State: Equatable {
    var flat: String
    var text = ""
    var hasChanges = false
    var isSaving = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped }
  enum Feedback: Equatable, Sendable { case saved, failed }
  enum Output: Equatable, Sendable { case saved }

  @Dependency(\.j35Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isSaving else { return .none }
      state.text = text
      state.hasChanges = true
      return .none

    case .input(.saveTapped):
      guard state.hasChanges, !state.isSaving else { return .none }
      state.hasChanges = false
      state.isSaving = true
      state.hasFailed = false
      let note = J35Note(flat: state.flat, text: state.text)
      return .run("save", of: note) { send in
        try await client.save(note)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.saved):
      state.isSaving = false
      return .output(.saved)

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      state.hasChanges = true
      return .none
    }
  }
}

struct J35Note: Hashable, Sendable {
  var flat: String
  var text: String
}

struct J35Client: TestDependencyKey, Sendable {
  var reports: @Sendable (_ flat: String) async throws -> [String]
  var save: @Sendable (_ note: J35Note) async throws -> Void

  static let testValue = J35Client(
    reports: unimplemented("J35Client.reports"),
    save: unimplemented("J35Client.save")
  )
}

extension DependencyValues {
  var j35Client: J35Client {
    get { self[J35Client.self] }
    set { self[J35Client.self] = newValue }
  }
}

struct J35Offline: Error {}

struct J35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J35Inspections.State) -> [J35Inspections.Input] in
        if state.alert != nil { return [.alert(.chosen(.discard)), .alert(.dismissed)] }
        guard let id = state.path.ids.last, let top = state.path.top else {
          return [.flatTapped("4a"), .linkOpened("7c")]
        }
        var inputs: [J35Inspections.Input] = [.linkOpened("7c")]
        switch top {
        case .flat(let flat):
          inputs += [.backTapped, .flat(id, .reportTapped)]
          if flat.hasFailed { inputs.append(.flat(id, .retryTapped)) }
        case .report(let report):
          guard !report.isSaving else { return inputs }
          inputs += [.backTapped, .report(id, .textChanged("The window is broken."))]
          if report.hasChanges { inputs.append(.report(id, .saveTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<J35Inspections> in
      let store = TestStore(initialState: J35Inspections.State()) { J35Inspections() }
      store.gate("reports", at: \.j35Client.reports) { _ in [.success(["All is well."]), .failure(J35Offline())] }
      store.gate("save", at: \.j35Client.save) { _ in [.success(()), .failure(J35Offline())] }
      return store
    }
  }
}
