import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The health records of a family, and their export as a document that a server writes.
struct X11Records: Reducer {
  enum Export: Equatable {
    case idle
    case running
    case ready(file: String)
    case failed
  }

  struct State: Equatable {
    var profile: String?
    var records: [X11Record] = []
    var isLoading = false
    var hasFailed = false
    var export = Export.idle
  }

  enum Input: Equatable, Sendable {
    case profileChosen(String)
    case signOutTapped
    case retryTapped
    case exportTapped
    case exportCancelled
    case exportClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([X11Record])
    case failed
    case exportStarted(job: String)
    case exportChecked(job: String, file: String?)
    case exportFailed
  }

  private enum CancelID { case records, export, check }

  @Dependency(\.x11Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.profileChosen(let profile)):
      guard profile != state.profile else { return .none }
      state = State(profile: profile)
      return .merge(.cancel(id: CancelID.export), load(profile, &state))

    case .input(.signOutTapped):
      state = State()
      return .merge(
        .cancel(id: CancelID.records),
        .cancel(id: CancelID.export),
        .cancel(id: CancelID.check)
      )

    case .input(.retryTapped):
      guard state.hasFailed, let profile = state.profile else { return .none }
      return load(profile, &state)

    case .input(.exportTapped):
      guard let profile = state.profile, state.export != .running else { return .none }
      state.export = .running
      return .run("export", of: profile) { send in
        await send(.exportStarted(job: try await client.startExport(profile)))
      } catch: { _, send in
        await send(.exportFailed)
      }
      .cancellable(id: CancelID.export, cancelInFlight: true)

    case .input(.exportCancelled):
      guard state.export == .running else { return .none }
      state.export = .idle
      return .merge(.cancel(id: CancelID.export), .cancel(id: CancelID.check))

    case .input(.exportClosed):
      guard state.export != .running else { return .none }
      state.export = .idle
      return .none

    case .feedback(.loaded(let records)):
      state.isLoading = false
      state.records = records
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.exportStarted(job: let job)):
      return check(job)

    case .feedback(.exportChecked(job: let job, file: let file)):
      guard let file else { return check(job) }
      state.export = .ready(file: file)
      return .none

    case .feedback(.exportFailed):
      state.export = .failed
      return .none
    }
  }

  private func load(_ profile: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("records", of: profile) { send in
      await send(.loaded(try await client.records(profile)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.records, cancelInFlight: true)
  }

  /// Asks after a while whether the document is written.
  private func check(_ job: String) -> Effect<Feedback, Never> {
    .run("check", of: job) { send in
      try await clock.sleep(for: .seconds(5))
      await send(.exportChecked(job: job, file: try await client.exportedFile(job)))
    } catch: { _, send in
      await send(.exportFailed)
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }
}

struct X11Record: Equatable, Identifiable, Sendable {
  let id: String
  var title: String
}

struct X11Client: TestDependencyKey, Sendable {
  var records: @Sendable (_ profile: String) async throws -> [X11Record]
  var startExport: @Sendable (_ profile: String) async throws -> String
  var exportedFile: @Sendable (_ job: String) async throws -> String?

  static let testValue = X11Client(
    records: unimplemented("X11Client.records"),
    startExport: unimplemented("X11Client.startExport"),
    exportedFile: unimplemented("X11Client.exportedFile")
  )
}

extension DependencyValues {
  var x11Client: X11Client {
    get { self[X11Client.self] }
    set { self[X11Client.self] = newValue }
  }
}

struct X11Offline: Error {}

struct X11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X11Records.State) -> [X11Records.Input] in
        var inputs: [X11Records.Input] = [.profileChosen("Ruth"), .profileChosen("Noah")]
        guard state.profile != nil else { return inputs }
        inputs.append(.signOutTapped)
        if state.hasFailed { inputs.append(.retryTapped) }
        switch state.export {
        case .idle: inputs.append(.exportTapped)
        case .running: inputs.append(.exportCancelled)
        case .ready: inputs.append(.exportClosed)
        case .failed: inputs += [.exportTapped, .exportClosed]
        }
        return inputs
      }
    ) { () -> TestStore<X11Records> in
      let store = TestStore(initialState: X11Records.State()) { X11Records() }
      store.gate("records", at: \.x11Client.records) { profile in
        [.success([X11Record(id: "\(profile)-1", title: "Vaccination")]), .failure(X11Offline())]
      }
      store.gate("export", at: \.x11Client.startExport) { profile in
        [.success("\(profile)-job"), .failure(X11Offline())]
      }
      store.gate("check", at: \.x11Client.exportedFile) { job in
        [.success(nil), .success("\(job).pdf"), .failure(X11Offline())]
      }
      return store
    }
  }
}
