import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import Testing

private typealias Log = MessageLog<CommandFeature.Input, CommandFeature.Feedback>

@MainActor @Suite(.timeLimit(.minutes(15))) struct MessageLogTests {
  /// Runs a command feature whose heating takes no time, and logs its messages.
  ///
  /// - Returns: The log, and the states after each message.
  private func session() async -> (log: Log, states: [CommandFeature.State]) {
    let store = Store(initialState: .cold) {
      CommandFeature().performing { command -> Effect<CommandFeature.Feedback, CommandFeature.Command> in
        guard command == .heat else { return .output(command) }
        return .run("heat") { send in await send(.boiled(after: 1)) }
      }
    }
    var log = Log()
    var states: [CommandFeature.State] = []
    store.onEvent = { event in
      log.record(event)
      switch event {
      case .input(_, _, let new), .feedback(_, _, _, let new): states.append(new)
      default: break
      }
    }
    await store.send(.switchOn).finish()
    store.send(.ask)
    store.send(.switchOff)
    return (log, states)
  }

  @Test func `a log has exactly the messages that its store has reduced, in order`() async {
    let log = await session().log
    #expect(
      log.messages == [.input(.switchOn), .feedback(.boiled(after: 1)), .input(.ask), .input(.switchOff)]
    )
  }

  @Test func `a replay makes the same states, and runs no effects`() async {
    let (log, states) = await session()
    #expect(states == [.heating, .boiling, .boiling, .cold])
    let replayed = CommandFeature()
      .performing { command -> Effect<CommandFeature.Feedback, Never> in
        .run("\(command)") { _ in Issue.record("The replay has run \(command).") }
      }
      .replay(log, from: .cold)
    #expect(replayed == states)
  }

  @Test func `a decoded log equals the encoded one`() async throws {
    let (log, states) = await session()
    let data = try JSONEncoder().encode(log)
    let read = try JSONDecoder().decode(Log.self, from: data)
    #expect(read == log)
    #expect(CommandFeature().replay(read, from: .cold) == states)
  }

  @Test func `an empty log replays no states`() {
    #expect(CommandFeature().replay(Log(), from: .cold).isEmpty)
  }

  @Test func `a replay from another state makes other states`() {
    #expect(CommandFeature().replay(Log([.input(.switchOn)]), from: .boiling) == [.boiling])
  }

  @Test func `a log of another feature's feedback is reported, and leaves the message out`() {
    let observer = IssueObserver()
    guard case .run(let work) = Effect<String, Never>.run("say", operation: { _ in }).node else { return }
    let event = StoreEvent<Int, Int, Never>.feedback("word", from: work.description, old: 0, new: 0)
    var log = MessageLog<Int, Int>()
    let dependencies = DependencyValues.current.startingScope(context: .test, observer: observer)
    DependencyValues.withValues(dependencies) { log.record(event) }
    #expect(log.messages.isEmpty)
    #expect(observer.probe.notes == ["A log of Int was given a feedback of the type String."])
  }
}

/// An observer that records the headlines of dependency issues.
private final class IssueObserver: DependencyObserver {
  let probe = Probe()

  func dependencyAccessed(_ key: any TestDependencyKey.Type) {}

  func issueOccurred(_ issue: RuntimeIssue) { probe.note(issue.headline) }
}
