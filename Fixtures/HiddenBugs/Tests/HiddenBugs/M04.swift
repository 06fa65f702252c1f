import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct M04Report: Hashable, Sendable {
  var findings = ""
  var size: String?
}

struct M04Offline: Error {}

struct M04Lab: DependencyKey, Sendable {
  /// Hands the images over for measurement.
  var submit: @Sendable () async throws -> Void
  /// The measured size; nil while the measurement runs.
  var result: @Sendable () async throws -> String?

  static let liveValue = M04Lab(submit: {}, result: { nil })
  static let testValue = M04Lab(
    submit: unimplemented("M04Lab.submit"),
    result: unimplemented("M04Lab.result")
  )
}

struct M04Archive: DependencyKey, Sendable {
  var save: @Sendable (_ report: M04Report) async throws -> Void

  static let liveValue = M04Archive(save: { _ in })
  static let testValue = M04Archive(save: unimplemented("M04Archive.save"))
}

extension DependencyValues {
  var m04Lab: M04Lab {
    get { self[M04Lab.self] }
    set { self[M04Lab.self] = newValue }
  }

  var m04Archive: M04Archive {
    get { self[M04Archive.self] }
    set { self[M04Archive.self] = newValue }
  }
}

/// The measurement of an ultrasound image by the lab, which is asked every 30 seconds until it is done.
struct M04Measurement: Reducer {
  struct State: Equatable, Sendable {
    var phase = Phase.idle
    var isPaused = false
  }

  enum Phase: Equatable, Sendable { case idle, submitting, waiting, failed, done(String) }
  enum Input: Equatable, Sendable { case submitTapped, paused, resumed }
  enum Feedback: Equatable, Sendable { case submitted, due, checked(String?), failed }
  enum Output: Equatable, Sendable { case measured(String) }

  private enum CancelID { case submit, wait, check }

  @Dependency(\.m04Lab) private var lab
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.submitTapped):
      guard state.phase == .idle || state.phase == .failed else { return .none }
      state.phase = .submitting
      return .run("submit") { send in
        try await lab.submit()
        await send(.submitted)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.submit, cancelInFlight: true)

    case .input(.paused):
      guard !state.isPaused else { return .none }
      state.isPaused = true
      return .cancel(id: CancelID.wait)

    case .input(.resumed):
      guard state.isPaused else { return .none }
      state.isPaused = false
      return state.phase == .waiting ? wait() : .none

    case .feedback(.submitted):
      state.phase = .waiting
      return state.isPaused ? .none : wait()

    case .feedback(.due):
      return .run("check") { send in
        await send(.checked(try await lab.result()))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.check, cancelInFlight: true)

    case .feedback(.checked(.none)):
      return wait()

    case .feedback(.checked(.some(let size))):
      state.phase = .done(size)
      return .merge(.cancel(id: CancelID.wait), .output(.measured(size)))

    case .feedback(.failed):
      state.phase = .failed
      return .cancel(id: CancelID.wait)
    }
  }

  private func wait() -> Effect<Feedback, Output> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.due)
    }
    .cancellable(id: CancelID.wait, cancelInFlight: true)
  }
}

/// The editor of a report, with the measurement that belongs to it.
struct M04Editor: Reducer {
  struct State: Equatable, Sendable {
    var report = M04Report()
    var savedReport = M04Report()
    var isSaving = false
    var saveFailed = false
    var isActive = true
    var measurement = M04Measurement.State()

    var isEdited: Bool { report != savedReport }
  }

  enum Input: Equatable, Sendable {
    case findingsChanged(String)
    case saveTapped
    case sceneChanged(isActive: Bool)
    case measurement(M04Measurement.Input)
  }

  enum Feedback: Equatable, Sendable {
    case saved(M04Report)
    case saveFailed
    case measurement(ChildFeedback<M04Measurement>)
  }

  private enum CancelID { case save }

  @Dependency(\.m04Archive) private var archive

  private let measurement = Scope<M04Editor, M04Measurement>(\.measurement, feedback: Feedback.measurement) {
    M04Measurement()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.measurement(let input)): return measurement.reduce(.input(input), into: &state)
    case .feedback(.measurement(.feedback(let feedback))):
      return measurement.reduce(.feedback(feedback), into: &state)

    case .feedback(.measurement(.output(.measured(let size)))):
      state.report.size = size
      return .none

    case .input(.findingsChanged(let findings)):
      state.report.findings = findings
      return .none

    case .input(.saveTapped):
      guard state.isEdited || state.saveFailed, !state.isSaving else { return .none }
      state.isSaving = true
      state.saveFailed = false
      let report = state.report
      return .run("save", of: report) { send in
        try await archive.save(report)
        await send(.saved(report))
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: CancelID.save, cancelInFlight: true)

    case .input(.sceneChanged(isActive: let isActive)):
      guard isActive != state.isActive else { return .none }
      state.isActive = isActive
      return measurement.reduce(.input(isActive ? .resumed : .paused), into: &state)

    case .feedback(.saved(let report)):
      state.isSaving = false
      state.savedReport = report
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.saveFailed = true
      return .none
    }
  }
}

struct M04Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [
      .findingsChanged("cyst"), .findingsChanged(""), .saveTapped, .sceneChanged(isActive: false),
      .sceneChanged(isActive: true), .measurement(.submitTapped),
    ]) { () -> TestStore<M04Editor> in
      let store = TestStore(initialState: M04Editor.State()) { M04Editor() }
      store.gate("submit", at: \.m04Lab.submit) { [.success(()), .failure(M04Offline())] }
      store.gate("result", at: \.m04Lab.result) { [.success("34 mm"), .success(nil), .failure(M04Offline())] }
      store.gate("save", at: \.m04Archive.save) { _ in [.success(()), .failure(M04Offline())] }
      return store
    }
  }
}
