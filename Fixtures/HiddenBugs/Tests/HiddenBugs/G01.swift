import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The log in which a printer notes each exposure.
struct G01Logbook: Sendable {
  var note: @Sendable (_ seconds: Int) async throws -> Void
}

enum G01LogbookKey: TestDependencyKey {
  static let testValue = G01Logbook(note: unimplemented("G01Logbook.note"))
}

extension DependencyValues {
  var g01Logbook: G01Logbook {
    get { self[G01LogbookKey.self] }
    set { self[G01LogbookKey.self] = newValue }
  }
}

struct G01Jammed: Error {}

/// A timer for the enlarger. Its lamp is on while a print is exposed, and only then.
struct G01Darkroom: Reducer {
  struct Exposure: Equatable {
    let seconds: Int
    var left: Int
  }

  struct State: Equatable {
    enum Mode: Equatable {
      case ready
      case exposing(Exposure)
      /// The printer has paused the exposure.
      case paused(Exposure)
      /// The app has left the screen during the exposure, which goes on when it is back.
      case interrupted(Exposure)
      case exposed(seconds: Int)
      case noting(seconds: Int)
      case noteFailed(seconds: Int)
      case noted(seconds: Int)
    }

    var isActive = true
    var mode = Mode.ready
  }

  enum Input: Equatable {
    case startTapped(seconds: Int)
    case pauseTapped
    case stopTapped
    case noteTapped
    case nextTapped
    case sceneChanged(isActive: Bool)
  }

  enum Feedback: Equatable {
    case secondPassed
    case noted
    case noteFailed
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.g01Logbook) private var logbook

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.mode) {
    case (.input(.startTapped(let seconds)), .ready):
      guard state.isActive, seconds > 0 else { return .none }
      state.mode = .exposing(Exposure(seconds: seconds, left: seconds))
      return timer

    case (.input(.pauseTapped), .exposing(let exposure)):
      state.mode = .paused(exposure)
      return .cancel(id: CancelID.timer)

    case (.input(.pauseTapped), .paused(let exposure)):
      guard state.isActive else { return .none }
      state.mode = .exposing(exposure)
      return timer

    case (.input(.stopTapped), .exposing), (.input(.stopTapped), .paused), (.input(.stopTapped), .interrupted):
      state.mode = .ready
      return .cancel(id: CancelID.timer)

    case (.input(.noteTapped), .exposed(let seconds)), (.input(.noteTapped), .noteFailed(let seconds)):
      state.mode = .noting(seconds: seconds)
      return .run("note", of: seconds) { send in
        try await logbook.note(seconds)
        await send(.noted)
      } catch: { _, send in
        await send(.noteFailed)
      }

    case (.input(.nextTapped), .exposed), (.input(.nextTapped), .noteFailed), (.input(.nextTapped), .noted):
      state.mode = .ready
      return .none

    case (.input(.sceneChanged(let isActive)), let mode):
      state.isActive = isActive
      switch mode {
      case .exposing(let exposure) where !isActive:
        state.mode = .interrupted(exposure)
        return .cancel(id: CancelID.timer)
      case .interrupted(let exposure) where isActive:
        state.mode = .exposing(exposure)
        return timer
      default:
        return .none
      }

    case (.feedback(.secondPassed), .exposing(var exposure)):
      exposure.left -= 1
      guard exposure.left <= 0 else {
        state.mode = .exposing(exposure)
        return .none
      }
      state.mode = .exposed(seconds: exposure.seconds)
      return .cancel(id: CancelID.timer)

    case (.feedback(.noted), .noting(let seconds)):
      state.mode = .noted(seconds: seconds)
      return .none

    case (.feedback(.noteFailed), .noting(let seconds)):
      state.mode = .noteFailed(seconds: seconds)
      return .none

    default:
      return .none
    }
  }

  /// Counts the seconds of an exposure.
  private var timer: Effect<Feedback, Never> {
    .run("timer") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }
}

struct G01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .startTapped(seconds: 3), .pauseTapped, .stopTapped, .noteTapped, .nextTapped,
        .sceneChanged(isActive: false), .sceneChanged(isActive: true),
      ]
    ) { () -> TestStore<G01Darkroom> in
      let store = TestStore(initialState: G01Darkroom.State()) { G01Darkroom() }
      store.gate("note", at: \.g01Logbook.note) { _ in [.success(()), .failure(G01Jammed())] }
      return store
    }
  }
}
