import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A report of a damage to a rental car.
struct W08Report: Reducer {
  struct State: Equatable {
    let car: String
    var text = ""
    var savedText = ""
    var isSaving = false
    var hasFailed = false
    var asksToDiscard = false

    var isUnsaved: Bool { isSaving || text != savedText }
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped, closeTapped, discardTapped, keepTapped }
  enum Feedback: Equatable, Sendable { case saved(String), failed }
  enum Output: Equatable, Sendable { case finished }

  @Dependency(\.w08Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      state.text = text
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard !state.isSaving, state.text != state.savedText else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: state.text) { [car = state.car, text = state.text] send in
        try await client.save(car, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.failed)
      }

    case .input(.closeTapped):
      guard !state.isSaving else { return .none }
      guard state.isUnsaved else { return .output(.finished) }
      state.asksToDiscard = true
      return .none

    case .input(.discardTapped):
      return state.asksToDiscard ? .output(.finished) : .none

    case .input(.keepTapped):
      state.asksToDiscard = false
      return .none

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.savedText = text
      // The user may have gone on writing.
      return state.isUnsaved ? .none : .output(.finished)

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }
}

enum W08Screen: Equatable {
  case car(String)
  case report(W08Report.State)

  var report: W08Report.State? {
    get { if case .report(let report) = self { report } else { nil } }
    set { if let newValue { self = .report(newValue) } }
  }
}

/// The cars of a station. A link leads to one of them.
struct W08Station: Reducer {
  struct State: Equatable {
    var cars: [String]?
    var isLoading = false
    var hasFailed = false
    var path: Stack<W08Screen> = []
    /// The car of a link that came while a report wasn't saved. A banner shows it.
    var waitingLink: String?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case carTapped(String)
    case reportTapped
    case pathChanged([ScreenID])
    case linkOpened(String)
    case linkDismissed
    case report(ScreenID, W08Report.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case failed
    case report(ScreenID, ChildFeedback<W08Report>)
  }

  private let report = ScopeScreens<W08Station, W08Report>(
    at: .screens(\.path, \.report),
    feedback: Feedback.report
  ) { W08Report() }

  @Dependency(\.w08Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.report(let id, let input)): return report.reduce(.input(input), id: id, into: &state)
    case .feedback(.report(let id, .feedback(let feedback))):
      return report.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.appeared):
      guard state.cars == nil, !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return .run("cars") { send in
        await send(.loaded(try await client.cars()))
      } catch: { _, send in
        await send(.failed)
      }

    case .input(.carTapped(let car)):
      guard state.path.isEmpty else { return .none }
      state.path.push(.car(car))

    case .input(.reportTapped):
      guard case .car(let car)? = state.path.top else { return .none }
      state.path.push(.report(W08Report.State(car: car)))

    case .input(.pathChanged(let ids)):
      if let id = state.path.ids.last, !ids.contains(id), let report = state.path[id]?.report, report.isUnsaved {
        if !report.isSaving { state.path[id]?.report?.asksToDiscard = true }
        return .none
      }
      state.path.ids = ids
      openWaitingLink(in: &state)

    case .input(.linkOpened(let car)):
      state.waitingLink = car
      openWaitingLink(in: &state)

    case .input(.linkDismissed):
      state.waitingLink = nil

    case .feedback(.report(let id, .output(.finished))):
      state.path.pop(from: id)
      openWaitingLink(in: &state)

    case .feedback(.loaded(let cars)):
      state.isLoading = false
      state.cars = cars

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
    }
    return .none
  }

  /// Opens the car of a link, unless a report has yet to be saved.
  private func openWaitingLink(in state: inout State) {
    guard let car = state.waitingLink, state.path.top?.report?.isUnsaved != true else { return }
    state.waitingLink = nil
    state.path.popAll()
    state.path.push(.car(car))
  }
}

struct W08Client: TestDependencyKey, Sendable {
  var cars: @Sendable () async throws -> [String]
  var save: @Sendable (_ car: String, _ text: String) async throws -> Void

  static let testValue = W08Client(
    cars: unimplemented("W08Client.cars"),
    save: unimplemented("W08Client.save")
  )
}

extension DependencyValues {
  var w08Client: W08Client {
    get { self[W08Client.self] }
    set { self[W08Client.self] = newValue }
  }
}

struct W08Offline: Error {}

struct W08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W08Station.State) -> [W08Station.Input] in
        var inputs: [W08Station.Input] = [.linkOpened("Van 3")]
        guard let id = state.path.ids.last else {
          if state.cars == nil { inputs.append(.appeared) }
          return inputs + (state.cars ?? []).map { W08Station.Input.carTapped($0) }
        }
        guard let report = state.path.top?.report else { return inputs + [.reportTapped, .pathChanged([])] }
        if state.waitingLink != nil { inputs.append(.linkDismissed) }
        if report.asksToDiscard { return inputs + [.report(id, .discardTapped), .report(id, .keepTapped)] }
        inputs += [.report(id, .textChanged("Dent")), .report(id, .textChanged(""))]
        inputs.append(.pathChanged(Array(state.path.ids.dropLast())))
        if !report.isSaving { inputs.append(.report(id, .closeTapped)) }
        if !report.isSaving, report.text != report.savedText { inputs.append(.report(id, .saveTapped)) }
        return inputs
      }
    ) { () -> TestStore<W08Station> in
      let store = TestStore(initialState: W08Station.State()) { W08Station() }
      store.gate("cars", at: \.w08Client.cars) { [.success(["Van 1"]), .failure(W08Offline())] }
      store.gate("save", at: \.w08Client.save) { _ in [.success(()), .failure(W08Offline())] }
      return store
    }
  }
}
