import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct K10Offline: Error {}

enum K10Progress: Equatable, Sendable {
  case sent(percent: Int)
  /// The tax office has the document.
  case filed
}

struct K10TaxOffice: DependencyKey, Sendable {
  /// Uploads a document. The office files a document once, however often it arrives.
  var upload: @Sendable (_ document: String) -> AsyncThrowingStream<K10Progress, any Error>

  static let liveValue = K10TaxOffice(upload: { _ in AsyncThrowingStream { $0.finish() } })
  static let testValue = K10TaxOffice(
    upload: unimplemented("K10TaxOffice.upload", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var k10TaxOffice: K10TaxOffice {
    get { self[K10TaxOffice.self] }
    set { self[K10TaxOffice.self] = newValue }
  }
}

/// Uploads one document after the other. Other apps share documents with it at any time.
struct K10TaxUpload: Reducer {
  struct State: Equatable {
    var mode = Mode.empty
    var waiting: [String] = []
    var filed: [String] = []
  }

  enum Mode: Equatable {
    case empty
    case picked(String)
    case uploading(String, percent: Int)
    case failed(String, Problem)

    var document: String? {
      switch self {
      case .empty: nil
      case .picked(let document), .uploading(let document, _), .failed(let document, _): document
      }
    }
  }

  enum Problem: Equatable { case connection, silence }

  enum Input: Equatable, Sendable {
    case documentShared(String)
    case uploadTapped
    case stopTapped
    case discardTapped
  }

  enum Feedback: Equatable, Sendable {
    case progressed(K10Progress)
    case uploadFailed
    case uploadFellSilent
  }

  private enum CancelID { case upload, silence }

  @Dependency(\.k10TaxOffice) private var office
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.mode) {
    case (.input(.documentShared(let document)), .empty):
      guard !state.filed.contains(document) else { return .none }
      state.mode = .picked(document)
      return .none

    case (.input(.documentShared(let document)), .picked(let current)),
      (.input(.documentShared(let document)), .uploading(let current, _)),
      (.input(.documentShared(let document)), .failed(let current, _)):
      guard document != current, !state.waiting.contains(document), !state.filed.contains(document) else {
        return .none
      }
      state.waiting.append(document)
      return .none

    case (.input(.uploadTapped), .picked(let document)), (.input(.uploadTapped), .failed(let document, _)):
      state.mode = .uploading(document, percent: 0)
      return .merge(upload(document), watchForSilence())

    case (.input(.stopTapped), .uploading(let document, let percent)):
      // What has arrived as a whole can't be taken back.
      guard percent < 100 else { return .none }
      state.mode = .picked(document)
      return stop()

    case (.input(.discardTapped), .picked), (.input(.discardTapped), .failed):
      showNext(&state)
      return .none

    case (.feedback(.progressed(.sent(let sent))), .uploading(let document, let percent)):
      state.mode = .uploading(document, percent: max(sent, percent))
      return watchForSilence()

    case (.feedback(.progressed(.filed)), .uploading(let document, _)):
      state.filed.append(document)
      showNext(&state)
      return stop()

    case (.feedback(.uploadFailed), .uploading(let document, _)):
      state.mode = .failed(document, .connection)
      return stop()

    case (.feedback(.uploadFellSilent), .uploading(let document, _)):
      state.mode = .failed(document, .silence)
      return stop()

    case (.input, _), (.feedback, _):
      return .none
    }
  }

  private func showNext(_ state: inout State) {
    state.mode = state.waiting.isEmpty ? .empty : .picked(state.waiting.removeFirst())
  }

  private func upload(_ document: String) -> Effect<Feedback, Never> {
    .run("upload", of: document) { send in
      for try await progress in office.upload(document) { await send(.progressed(progress)) }
      await send(.uploadFailed)
    } catch: { _, send in
      await send(.uploadFailed)
    }
    .cancellable(id: CancelID.upload, cancelInFlight: true)
  }

  /// Ends an upload of which nothing is heard for half a minute.
  private func watchForSilence() -> Effect<Feedback, Never> {
    .run("silence") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.uploadFellSilent)
    }
    .cancellable(id: CancelID.silence, cancelInFlight: true)
  }

  private func stop() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.upload), .cancel(id: CancelID.silence))
  }
}

struct K10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.documentShared("Payslip"), .documentShared("Donation"), .uploadTapped, .stopTapped, .discardTapped]
    ) { () -> TestStore<K10TaxUpload> in
      let store = TestStore(initialState: K10TaxUpload.State()) { K10TaxUpload() }
      store.gate("upload", at: \.k10TaxOffice.upload) { _ in
        [.element(.sent(percent: 50)), .element(.sent(percent: 100)), .element(.filed), .failure(K10Offline())]
      }
      return store
    }
  }
}
