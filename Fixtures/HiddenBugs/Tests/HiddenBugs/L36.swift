import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The display at the entrance of a library: it shows one slide after another, each for ten seconds.
struct L36Display: Reducer {
  struct State: Equatable {
    var slides: [String] = []
    var index = 0
    var image: String?
    var isRunning = false
    var isLoading = false
    var hasFailed = false
    var isPaused = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case stopTapped
    case nextTapped
    case previousTapped
    case pauseTapped
    case resumeTapped
    case retryTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case slidesLoaded([String])
    case imageLoaded(String)
    case loadFailed
    case due
  }

  private enum CancelID { case load, pause }

  @Dependency(\.l36Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard !state.isRunning else { return .none }
      state.isRunning = true
      return load(&state)

    case .input(.stopTapped):
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.pause))

    case .input(.nextTapped):
      return move(by: 1, &state)

    case .input(.previousTapped):
      return move(by: -1, &state)

    case .input(.pauseTapped):
      guard state.isRunning else { return .none }
      state.isPaused = true
      return .cancel(id: CancelID.pause)

    case .input(.resumeTapped):
      guard state.isPaused else { return .none }
      state.isPaused = false
      return goOn(&state)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return load(&state)

    case .input(.wentToBackground):
      // A download may end, so that its slide is there when the display is seen again.
      state.isInBackground = true
      return .cancel(id: CancelID.pause)

    case .input(.cameToForeground):
      state.isInBackground = false
      return goOn(&state)

    case .feedback(.slidesLoaded(let slides)):
      state.slides = slides
      state.index = 0
      return load(&state)

    case .feedback(.imageLoaded(let image)):
      state.isLoading = false
      state.image = image
      return state.isPaused ? .none : goOn(after: .seconds(10))

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return state.isPaused || state.isInBackground ? .none : goOn(after: .seconds(5))

    case .feedback(.due):
      return state.hasFailed ? load(&state) : move(by: 1, &state)
    }
  }

  /// Goes on after a pause, or in the foreground.
  private func goOn(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.isRunning, !state.isPaused, !state.isLoading else { return .none }
    return state.image == nil ? load(&state) : goOn(after: .seconds(10))
  }

  private func move(by step: Int, _ state: inout State) -> Effect<Feedback, Never> {
    guard !state.slides.isEmpty else { return .none }
    state.index = (state.index + step + state.slides.count) % state.slides.count
    state.image = nil
    return load(&state)
  }

  /// Loads the list of the slides, or the image of the present one.
  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    let slide = state.slides.isEmpty ? nil : state.slides[state.index]
    return .merge(
      .cancel(id: CancelID.pause),
      .run("load", of: slide) { send in
        if let slide {
          await send(.imageLoaded(try await client.image(slide)))
        } else {
          await send(.slidesLoaded(try await client.slides()))
        }
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  private func goOn(after pause: Duration) -> Effect<Feedback, Never> {
    .run("pause") { send in
      try await clock.sleep(for: pause)
      await send(.due)
    }
    .cancellable(id: CancelID.pause, cancelInFlight: true)
  }
}

struct L36Client: TestDependencyKey, Sendable {
  /// The names of the slides, of which there is at least one.
  var slides: @Sendable () async throws -> [String]
  var image: @Sendable (_ slide: String) async throws -> String

  static let testValue = L36Client(slides: unimplemented("L36Client.slides"), image: unimplemented("L36Client.image"))
}

extension DependencyValues {
  var l36Client: L36Client {
    get { self[L36Client.self] }
    set { self[L36Client.self] = newValue }
  }
}

struct L36Offline: Error {}

struct L36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L36Display.State) -> [L36Display.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard state.isRunning else { return [.startTapped, .wentToBackground] }
        var inputs: [L36Display.Input] = [.stopTapped, .wentToBackground]
        inputs.append(state.isPaused ? .resumeTapped : .pauseTapped)
        if !state.slides.isEmpty { inputs += [.nextTapped, .previousTapped] }
        if state.hasFailed { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<L36Display> in
      let store = TestStore(initialState: L36Display.State()) { L36Display() }
      store.gate("slides", at: \.l36Client.slides) {
        [.success(["Opening hours", "Readings"]), .failure(L36Offline())]
      }
      store.gate("image", at: \.l36Client.image) { slide in [.success("\(slide).png"), .failure(L36Offline())] }
      return store
    }
  }
}
