import StoreCore
import StoreTesting
import Testing

@testable import StoreExploration

/// Suspects, and what is none, in features that were written elsewhere.
@Suite struct EvidenceTests {
  struct Planted: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let complaints: [String]
    let promises: @Sendable (_ isFixed: Bool) async throws -> Promises
  }

  struct Right: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let promises: @Sendable () async throws -> Promises
  }

  @Test(arguments: Planted.all) func `a planted bug is the first suspect`(_ planted: Planted) async throws {
    let complaints = try await planted.promises(false).suspects.map(\.complaint)
    #expect(complaints == planted.complaints)
  }

  @Test(arguments: Planted.all) func `a feature without the bug has no suspect`(_ planted: Planted) async throws {
    let complaints = try await planted.promises(true).suspects.map(\.complaint)
    #expect(complaints == [])
  }

  @Test(arguments: Right.all) func `a feature that is right has no suspect`(_ right: Right) async throws {
    let promises = try await right.promises()
    #expect(promises.report.isComplete)
    #expect(promises.suspects.map(\.complaint) == [])
  }

  /// Promises that are broken where a feature is right, so that they are no suspects.
  struct Excused: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let promises: @Sendable () async throws -> Promises

    static let all = [
      Excused(testDescription: ".scrolledDown does something whenever !ads.isEmpty and nothing runs") {
        try await Classifieds.space(isFixed: true).promises()
      },
      Excused(testDescription: "isDone can be left") { try await SignUp.space().promises() },
      Excused(testDescription: "secondsLeft != 0 ends without an input") { try await Breath.space().promises() },
      Excused(testDescription: "favourites names elements of items") { try await FavouriteItems.space().promises() },
    ]
  }

  @Test(arguments: Excused.all) func `a promise that is broken on purpose doesn't hold`(_ excused: Excused) async throws
  {
    let promises = try await excused.promises()
    #expect(!promises.holding.map(\.text).contains(excused.testDescription))
    #expect(!promises.suspects.map(\.text).contains(excused.testDescription))
  }

  @Test func `a promise of a project is a suspect of its own`() async throws {
    let promises = try await Rowing.space(isFixed: false).promises(
      .situations("strokes are counted in front") { $0.isRunning("strokes") ? $0.place == .front : nil }
    )
    #expect(promises.suspects.contains { $0.text == "strokes are counted in front" })
    #expect(promises.suspects.contains { $0.complaint == "strokes runs, though place == .back" })
  }

  @Test func `a mode that nothing ends is no mode that only an input ends`() async throws {
    let suspects = try await Payment.space(isFixed: false).promises().suspects
    #expect(suspects.map(\.complaint) == ["nothing at all ends isPaying"])
    #expect(suspects.first?.trace.contains("  3. send .closed") == true)
  }

  @Test func `an input discards work with each of its values`() async throws {
    let space = try await StateSpace(inputs: [.textChanged("x"), .saveTapped, .linkOpened("b"), .linkOpened("c")]) {
      let store = TestStore(initialState: Editor.State()) { Editor(isFixed: false) }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
    #expect(
      space.promises().suspects.first?.complaint
        == #".linkOpened("b"), .linkOpened("c") cancels save, which .saveTapped respects"#
    )
  }

  @Test func `an optional number is compared with no other`() {
    struct Screen { let (session, row): (Int, Int?) }
    let facts = PromiseFacts(of: (0...6).map { Screen(session: $0, row: $0 + 1) })
    #expect(
      AmountRelations().candidates(in: facts).map(\.text) == ["row? is never negative", "session is never negative"]
    )
  }

  @Test func `an input that is dead only without a condition does something under it everywhere`() async throws {
    let holding = try await StarLog.space().promises().holding.map(\.text)
    #expect(holding.contains(".retryTapped does something whenever failure != nil and nothing runs"))
  }

  @Test func `a path shows the message after which an older effect goes on`() async throws {
    let suspects = try await Card.space(isFixed: false).promises().suspects
    let trace = try #require(suspects.first?.trace)
    let (start, signOut) = (trace.firstIndex(of: "       starts photo"), trace.firstIndex(of: "  3. send .signedOut"))
    #expect(try #require(start) < #require(signOut))
    #expect(trace.last?.hasPrefix("       photo: nil -> ") == true)
  }

  @Test func `a path shows the message that sets what an older effect ends`() async throws {
    let trace = try await Guests.space(isFixed: false).promises().suspects.first?.trace ?? []
    #expect(trace.contains("       guests[1].isComing: true -> false"), "\(trace)")
  }

  @Test func `a new stack of screens leads to no situation that looks like another`() async throws {
    let space = try await StateSpace(inputs: { (state: Album.State) -> [Album.Input] in
      [.opened, .linkOpened] + state.path.ids.suffix(1).map { .closed($0) }
    }) {
      TestStore(initialState: Album.State()) { Album() }
    }
    #expect(space.promises().report.cut == nil)
  }

  @Test func `effects of one state differ by the messages that start them`() async throws {
    let space = try await StateSpace(inputs: Camera.Input.allCases) {
      let store = TestStore(initialState: Camera.State()) { Camera() }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1]), .success([])] }
      return store
    }
    #expect(space.promises().report.cut == nil)
    #expect(space.check(.sometimes("it scans") { $0.isScanning }).isComplete)
  }
}
