import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The report of a lost item. Links from mails open the report of an item.
struct S20LostAndFound: Reducer {
  enum Question: Equatable, Sendable {
    case close
    case open(Int)
  }

  struct State: Equatable {
    var report: S20Report?
    var waitingLink: Int?
    var question: Question?
  }

  enum Input: Equatable, Sendable {
    case linkOpened(Int)
    case textChanged(String)
    case saveTapped
    case retryTapped
    case closeTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saved
    case saveFailed
  }

  private enum CancelID { case load }

  @Dependency(\.s20Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.linkOpened(let id)):
      guard let report = state.report else { return open(id, into: &state) }
      guard report.id != id else {
        state.waitingLink = nil
        return .none
      }
      if report.phase == .saving {
        state.waitingLink = id
        return .none
      }
      if report.hasChanges {
        state.question = .open(id)
        return .none
      }
      return open(id, into: &state)

    case .input(.textChanged(let text)):
      guard state.report?.phase == .ready || state.report?.phase == .saveFailed else { return .none }
      state.report?.text = text
      state.report?.phase = .ready
      return .none

    case .input(.saveTapped):
      guard let report = state.report, report.phase == .ready, report.hasChanges else { return .none }
      return save(report, into: &state)

    case .input(.retryTapped):
      guard let report = state.report else { return .none }
      switch report.phase {
      case .loadFailed: return open(report.id, into: &state)
      case .saveFailed: return save(report, into: &state)
      case .loading, .ready, .saving: return .none
      }

    case .input(.closeTapped):
      guard let report = state.report, report.phase != .saving else { return .none }
      guard !report.hasChanges else {
        state.question = .close
        return .none
      }
      return close(into: &state)

    case .input(.discardTapped):
      guard let question = state.question else { return .none }
      switch question {
      case .close: return close(into: &state)
      case .open(let id): return open(id, into: &state)
      }

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .feedback(.loaded(let text)):
      state.report?.text = text
      state.report?.savedText = text
      state.report?.phase = .ready
      return .none

    case .feedback(.loadFailed):
      state.report?.phase = .loadFailed
      return .none

    case .feedback(.saved):
      guard let report = state.report else { return .none }
      state.report?.savedText = report.text
      state.report?.phase = .ready
      guard let link = state.waitingLink else { return .none }
      return open(link, into: &state)

    case .feedback(.saveFailed):
      state.report?.phase = .saveFailed
      if let link = state.waitingLink {
        state.waitingLink = nil
        state.question = .open(link)
      }
      return .none
    }
  }

  private func open(_ id: Int, into state: inout State) -> Effect<Feedback, Never> {
    state = State(report: S20Report(id: id))
    return .run("report", of: id) { send in
      await send(.loaded(try await client.report(id)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func close(into state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .cancel(id: CancelID.load)
  }

  /// Nothing replaces or closes a report while it is saved, so this needs no id.
  private func save(_ report: S20Report, into state: inout State) -> Effect<Feedback, Never> {
    state.report?.phase = .saving
    let entry = S20Entry(id: report.id, text: report.text)
    return .run("save", of: entry) { send in
      try await client.save(entry)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
  }
}

struct S20Report: Equatable, Identifiable {
  enum Phase: Equatable {
    case loading, loadFailed, ready, saving, saveFailed
  }

  var id: Int
  var text = ""
  var savedText = ""
  var phase = Phase.loading

  var hasChanges: Bool { text != savedText }
}

struct S20Entry: Hashable, Sendable {
  var id: Int
  var text: String
}

struct S20Client: TestDependencyKey, Sendable {
  var report: @Sendable (_ item: Int) async throws -> String
  var save: @Sendable (_ entry: S20Entry) async throws -> Void

  static let testValue = S20Client(
    report: unimplemented("S20Client.report"),
    save: unimplemented("S20Client.save")
  )
}

extension DependencyValues {
  var s20Client: S20Client {
    get { self[S20Client.self] }
    set { self[S20Client.self] = newValue }
  }
}

struct S20Offline: Error {}

struct S20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S20LostAndFound.State) -> [S20LostAndFound.Input] in
        if state.question != nil { return [.discardTapped, .keepTapped, .linkOpened(2)] }
        var inputs: [S20LostAndFound.Input] = [.linkOpened(1), .linkOpened(2)]
        guard let report = state.report else { return inputs }
        inputs.append(.closeTapped)
        switch report.phase {
        case .ready:
          inputs.append(.textChanged("A red umbrella"))
          inputs.append(.saveTapped)
        case .loadFailed: inputs.append(.retryTapped)
        case .saveFailed:
          inputs.append(.textChanged("A blue umbrella"))
          inputs.append(.retryTapped)
        case .loading, .saving: break
        }
        return inputs
      }
    ) { () -> TestStore<S20LostAndFound> in
      let store = TestStore(initialState: S20LostAndFound.State()) { S20LostAndFound() }
      store.gate("report", at: \.s20Client.report) { _ in [.success("An umbrella"), .failure(S20Offline())] }
      store.gate("save", at: \.s20Client.save) { _ in [.success(()), .failure(S20Offline())] }
      return store
    }
  }
}
