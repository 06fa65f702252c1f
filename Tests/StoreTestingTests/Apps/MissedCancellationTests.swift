import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// A child that plays until it is stopped.
private struct Player: Reducer {
  struct State: Equatable, Identifiable { let id: Int }
  enum Input: Equatable { case play, playAlbum, duet, hum, stop, stopOther }

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.play): .run("play") { _ in try await clock.sleep(for: .seconds(60)) }.cancellable(id: "play")
    case .input(.playAlbum):
      .run("play") { _ in try await clock.sleep(for: .seconds(60)) }.cancellable(id: "play").cancellable(id: "album")
    case .input(.duet):
      .merge(
        .run("play") { _ in try await clock.sleep(for: .seconds(60)) }.cancellable(id: "play"),
        .run("hum") { _ in try await clock.sleep(for: .seconds(60)) }.cancellable(id: "hum")
      )
    case .input(.hum): .run("hum") { _ in try await clock.sleep(for: .seconds(60)) }.cancellable(id: "hum")
    case .input(.stop): .cancel(id: "play")
    case .input(.stopOther): .cancel(id: "other")
    }
  }
}

/// A parent that cancels its own ids.
private struct Room: Reducer {
  struct State: Equatable { var players: IdentifiedArray<Player.State> = [Player.State(id: 1)] }
  enum Input: Equatable { case player(Int, Player.Input), cancel(String), cancelAlbum, cancelByRoll(String), play }
  enum Feedback: Equatable { case player(Int, ChildFeedback<Player>) }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.uuid) private var uuid

  let players = ScopeEach<Room, Player>(at: .each(\.players), feedback: Feedback.player) { Player() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.player(let id, let input)): players.reduce(.input(input), id: id, into: &state)
    case .input(.cancel(let id)): .cancel(id: id)
    case .input(.cancelAlbum): .merge(.cancel(id: "album"), .cancel(id: "play"))
    // Another value of the dependency might make it cancel nothing.
    case .input(.cancelByRoll(let id)): uuid().uuidString.isEmpty ? .none : .cancel(id: id)
    case .input(.play): .run("own") { _ in try await clock.sleep(for: .seconds(60)) }.cancellable(id: "own")
    case .feedback: .none
    }
  }
}

/// The parent of the parent.
private struct House: Reducer {
  struct State: Equatable { var room = Room.State() }
  enum Input: Equatable { case room(Room.Input), cancel(String) }
  enum Feedback: Equatable { case room(ChildFeedback<Room>) }

  let room = Scope<House, Room>(at: .always(\.room), feedback: Feedback.room) { Room() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.room(let input)): room.reduce(.input(input), into: &state)
    case .input(.cancel(let id)): .cancel(id: id)
    case .feedback(.room(.feedback(let feedback))): room.reduce(.feedback(feedback), into: &state)
    }
  }
}

@Suite struct MissedCancellationTests {
  private func failures(_ inputs: [Room.Input]) async -> [TestFailure] {
    await recordingFailures {
      let store = TestStore(initialState: Room.State()) {
        Room()
      } withDependencies: {
        $0.uuid = .incrementing
      }
      for input in inputs { await store.send(input) }
      await store.finish()
    }
  }

  private func isHinted(_ failures: [TestFailure]) -> Bool {
    failures.contains { $0.details.contains("A parent cancels the id") }
  }

  @Test func `a cancellation that does not reach a child's effect is named in the failure of that effect`() async {
    let failures = await failures([.player(1, .play), .cancel("play")])
    #expect(failures.map(\.kind) == [.effectInFlight])
    #expect(
      failures.first?.details.contains(
        """
        A parent cancels the id "play" on .cancel("play"), but the effect play runs under that id in a child. An id \
        belongs to the feature that uses it, so this cancels no effect of a child. Let the child cancel its effect, on an \
        input that the parent passes on.
        """
      ) == true
    )
  }

  @Test func `of several cancelled ids the innermost one of the effect is named`() async {
    let failures = await failures([.player(1, .playAlbum), .cancelAlbum])
    #expect(failures.map(\.kind) == [.effectInFlight])
    #expect(failures.first?.details.contains(#"A parent cancels the id "play" on .cancelAlbum, but"#) == true)
  }

  @Test func `of several effects of one input, the first is explained`() async {
    let failures = await failures([.player(1, .duet), .cancel("play"), .cancel("hum")])
    #expect(failures.map(\.kind) == [.effectInFlight])
    #expect(failures.first?.details.contains("A parent cancels the id \"play\"") == true)
    #expect(failures.first?.details.contains("A parent cancels the id \"hum\"") == false)
  }

  @Test func `a cancellation by the parent of the parent is named, too`() async {
    for input in [House.Input.cancel("play"), .room(.cancel("play"))] {
      let failures = await recordingFailures {
        let store = TestStore(initialState: House.State()) { House() }
        await store.send(.room(.player(1, .play)))
        await store.send(input)
        await store.finish()
      }
      #expect(failures.map(\.kind) == [.effectInFlight])
      #expect(isHinted(failures))
    }
  }

  @Test(
    arguments: [
      [.player(1, .play)], [.player(1, .play), .cancel("other")], [.cancel("play"), .player(1, .play)],
      [.play, .cancel("play")], [.player(1, .play), .player(1, .stop), .player(1, .play)],
      // The parent cancels several other ids.
      [.player(1, .hum), .cancelAlbum],
      // Two messages before the effect, of which the second one cancels.
      [.player(1, .stop), .cancel("play"), .player(1, .play)],
      // The child cancels another id of its own.
      [.player(1, .play), .player(1, .stopOther)],
      // A message that may not be reduced again, as it has read a dependency.
      [.player(1, .play), .cancelByRoll("play")],
    ] as [[Room.Input]]
  )
  fileprivate func `an effect that still runs for another reason has no such explanation`(inputs: [Room.Input]) async {
    let failures = await failures(inputs)
    #expect(failures.map(\.kind) == [.effectInFlight])
    #expect(!isHinted(failures))
  }
}
