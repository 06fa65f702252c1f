import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Where a bus is: so many minutes from the school.
struct H05Ping: Equatable, Sendable {
  var bus: Int
  var minutes: Int
}

struct H05Client: TestDependencyKey, Sendable {
  var pings: @Sendable () -> AsyncThrowingStream<H05Ping, any Error>
  var saveNote: @Sendable (_ stop: Int, _ text: String) async throws -> Void

  static let testValue = H05Client(
    pings: unimplemented("H05Client.pings", placeholder: AsyncThrowingStream { $0.finish() }),
    saveNote: unimplemented("H05Client.saveNote")
  )
}

extension DependencyValues {
  var h05Client: H05Client {
    get { self[H05Client.self] }
    set { self[H05Client.self] = newValue }
  }
}

struct H05Offline: Error {}

/// A bus stop with the note of the parents to the driver.
struct H05Stop: Reducer {
  enum Phase: Equatable {
    case editing
    case saving
    case failed
  }

  struct State: Equatable, Identifiable {
    var id: Int
    var text: String
    var saved: String
    var phase = Phase.editing

    /// Whether the text differs from the saved one, and waits for the user to save it.
    var hasDraft: Bool { phase != .saving && text != saved }
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped, closeTapped }
  enum Feedback: Equatable, Sendable { case saved(String), saveFailed }
  enum Output: Equatable, Sendable { case noteSaved(String), closeRequested }

  @Dependency(\.h05Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard state.phase != .saving else { return .none }
      state.text = text
      state.phase = .editing
      return .none

    case .input(.saveTapped):
      guard state.hasDraft else { return .none }
      state.phase = .saving
      return .run("save", of: state.text) { [stop = state.id, text = state.text] send in
        try await client.saveNote(stop, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.closeTapped):
      return state.phase == .saving ? .none : .output(.closeRequested)

    case .feedback(.saved(let text)):
      state.phase = .editing
      state.saved = text
      return .output(.noteSaved(text))

    case .feedback(.saveFailed):
      state.phase = .failed
      return .none
    }
  }
}

/// The map of the school buses. A tap on a stop, or a link in a message of the school, opens a stop.
struct H05Tracker: Reducer {
  /// What the user is asked before a draft is discarded.
  enum Question: Equatable {
    case close
    case open(Int)
  }

  struct State: Equatable {
    var isLive = false
    var minutes: [Int: Int] = [:]
    var notes: [Int: String] = [:]
    var stop: H05Stop.State?
    var question: Question?
  }

  enum Input: Equatable, Sendable {
    case liveTapped
    case stopTapped(Int)
    case linkOpened(Int)
    case stop(H05Stop.Input)
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case pinged(H05Ping)
    case liveEnded
    case stop(ChildFeedback<H05Stop>)
  }

  private enum CancelID { case pings }

  @Dependency(\.h05Client) private var client

  private let stop = Scope<H05Tracker, H05Stop>(ifLet: \.stop, feedback: Feedback.stop) { H05Stop() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.liveTapped):
      state.isLive.toggle()
      guard state.isLive else {
        state.minutes = [:]
        return .cancel(id: CancelID.pings)
      }
      return .run("pings") { send in
        for try await ping in client.pings() { await send(.pinged(ping)) }
        await send(.liveEnded)
      } catch: { _, send in
        await send(.liveEnded)
      }
      .cancellable(id: CancelID.pings, cancelInFlight: true)

    case .feedback(.pinged(let ping)):
      state.minutes[ping.bus] = ping.minutes == 0 ? nil : ping.minutes
      return .none

    case .feedback(.liveEnded):
      state.isLive = false
      state.minutes = [:]
      return .none

    case .input(.stopTapped(let id)):
      if state.stop == nil { go(to: id, &state) }
      return .none

    case .input(.linkOpened(let id)):
      guard state.stop?.id != id, state.question == nil else { return .none }
      leave(for: .open(id), &state)
      return .none

    case .input(.stop(let input)):
      guard state.stop != nil, state.question == nil else { return .none }
      return stop.reduce(.input(input), into: &state)

    case .feedback(.stop(.feedback(let feedback))):
      return stop.reduce(.feedback(feedback), into: &state)

    case .feedback(.stop(.output(.noteSaved(let text)))):
      if let id = state.stop?.id { state.notes[id] = text }
      return .none

    case .feedback(.stop(.output(.closeRequested))):
      leave(for: .close, &state)
      return .none

    case .input(.discardTapped):
      guard let question = state.question else { return .none }
      state.question = nil
      answer(question, &state)
      return .none

    case .input(.keepTapped):
      state.question = nil
      return .none
    }
  }

  /// Leaves the present stop, after a question if it has a draft.
  private func leave(for question: Question, _ state: inout State) {
    if state.stop?.hasDraft == true {
      state.question = question
    } else {
      answer(question, &state)
    }
  }

  private func answer(_ question: Question, _ state: inout State) {
    switch question {
    case .close: state.stop = nil
    case .open(let id): go(to: id, &state)
    }
  }

  private func go(to id: Int, _ state: inout State) {
    let note = state.notes[id] ?? ""
    state.stop = H05Stop.State(id: id, text: note, saved: note)
  }
}

struct H05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H05Tracker.State) -> [H05Tracker.Input] in
        if state.question != nil { return [.discardTapped, .keepTapped] }
        if state.stop == nil { return [.liveTapped, .stopTapped(1), .linkOpened(2)] }
        return [
          .stop(.textChanged("Ada is ill")), .stop(.textChanged("")), .stop(.saveTapped), .stop(.closeTapped),
          .linkOpened(1), .linkOpened(2),
        ]
      }
    ) { () -> TestStore<H05Tracker> in
      let store = TestStore(initialState: H05Tracker.State()) { H05Tracker() }
      store.gate("pings", at: \.h05Client.pings) {
        [
          .element(H05Ping(bus: 7, minutes: 4)), .element(H05Ping(bus: 7, minutes: 0)), .finish,
          .failure(H05Offline()),
        ]
      }
      store.gate("saveNote", at: \.h05Client.saveNote) { _ in [.success(()), .failure(H05Offline())] }
      return store
    }
  }
}
