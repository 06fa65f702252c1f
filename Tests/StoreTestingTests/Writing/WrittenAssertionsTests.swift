import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// What a written test asserts besides events.
@Suite struct WrittenAssertionsTests {
  /// A value that no code can make again.
  private final class Ticket: Equatable, Sendable {
    let number = 7

    static func == (first: Ticket, second: Ticket) -> Bool { first === second }
  }

  /// Returns the assertion of a call that waits.
  private func assertion<Arguments: Sendable>(of arguments: Arguments) async -> String? {
    let find = Gate<Arguments, Int, any Error>("find")
    let store = TestStore(initialState: Runner.State()) { Runner { _ in _ = try await find(arguments) } }
    await store.send(.go)
    let assertion = (find.pending as [any WaitingCall]).assertion(on: "find")
    await store.cancelInFlightEffects()
    await store.finish()
    return assertion
  }

  @Test func `a waiting call is asserted by its arguments, or by its text if no code can make them`() async {
    let (text, ticket) = (await assertion(of: "swift"), await assertion(of: Ticket()))
    #expect(text == ##"#expect(find.pending.map(\.arguments) == ["swift"])"##)
    #expect(ticket == ##"#expect(find.pending.map(\.description) == ["find(Ticket(number: 7))"])"##)
  }

  @Test func `running effects are asserted by their names, or by their number if one has no name`() async {
    let store = TestStore(initialState: 0) {
      Machine<Int, String, Never, Never> { message, _ in
        guard case .input(let name) = message else { return .none }
        if name.isEmpty { return .run { _ in try await sleep(for: .seconds(1)) } }
        return .run(name) { _ in try await sleep(for: .seconds(1)) }
      }
    }
    #expect(WrittenAssertions.line(for: store.inFlightEffects) == "#expect(store.inFlightEffects.isEmpty)")
    await store.send("load")
    await store.send("save")
    #expect(
      WrittenAssertions.line(for: store.inFlightEffects)
        == ##"#expect(store.inFlightEffects.map(\.name) == ["load", "save"])"##
    )
    await store.send("")
    #expect(WrittenAssertions.line(for: store.inFlightEffects) == "#expect(store.inFlightEffects.count == 3)")
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
