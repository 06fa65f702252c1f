import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import AcceptingApp

struct PlayerTests {
  let song = Player.Track(id: 4, title: "Song", length: 2)

  @Test func plays() async {
    let store = TestStore(initialState: Player.State()) { Player() }
    await store.send(.play(song)) {
      $0.track = song
      $0.mode = .playing(speed: 1)
    }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.position = .seconds(1) }
    await store.send(.speedChanged(1.5)) { $0.mode = .playing(speed: 1.5) }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.ticked) {
      $0.position = .seconds(2)
      $0.mode = .stopped
      $0.played = [4: 1]
    }
    await store.receiveOutput(.ended(4))
    await store.finish()
  }

  @Test func pauses() async {
    let store = TestStore(initialState: Player.State()) { Player() }
    store.exhaustivity = .strict
    await store.send(.play(song)) {
      $0.track = song
      $0.mode = .playing(speed: 1)
    }
    await store.receiveEffect("ticks")
    await store.clock.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.position = .seconds(1) }
    await store.send(.pauseTapped) { $0.mode = .paused(at: 1) }
    await store.send(.volumeChanged(0.75)) { $0.volume = 0.75 }
    await store.send(.pauseTapped) { $0.mode = .playing(speed: 1) }
    await store.receiveEffect("ticks")
    await store.send(.pauseTapped) { $0.mode = .paused(at: 1) }
    await store.finish()
  }

  @Test func sleeps() async {
    let store = TestStore(initialState: Player.State(mode: .paused(at: 3), sleep: SleepTimer.State(minutes: 2))) { Player() }
    await store.send(.sleep(.started))
    await store.clock.advance(by: .seconds(60))
    await store.receive(.sleep(.feedback(.minutePassed))) { $0.sleep?.minutes = 1 }
    await store.clock.advance(by: .seconds(60))
    await store.receive(.sleep(.feedback(.minutePassed))) { $0.sleep?.minutes = 0 }
    await store.receive(.sleep(.output(.isOver))) {
      $0.sleep = nil
      $0.mode = .stopped
    }
    await store.finish()
  }

  @Test func extendsSleep() async {
    let store = TestStore(initialState: Player.State()) { Player() }
    store.exhaustivity = .strict
    await store.send(.sleepTapped) { $0.sleep = SleepTimer.State(minutes: 15) }
    await store.send(.sleep(.started))
    await store.receiveEffect("sleep timer")
    await store.send(.sleep(.extended(by: 2))) { $0.sleep?.minutes = 17 }
    await store.clock.advance(by: .seconds(120))
    await store.receive(.sleep(.feedback(.minutePassed))) { $0.sleep?.minutes = 16 }
    await store.receive(.sleep(.feedback(.minutePassed))) { $0.sleep?.minutes = 15 }
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
