import Foundation
import StoreCore
import StoreDependencies
import StoreRecording
import StoreTesting
import TestSupport
import Testing

/// A search without a debounce and without cancellation, so that a late answer wins.
struct RacySearch: Reducer {
  struct State: Equatable {
    var query = ""
    var results: [String] = []
  }

  /// The source of the answers.
  let search: @Sendable (String) async throws -> [String]

  func reduce(message: Message<String, [String]>, into state: inout State) -> Effect<[String], String> {
    switch message {
    case .input(""):
      state = State()
      return .cancel(id: "search")
    case .input(let query):
      state.query = query
      return .run("search", of: query) { [search] send in
        try await sleep(for: .milliseconds(300))
        await send(try await search(query))
      }
      .cancellable(id: "search")
    case .feedback(let results):
      state.results = results
      return .output("\(results.count) found")
    }
  }
}

/// A recording of two searches whose answers arrive in the wrong order.
func recordRace() async -> Recording {
  await withRecording("two searches") {
    let gate = Gate<String, [String], any Error>("search")
    let store = TestStore(initialState: RacySearch.State()) { RacySearch { try await gate($0) } }
    await store.send("a") { $0.query = "a" }  // Here: a
    await store.send("b") { $0.query = "b" }
    await store.clock.advance(by: .milliseconds(300))  // Here: advance
    await gate.pending[1].succeed(with: ["b1"])  // Here: answer
    await store.receive(["b1"]) { $0.results = ["b1"] }
    await store.receiveOutput("1 found")
    await gate.succeed(with: ["a1", "a2"])
    await store.receive(["a1", "a2"]) { $0.results = ["a1", "a2"] }
    await store.receiveOutput("2 found")
    await store.finish()
  }
}

/// Effects of one name: the first is never answered, the second leaves a task behind, and the test cancels the rest.
func recordNamesakes() async -> Recording {
  await withRecording("namesakes") {
    let gate = Gate<String, String, any Error>("ask")
    let store = TestStore(initialState: "") {
      Machine<String, String, String, Never> { message, state in
        switch message {
        case .input("leave"):
          return .run("work") { send in
            Task {
              try await sleep(for: .seconds(1))
              await send("late")
            }
          }
        case .input(let text): return .run("work") { send in await send(try await gate(text)) }
        case .feedback(let text):
          state = text
          return .none
        }
      }
    }
    store.exhaustivity = .off
    await store.send("it's")
    gate.leaveUnanswered()
    await store.send("leave")
    await store.clock.advance(by: .seconds(1))
    await store.cancelInFlightEffects()
    await store.finish()
  }
}

/// An entry in a line: number, cause, kind, text and other properties.
func lines(_ recording: Recording) -> [String] {
  recording.entries.map { entry in
    "\(entry.number)" + (entry.cause.map { "<\($0)" } ?? "") + " \(entry.kind.rawValue) \(entry.text)"
      + (entry.detail.map { " | \($0)" } ?? "")
      + (entry.changes.isEmpty ? "" : " | " + entry.changes.map(\.text).joined(separator: "; "))
  }
}

@Suite struct RecordingTests {
  @Test func `a recording has all events in order, each with its cause`() async {
    let recording = await recordRace()
    #expect(
      lines(recording) == [
        #"1 input "a" | query: "" -> "a""#,
        #"2<1 started search("a")"#,
        #"3<2 slept search("a") | until 300 ms"#,
        #"4 input "b" | query: "a" -> "b""#,
        #"5<4 started search("b")"#,
        #"6<5 slept search("b") | until 300 ms"#,
        "7 clock It is 300 ms",
        #"8<3 woke search("a")"#,
        #"9<8 called search("a")"#,
        #"10<6 woke search("b")"#,
        #"11<10 called search("b")"#,
        #"12<11 answered search("b") | returns ["b1"]"#,
        #"13<12 feedback ["b1"] | results[0]: inserted "b1""#,
        #"14<13 output "1 found""#,
        #"15<13 finished search("b")"#,
        #"16<9 answered search("a") | returns ["a1", "a2"]"#,
        #"17<16 feedback ["a1", "a2"] | results[0]: "b1" -> "a1"; results[1]: inserted "a2""#,
        #"18<17 output "2 found""#,
        #"19<17 finished search("a")"#,
      ]
    )
    #expect(recording.title == "two searches")
    #expect(recording.stores.map(\.feature) == ["RacySearch"])
    #expect(recording.stores.first?.initialState == "query: \"\"\nresults: []")
    #expect(recording.entry(17)?.state == "query: \"b\"\nresults: [\"a1\", \"a2\"]")
    #expect(recording.effects.map(\.label) == [#"search("a")"#, #"search("b")"#])
    #expect(recording.effects.map(\.startedBy) == [1, 4])
    #expect(recording.effects.map(\.ended) == [19, 15])
    #expect(recording.entry(1)?.place?.line == markedLine("a"))
    #expect(recording.entry(7)?.place?.line == markedLine("advance"))
    #expect(recording.entry(12)?.place?.line == markedLine("answer"))
    #expect(recording.elapsed == .milliseconds(300))
  }

  @Test func `two unordered messages that change one property are a race`() async {
    let recording = await recordRace()
    #expect(recording.races.map(\.first) == [13])
    #expect(recording.races.map(\.path) == ["results[0]"])
    #expect(
      recording.races.map(recording.text(of:)) == [
        #"#13 ["b1"] of search("b") arrived before #17 ["a1", "a2"] of search("a"), and both change results[0]. "#
          + "Their order is not determined."
      ]
    )
  }

  @Test func `two late answers that are added to one list race for it`() async {
    let recording = await withRecording {
      let store = TestStore(initialState: [String]()) { Mailbox() }
      store.exhaustivity = .off
      let letter = store.gate("letter", at: \.letterClient.ask) { [.success($0)] }
      store.answersGatesManually = true
      await store.send(1)
      await store.send(2)
      await letter.pending[1].succeed(with: 2)
      await letter.succeed(with: 1)
      await store.finish()
    }
    #expect(
      recording.races.map(recording.text(of:)) == [
        "#10 2 of letter(2) arrived before #13 1 of letter(1), and both change the state. Their order is not determined."
      ]
    )
  }

  @Test func `effects of one name have numbers, and a cancellation by the test has no other cause`() async {
    let recording = await recordNamesakes()
    #expect(
      lines(recording) == [
        #"1 input "it's""#, "2<1 started work", #"3<2 called ask("it's")"#,
        #"4<3 answered ask("it's") | never returns"#,
        #"5 input "leave""#, "6<5 started work", "7<6 finished work", "8<7 slept work | until 1 s",
        "9 clock It is 1 s", "10<8 woke work", #"11<10 feedback "late" | "" -> "late""#, "12 cancelled work",
      ]
    )
    #expect(recording.entry(1)?.state == nil && recording.entry(11)?.state == "\"late\"")
    #expect(recording.effects.map(\.cancelledBy) == [nil, nil])
    #expect(recording.effects.map(\.ended) == [12, 7])
    #expect(recording.html.contains("data-name=\"work\" data-nth=\" (2)\"><th>2<td class=x>work (2)<td>"))
    #expect(recording.sequenceDiagram.contains("participant E2 as work (2)\n"))
    #expect(recording.sequenceDiagram.contains("  test-xE1: cancel\n"))
  }

  @Test func `outputs of children follow from their message, and race as it does`() async {
    let recording = await withRecording("children") {
      let store = TestStore(initialState: Family.State()) { Family() }
      store.exhaustivity = .off
      await store.send(.child(1))
      await store.send(.child(2))
      await store.clock.advance(by: .seconds(2))
      await store.finish()
    }
    #expect(
      lines(recording).suffix(10) == [
        "7 clock It is 1 s", "8<3 woke nap(1)", "9<8 feedback .child(1, .feedback(1)) | children[0].naps: 0 -> 1",
        "10<9 feedback .child(1, .output(1)) | from Napper | latest: nil -> 1", "11<9 finished nap(1)",
        "12 clock It is 2 s", "13<6 woke nap(2)", "14<13 feedback .child(2, .feedback(2)) | children[1].naps: 0 -> 2",
        "15<14 feedback .child(2, .output(2)) | from Napper | latest: 1 -> 2", "16<14 finished nap(2)",
      ]
    )
    #expect(recording.effects.map(\.label) == ["nap(1)", "nap(2)"])
    #expect(
      recording.races.map(recording.text(of:)) == [
        "#10 .child(1, .output(1)) of nap(1) arrived before #15 .child(2, .output(2)) of nap(2), and both change latest. "
          + "Their order is not determined."
      ]
    )
    #expect(recording.sequenceDiagram.contains("  Note over E1,E2: race#58; both change latest\n"))
  }

  @Test func `an output that waits for an effect follows from its end`() async {
    let recording = await withRecording {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, String> { message, state in
          switch message {
          case .input(1):
            let nap = Effect<Int, String>.run("nap") { _ in try await sleep(for: .seconds(1)) }
            return .concatenate(nap, .output("rested"), .run("rise") { _ in })
          case .input, .feedback: return .none
          }
        }
      }
      store.exhaustivity = .off
      await store.send(1)
      await store.send(2)
      await store.clock.advance(by: .seconds(1))
      await store.finish()
    }
    #expect(
      lines(recording).suffix(5) == [
        "6<3 woke nap", "7<6 finished nap", #"8<7 output "rested""#, "9<1 started rise", "10<9 finished rise",
      ]
    )
  }

  @Test @MainActor func `a container is called by its own name`() async {
    let recording = await withRecording {
      let store = TestStore { Tally() }
      await store.call("count") { $0.count() }
      await store.receiveChange { $0 = 1 }
      await store.finish()
    }
    #expect(recording.stores.map(\.feature) == ["Tally"])
  }

  @Test func `a decoded recording equals the encoded one`() async throws {
    let recording = await recordRace()
    let data = try JSONEncoder().encode(recording)
    #expect(String(decoding: data, as: UTF8.self).contains(#""version":1"#))
    #expect(try JSONDecoder().decode(Recording.self, from: data) == recording)
  }

  @Test func `a recording of another version is an error, which names the fix`() {
    let error = #expect(throws: Recording.VersionError.self) {
      try JSONDecoder().decode(Recording.self, from: Data(#"{"version": 7, "what": "ever"}"#.utf8))
    }
    #expect(error == .otherVersion(7))
    #expect(
      error?.description
        == "The recording has the format version 7, and this package reads version 1 only. Record it again."
    )
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"version":1}"#,
    #"{"version":1,"title":"","stores":[],"effects":[],"entries":[],"omitted":-1}"#,
    #"{"version":1,"title":"\ud800","stores":[],"effects":[],"entries":3,"omitted":0}"#,
    #"{"version":1,"title":"","stores":[],"effects":[{"number":2,"store":1,"label":"","createdAt":{"file":"","path":"","line":1},"started":1}],"entries":[],"omitted":0}"#,
    #"{"version":1,"title":"","stores":[{"number":2,"feature":"","initialState":"","place":{"file":"","path":"","line":1}}],"effects":[],"entries":[],"omitted":0}"#,
  ])
  func `a text that is not a recording is an error`(text: String) {
    #expect(throws: (any Error).self) { try JSONDecoder().decode(Recording.self, from: Data(text.utf8)) }
  }

  @Test func `failures are recorded with their line, and still fail the test`() async {
    var recording = Recording()
    let failures = await recordingReports {
      recording = await withRecording {
        let store = TestStore(initialState: RacySearch.State()) { RacySearch { [$0] } }
        await store.send("a") { $0.query = "b" }  // Fails: unexpectedState
        await store.send("")  // Warns: unexpectedState
      }
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
    #expect(recording.failures.map(\.detail) == ["unexpectedState"])
    #expect(recording.failures.map(\.place?.line) == failures.failing.map(\.line))
    let cancelled = recording.entries.first { $0.kind == .cancelled }
    #expect(cancelled?.cause == recording.entries.last { $0.kind == .input }?.number)
    #expect(recording.effects.first?.cancelledBy == cancelled?.cause)
    #expect(recording.effects.first?.waitingFor == nil)
  }

  @Test func `an unrecorded store has its last events, its failures and the waits of its effects`() async {
    var recording = Recording()
    _ = await recordingFailures {
      let store = TestStore(initialState: RacySearch.State()) { RacySearch { [$0] } }
      await store.send("a") { $0.query = "b" }
      await store.send("b") { $0.query = "b" }
      recording = store.recording
    }
    #expect(
      lines(recording).prefix(2) == [#"1 input "a" | query: "" -> "a""#, #"2<1 started search("a")"#]
    )
    #expect(recording.entries.map(\.kind) == [.input, .started, .failure, .input, .started])
    #expect(recording.effects.first?.waitingFor == "sleeps until 300 ms; advance its clock by 300 ms to wake it")
    #expect(recording.omitted == 0)
  }

  @Test func `an effect that throws has failed with its error, and the generated test expects it`() async {
    var recording = Recording()
    var source = ""
    _ = await recordingFailures {
      recording = await withRecording {
        let store = TestStore(initialState: 0) {
          Machine<Int, Int, Never, Never> { _, _ in .run("bad") { _ in throw CancelledByHand() } }
        }
        await store.send(1)
        source = store.generatedTest
        await store.finish()
      }
    }
    #expect(recording.effects.first?.ended.flatMap { recording.entry($0) }?.kind == .failed)
    #expect(source.contains("// bad throws CancelledByHand() here, which nothing handles."))
  }

  @Test func `discarded entries are counted, and a recording is bounded`() async {
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Never, Never> { message, state in
        if case .input(let number) = message { state = number }
        return .none
      }
    }
    for number in 1...300 { await store.send(number) { $0 = number } }
    let remembered = store.recording
    #expect(remembered.omitted > 0)
    #expect(remembered.entries.last?.number == 300)
    #expect(remembered.entries.last?.changes.first?.text == "299 -> 300")
    await store.finish()
  }

  @Test func `a huge value is cut, and neither quotes nor control characters are lost`() async {
    let recording = await withRecording {
      let store = TestStore(initialState: "") {
        Machine<String, String, Never, Never> { message, state in
          if case .input(let text) = message { state = text }
          return .none
        }
      }
      let huge = String(repeating: "x", count: 1_000_000)
      await store.send(huge) { $0 = huge }
      await store.send("</script>\u{0}\u{1F600}\"\n") { $0 = "</script>\u{0}\u{1F600}\"\n" }
      await store.finish()
    }
    #expect((recording.entry(1)?.text.utf8.count ?? .max) < 2_000)
    #expect((recording.entry(1)?.state?.utf8.count ?? .max) < 6_000)
    #expect(recording.entry(2)?.text == #""</script>\0😀\"\n""#)
  }
}

/// A child that naps for some seconds, and sends an output.
private struct Napper: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var naps = 0
  }

  func reduce(message: Message<Int, Int>, into state: inout State) -> Effect<Int, Int> {
    switch message {
    case .input(let seconds):
      return .run("nap", of: seconds) { send in
        try await sleep(for: .seconds(seconds))
        await send(seconds)
      }
    case .feedback(let seconds):
      state.naps = seconds
      return .output(seconds)
    }
  }
}

/// A parent of two that remembers which child has napped last.
private struct Family: Reducer {
  struct State: Equatable {
    var children: IdentifiedArray<Napper.State> = [.init(id: 1), .init(id: 2)]
    var latest: Int?
  }
  enum Input: Equatable { case child(Int) }
  enum Feedback: Equatable { case child(Int, ChildFeedback<Napper>) }

  let children = ScopeEach<Family, Napper>(\.children, feedback: Feedback.child) { Napper() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.child(let id)): return children.reduce(.input(id), id: id, into: &state)
    case .feedback(.child(let id, .feedback(let feedback))):
      return children.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.child(let id, .output)):
      state.latest = id
      return .none
    }
  }
}

/// An error.
private struct CancelledByHand: Error {}

/// A container that counts.
private final class Tally: StateStore<Int, Never> {
  init() { super.init(state: 0) }

  func count() { state += 1 }
}

/// The client that fetches letters.
private struct LetterClient: TestDependencyKey {
  var ask: @Sendable (Int) async throws -> Int

  static let testValue = LetterClient(ask: unimplemented("LetterClient.ask"))
}

extension DependencyValues {
  fileprivate var letterClient: LetterClient {
    get { self[LetterClient.self] }
    set { self[LetterClient.self] = newValue }
  }
}

/// Requests letters, and stores them in order of arrival.
private struct Mailbox: Reducer {
  @Dependency(\.letterClient) private var client

  func reduce(message: Message<Int, Int>, into letters: inout [String]) -> Effect<Int, Never> {
    switch message {
    case .input(let number): return .run("letter", of: number) { send in await send(try await client.ask(number)) }
    case .feedback(let number):
      letters.append("\(number)")
      return .none
    }
  }
}
