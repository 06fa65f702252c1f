import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import CuresApp

/// Tests of a timer.
@Suite struct StopwatchTests {
  @Test func ticks() async {
    let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }
    await store.send(.startTapped) { $0.isRunning = true }
    //~ without the first second
    await store.clock.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.seconds = 1 }
    //~ wrong number of seconds: await store.clock.advance(by: .seconds(1))
    //~ wrong greater number of seconds: await store.clock.advance(by: .seconds(3))
    await store.clock.advance(by: .seconds(2))
    //~ without one of two ticks
    await store.receive(.ticked) { $0.seconds = 2 }
    await store.receive(.ticked) { $0.seconds = 3 }
    //~ without the end of the timer
    await store.send(.stopTapped) { $0.isRunning = false }
    await store.finish()
  }

  @Test func ticksInALoop() async {
    let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }
    await store.send(.startTapped) { $0.isRunning = true }
    for second in 1...3 {
      //~ without the advance in a loop
      await store.clock.advance(by: .seconds(1))
      //~ wrong value in a loop: await store.receive(.ticked) { $0.seconds = second + 1 }
      //~ wrong forgotten closure in a loop: await store.receive(.ticked)
      await store.receive(.ticked) { $0.seconds = second }
    }
    await store.send(.stopTapped) { $0.isRunning = false }
    await store.finish()
  }

  @Test func passesAMinute() async {
    let store = TestStore(initialState: Stopwatch.State(seconds: 59)) { Stopwatch() }
    await store.send(.startTapped) { $0.isRunning = true }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.seconds = 60 }
    //~ wrong minute: await store.receiveOutput(.minutePassed(60))
    //~ without the minute
    await store.receiveOutput(.minutePassed(1))
    await store.send(.stopTapped) { $0.isRunning = false }
    await store.finish()
  }

  @Test func addsALap() async {
    let store = TestStore(initialState: Stopwatch.State(seconds: 5)) {
      Stopwatch()
    } withDependencies: {
      //~ without uuid
      $0.uuid = .incrementing
      //~ without date
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    }
    //~ wrong id: await store.send(.lapTapped) { $0.laps = [Lap(id: UUID(1), seconds: 5, date: Date(timeIntervalSince1970: 0))] }
    await store.send(.lapTapped) { $0.laps = [Lap(id: UUID(0), seconds: 5, date: Date(timeIntervalSince1970: 0))] }
    await store.finish()
  }

  @Test func reminds() async {
    let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }
    await store.send(.remindTapped(after: 10))
    await store.send(.remindTapped(after: 10))
    //~ without the sleep of two effects
    await store.clock.advance(by: .seconds(10))
    await store.receive(.reminded)
    await store.receiveOutput(.reminder)
    //~ without the second of two
    await store.receive(.reminded)
    await store.receiveOutput(.reminder)
    await store.finish()
  }
}
