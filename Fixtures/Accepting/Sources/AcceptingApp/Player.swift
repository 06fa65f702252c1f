import StoreCore
import StoreDependencies

/// A player of tracks, whose sleep timer is an optional child.
struct Player: Reducer {
  struct State: Equatable {
    var track: Track?
    var position: Duration = .zero
    var mode = Mode.stopped
    var volume: Float = 0.5
    var sleep: SleepTimer.State?
    var played: [Track.ID: Int] = [:]
  }

  struct Track: Equatable, Identifiable, Sendable {
    var id: Int
    var title: String
    var length: Int
  }

  enum Mode: Equatable { case stopped, playing(speed: Double), paused(at: Int) }

  enum Input: Equatable {
    case play(Track)
    case pauseTapped
    case speedChanged(Double)
    case volumeChanged(Float)
    case sleepTapped
    case sleep(SleepTimer.Input)
  }

  enum Feedback: Equatable {
    case ticked
    case sleep(ChildFeedback<SleepTimer>)
  }

  enum Output: Equatable { case ended(Track.ID) }
  enum CancelID { case playing }

  let sleep = Scope<Player, SleepTimer>(ifLet: \.sleep, feedback: Feedback.sleep) { SleepTimer() }

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.play(let track)):
      state.track = track
      state.position = .zero
      state.mode = .playing(speed: 1)
      return ticks
    case .input(.pauseTapped):
      switch state.mode {
      case .playing:
        state.mode = .paused(at: Int(state.position.components.seconds))
        return .cancel(id: CancelID.playing)
      case .paused:
        state.mode = .playing(speed: 1)
        return ticks
      case .stopped: return .none
      }
    case .input(.speedChanged(let speed)):
      guard case .playing = state.mode else { return .none }
      state.mode = .playing(speed: speed)
      return .none
    case .input(.volumeChanged(let volume)):
      state.volume = volume
      return .none
    case .feedback(.ticked):
      state.position += .seconds(1)
      guard let track = state.track, state.position >= .seconds(track.length) else { return .none }
      state.mode = .stopped
      state.played[track.id, default: 0] += 1
      return .merge(.cancel(id: CancelID.playing), .output(.ended(track.id)))
    case .input(.sleepTapped):
      state.sleep = SleepTimer.State(minutes: 15)
      return .none
    case .input(.sleep(let input)): return sleep.reduce(.input(input), into: &state)
    case .feedback(.sleep(.feedback(let feedback))): return sleep.reduce(.feedback(feedback), into: &state)
    case .feedback(.sleep(.output(.isOver))):
      state.sleep = nil
      state.mode = .stopped
      return .cancel(id: CancelID.playing)
    }
  }

  private var ticks: Effect<Feedback, Output> {
    .run("ticks") { send in
      while true {
        try await clock.sleep(for: .seconds(1))
        await send(.ticked)
      }
    }
    .cancellable(id: CancelID.playing, cancelInFlight: true)
  }
}

/// A timer that counts minutes.
struct SleepTimer: Reducer {
  struct State: Equatable { var minutes: Int }
  enum Input: Equatable { case started, extended(by: Int) }
  enum Feedback: Equatable { case minutePassed }
  enum Output: Equatable { case isOver }

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.started):
      return .run("sleep timer") { send in
        while true {
          try await clock.sleep(for: .seconds(60))
          await send(.minutePassed)
        }
      }
    case .input(.extended(let minutes)):
      state.minutes += minutes
      return .none
    case .feedback(.minutePassed):
      state.minutes -= 1
      return state.minutes == 0 ? .output(.isOver) : .none
    }
  }
}
