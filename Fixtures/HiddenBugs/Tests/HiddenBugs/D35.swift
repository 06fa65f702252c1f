import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A customer returns an item: a reason, a photo that is uploaded at once, and the request.
struct D35Return: Reducer {
  enum Photo: Equatable {
    case missing
    case uploading(percent: Int)
    case stored(String)
    case failed
  }

  enum Submission: Equatable {
    case draft
    case sending
    case sent(number: Int)
    case failed(Problem)
  }

  enum Problem: Equatable { case offline, tooSlow }

  struct State: Equatable {
    let order: Int
    var reason: D35Reason?
    var photo = Photo.missing
    var submission = Submission.draft

    var canEdit: Bool {
      switch submission {
      case .draft, .failed: true
      case .sending, .sent: false
      }
    }

    /// The request that can be sent now.
    var request: D35Request? {
      guard canEdit, let reason, case .stored(let photo) = photo else { return nil }
      return D35Request(order: order, reason: reason, photo: photo)
    }
  }

  enum Input: Equatable, Sendable {
    case reasonChosen(D35Reason)
    case photoPicked
    case photoRemoved
    case photoRetryTapped
    case sendTapped
    case cancelTapped
    case anotherTapped
  }

  enum Feedback: Equatable, Sendable {
    case uploadProgressed(percent: Int)
    case uploaded(String)
    case uploadFailed
    case sent(number: Int)
    case sendFailed
    case timedOut
  }

  private enum CancelID { case upload, send, timeout }

  @Dependency(\.d35Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.reasonChosen(let reason)):
      guard state.canEdit else { return .none }
      state.reason = reason
      state.submission = .draft
      return .none

    case .input(.photoPicked):
      guard state.canEdit, state.photo == .missing else { return .none }
      return upload(&state)

    case .input(.photoRetryTapped):
      guard state.photo == .failed else { return .none }
      return upload(&state)

    case .input(.photoRemoved):
      guard state.canEdit else { return .none }
      state.photo = .missing
      state.submission = .draft
      return .cancel(id: CancelID.upload)

    case .feedback(.uploadProgressed(let percent)):
      state.photo = .uploading(percent: percent)
      return .none

    case .feedback(.uploaded(let photo)):
      state.photo = .stored(photo)
      return .none

    case .feedback(.uploadFailed):
      state.photo = .failed
      return .none

    case .input(.sendTapped):
      guard let request = state.request else { return .none }
      state.submission = .sending
      return .merge(send(request), timeout())

    case .input(.cancelTapped):
      guard state.submission == .sending else { return .none }
      state.submission = .draft
      return .merge(.cancel(id: CancelID.send), .cancel(id: CancelID.timeout))

    case .feedback(.sent(let number)):
      state.submission = .sent(number: number)
      return .cancel(id: CancelID.timeout)

    case .feedback(.sendFailed):
      state.submission = .failed(.offline)
      return .cancel(id: CancelID.timeout)

    case .feedback(.timedOut):
      state.submission = .failed(.tooSlow)
      return .cancel(id: CancelID.send)

    case .input(.anotherTapped):
      guard case .sent = state.submission else { return .none }
      state = State(order: state.order)
      return .none
    }
  }

  /// Uploads the photo. A stream that ends before the photo is stored has failed, too.
  private func upload(_ state: inout State) -> Effect<Feedback, Never> {
    state.photo = .uploading(percent: 0)
    let order = state.order
    return .run("upload", of: order) { send in
      for try await event in client.upload(order) {
        switch event {
        case .progressed(let percent): await send(.uploadProgressed(percent: percent))
        case .stored(let photo): return await send(.uploaded(photo))
        }
      }
      await send(.uploadFailed)
    } catch: { _, send in
      await send(.uploadFailed)
    }
    .cancellable(id: CancelID.upload, cancelInFlight: true)
  }

  private func send(_ request: D35Request) -> Effect<Feedback, Never> {
    .run("send", of: request.order) { send in
      await send(.sent(number: try await client.send(request)))
    } catch: { _, send in
      await send(.sendFailed)
    }
    .cancellable(id: CancelID.send)
  }

  private func timeout() -> Effect<Feedback, Never> {
    .run("timeout") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.timedOut)
    }
    .cancellable(id: CancelID.timeout)
  }
}

enum D35Reason: Equatable, Sendable { case damaged, wrongItem }

struct D35Request: Equatable, Sendable {
  var order: Int
  var reason: D35Reason
  var photo: String
}

enum D35Upload: Equatable, Sendable {
  case progressed(percent: Int)
  case stored(String)
}

struct D35Client: TestDependencyKey, Sendable {
  var upload: @Sendable (_ order: Int) -> AsyncThrowingStream<D35Upload, any Error>

  /// The same request has the same number, however often it is sent.
  var send: @Sendable (_ request: D35Request) async throws -> Int

  static let testValue = D35Client(
    upload: unimplemented("D35Client.upload", placeholder: AsyncThrowingStream { $0.finish() }),
    send: unimplemented("D35Client.send")
  )
}

extension DependencyValues {
  var d35Client: D35Client {
    get { self[D35Client.self] }
    set { self[D35Client.self] = newValue }
  }
}

struct D35Offline: Error {}

struct D35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D35Return.State) -> [D35Return.Input] in
        if state.submission == .sending { return [.cancelTapped] }
        if case .sent = state.submission { return [.anotherTapped] }
        var inputs: [D35Return.Input] = [.reasonChosen(.damaged), .reasonChosen(.wrongItem)]
        inputs.append(state.photo == .missing ? .photoPicked : .photoRemoved)
        if state.photo == .failed { inputs.append(.photoRetryTapped) }
        if state.request != nil { inputs.append(.sendTapped) }
        return inputs
      }
    ) { () -> TestStore<D35Return> in
      let store = TestStore(initialState: D35Return.State(order: 17)) { D35Return() }
      store.gate("upload", at: \.d35Client.upload) { _ in
        [.element(.progressed(percent: 50)), .element(.stored("photo-1")), .finish, .failure(D35Offline())]
      }
      store.gate("send", at: \.d35Client.send) { _ in [.success(4711), .failure(D35Offline())] }
      return store
    }
  }
}
