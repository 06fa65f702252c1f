import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What the archive says on an upload.
enum I09Receipt: Equatable, Sendable {
  /// The archive takes the pictures in, and confirms them later.
  case accepted

  /// The archive has the pictures already.
  case stored
}

/// The archive of the survey.
struct I09ArchiveClient: Sendable {
  var upload: @Sendable (_ area: String) async throws -> I09Receipt
  var confirmation: @Sendable (_ area: String) async throws -> Void
}

enum I09ArchiveKey: TestDependencyKey {
  static let testValue = I09ArchiveClient(
    upload: unimplemented("I09ArchiveClient.upload", placeholder: I09Receipt.accepted),
    confirmation: unimplemented("I09ArchiveClient.confirmation")
  )
}

extension DependencyValues {
  var i09Archive: I09ArchiveClient {
    get { self[I09ArchiveKey.self] }
    set { self[I09ArchiveKey.self] = newValue }
  }
}

struct I09Offline: Error {}

/// The delivery of the pictures that a drone has taken of an area.
///
/// An accepted upload waits fifteen seconds for its confirmation. Then it counts as failed, unless the confirmation comes after all.
struct I09DroneSurvey: Reducer {
  struct Delivery: Equatable {
    enum Mark: Equatable { case waiting, delivered, failed }

    var area: String
    var mark: Mark
  }

  enum State: Equatable {
    case planning
    case ready(area: String)
    case uploading(area: String, isResend: Bool)
    case refused(area: String)
    case sent(Delivery)
  }

  enum Input: Equatable, Sendable {
    case areaChosen(String)
    case uploadTapped
    case resendTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case uploaded(I09Receipt)
    case uploadFailed
    case confirmed
    case timeExpired
  }

  private enum CancelID { case upload, confirmation, timeout }

  @Dependency(\.i09Archive) private var archive
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.areaChosen(let area)), .planning), (.input(.areaChosen(let area)), .ready):
      state = .ready(area: area)

    case (.input(.uploadTapped), .ready(let area)), (.input(.uploadTapped), .refused(let area)):
      state = .uploading(area: area, isResend: false)
      return upload(area)

    case (.input(.resendTapped), .sent(let delivery)) where delivery.mark != .delivered:
      state = .uploading(area: delivery.area, isResend: true)
      return .merge(.cancel(id: CancelID.confirmation), upload(delivery.area))

    case (.feedback(.uploaded(.accepted)), .uploading(area: let area, isResend: _)):
      state = .sent(Delivery(area: area, mark: .waiting))
      return .merge(confirmation(area), timeout)

    case (.feedback(.uploaded(.stored)), .uploading(area: let area, isResend: _)):
      state = .sent(Delivery(area: area, mark: .delivered))

    case (.feedback(.uploadFailed), .uploading(area: let area, isResend: let isResend)):
      state = isResend ? .sent(Delivery(area: area, mark: .failed)) : .refused(area: area)

    case (.feedback(.confirmed), .sent(var delivery)):
      delivery.mark = .delivered
      state = .sent(delivery)
      return .cancel(id: CancelID.timeout)

    case (.feedback(.timeExpired), .sent(var delivery)):
      delivery.mark = .failed
      state = .sent(delivery)

    case (.input(.closeTapped), .ready), (.input(.closeTapped), .refused), (.input(.closeTapped), .sent):
      state = .planning
      return .merge(.cancel(id: CancelID.confirmation), .cancel(id: CancelID.timeout))

    default:
      break
    }
    return .none
  }

  private func upload(_ area: String) -> Effect<Feedback, Never> {
    .run("upload", of: area) { send in
      await send(.uploaded(try await archive.upload(area)))
    } catch: { _, send in
      await send(.uploadFailed)
    }
    .cancellable(id: CancelID.upload, cancelInFlight: true)
  }

  /// Waits until the archive has the pictures. If the connection is lost, the timeout ends the wait.
  private func confirmation(_ area: String) -> Effect<Feedback, Never> {
    .run("confirmation", of: area) { send in
      try await archive.confirmation(area)
      await send(.confirmed)
    } catch: { _, _ in
    }
    .cancellable(id: CancelID.confirmation, cancelInFlight: true)
  }

  private var timeout: Effect<Feedback, Never> {
    .run("timeout") { send in
      try await clock.sleep(for: .seconds(15))
      await send(.timeExpired)
    }
    .cancellable(id: CancelID.timeout, cancelInFlight: true)
  }
}

struct I09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.areaChosen("dunes"), .areaChosen("forest"), .uploadTapped, .resendTapped, .closeTapped]
    ) { () -> TestStore<I09DroneSurvey> in
      let store = TestStore(initialState: I09DroneSurvey.State.planning) { I09DroneSurvey() }
      store.gate("upload", at: \.i09Archive.upload) { _ in
        [.success(.accepted), .success(.stored), .failure(I09Offline())]
      }
      store.gate("confirmation", at: \.i09Archive.confirmation) { _ in [.success(()), .failure(I09Offline())] }
      return store
    }
  }
}
