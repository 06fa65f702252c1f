import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The satellite image of a field on a day. Nothing is asked for while the phone has no connection.
struct T32FieldImage: Reducer {
  struct State: Equatable {
    var day = "Monday"
    var image: T32Image?
    var isLoading = false
    var hasFailed = false
    var isSharing = false
    var hasSharingFailed = false
    var link: T32Link?
    var isOnline = true
    var isVisible = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case dayChosen(String)
    case refreshTapped
    case shareTapped
    case linkClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(T32Image)
    case loadFailed
    case connectionChanged(Bool)
    case shared(T32Link)
    case sharingFailed
  }

  private enum CancelID { case image, connection, share }

  @Dependency(\.t32Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      state.isOnline = true
      return .merge(
        .run("connection") { send in
          for await isOnline in client.connection() { await send(.connectionChanged(isOnline)) }
        }
        .cancellable(id: CancelID.connection, cancelInFlight: true),
        state.image == nil ? load(&state) : .none
      )

    case .input(.disappeared):
      state.isVisible = false
      state.isLoading = false
      state.isSharing = false
      return .merge(
        .cancel(id: CancelID.connection),
        .cancel(id: CancelID.image),
        .cancel(id: CancelID.share)
      )

    case .input(.dayChosen(let day)):
      guard day != state.day else { return .none }
      state.day = day
      state.image = nil
      state.hasSharingFailed = false
      return load(&state)

    case .input(.refreshTapped):
      guard state.isOnline, !state.isLoading else { return .none }
      return load(&state)

    case .input(.shareTapped):
      guard state.image != nil, state.isOnline, !state.isSharing else { return .none }
      state.isSharing = true
      state.hasSharingFailed = false
      let day = state.day
      return .run("share", of: day) { send in
        await send(.shared(T32Link(day: day, address: try await client.share(day))))
      } catch: { _, send in
        await send(.sharingFailed)
      }
      .cancellable(id: CancelID.share, cancelInFlight: true)

    case .input(.linkClosed):
      state.link = nil
      return .none

    case .feedback(.loaded(let image)):
      state.isLoading = false
      state.image = image
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.connectionChanged(false)):
      // Without a connection, requests would run into their time-outs, which are long in the field.
      state.isOnline = false
      state.isLoading = false
      return .merge(.cancel(id: CancelID.image), .cancel(id: CancelID.share))

    case .feedback(.connectionChanged(true)):
      guard !state.isOnline else { return .none }
      state.isOnline = true
      return load(&state)

    case .feedback(.shared(let link)):
      state.isSharing = false
      state.link = link
      return .none

    case .feedback(.sharingFailed):
      state.isSharing = false
      state.hasSharingFailed = true
      return .none
    }
  }

  /// Loads the image of the day, which is loaded anyway when the connection comes back.
  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.hasFailed = false
    guard state.isOnline else { return .none }
    state.isLoading = true
    let day = state.day
    return .run("image", of: day) { send in
      await send(.loaded(try await client.image(day)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.image, cancelInFlight: true)
  }
}

struct T32Image: Equatable, Sendable {
  var day: String
  var cloudCover: Int
}

struct T32Link: Equatable, Sendable {
  var day: String
  var address: String
}

struct T32Client: TestDependencyKey, Sendable {
  var image: @Sendable (_ day: String) async throws -> T32Image
  var share: @Sendable (_ day: String) async throws -> String
  var connection: @Sendable () -> AsyncStream<Bool>

  static let testValue = T32Client(
    image: unimplemented("T32Client.image"),
    share: unimplemented("T32Client.share"),
    connection: unimplemented("T32Client.connection", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var t32Client: T32Client {
    get { self[T32Client.self] }
    set { self[T32Client.self] = newValue }
  }
}

struct T32Offline: Error {}

struct T32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T32FieldImage.State) -> [T32FieldImage.Input] in
        if !state.isVisible { return [.appeared] }
        if state.link != nil { return [.linkClosed] }
        var inputs: [T32FieldImage.Input] = [.disappeared, .dayChosen(state.day == "Monday" ? "Friday" : "Monday")]
        guard state.isOnline else { return inputs }
        if !state.isLoading { inputs.append(.refreshTapped) }
        if state.image != nil, !state.isSharing { inputs.append(.shareTapped) }
        return inputs
      }
    ) { () -> TestStore<T32FieldImage> in
      let store = TestStore(initialState: T32FieldImage.State()) { T32FieldImage() }
      store.gate("image", at: \.t32Client.image) { day in
        [.success(T32Image(day: day, cloudCover: 20)), .failure(T32Offline())]
      }
      store.gate("share", at: \.t32Client.share) { day in
        [.success("https://fields.example/\(day)"), .failure(T32Offline())]
      }
      store.gate("connection", at: \.t32Client.connection) { [.element(false), .element(true)] }
      return store
    }
  }
}
