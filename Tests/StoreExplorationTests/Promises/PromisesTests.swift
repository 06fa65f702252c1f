import Foundation
import StoreCore
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import StoreExploration

/// The spaces of the features with planted bugs.
private enum Spaces {
  static func feed(isFixed: Bool) async throws -> StateSpace<Feed> {
    try await StateSpace(inputs: [.appeared, .endReached, .pulledToRefresh, .retryTapped]) {
      let store = TestStore(initialState: Feed.State()) { Feed(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { [.success($0 < 2 ? [$0] : []), .failure(SuspectClient.Offline())] }
      return store
    }
  }

  static func messenger(isFixed: Bool) async throws -> StateSpace<Messenger> {
    try await StateSpace(inputs: [.sendTapped, .retryTapped(0), .retryTapped(1)]) {
      let store = TestStore(initialState: Messenger.State()) { Messenger(isFixed: isFixed) }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }

  static func ticker(isFixed: Bool) async throws -> StateSpace<PulsingDisplay> {
    try await StateSpace(inputs: [.appeared, .becameActive, .enteredBackground, .resetTapped]) {
      let store = TestStore(initialState: PulsingDisplay.State()) { PulsingDisplay(isFixed: isFixed) }
      store.gate("interval", at: \.suspectLoad) { _ in [.success([1, 2]), .failure(SuspectClient.Offline())] }
      return store
    }
  }

  static func account(isFixed: Bool) async throws -> StateSpace<Account> {
    try await StateSpace(inputs: [.loggedIn("Ada"), .reloadTapped, .loggedOut]) {
      let store = TestStore(initialState: Account.State()) { Account(isFixed: isFixed) }
      store.gate("profile", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
      return store
    }
  }

  static func notes(isFixed: Bool) async throws -> StateSpace<Notes> {
    try await StateSpace(inputs: [.noteTapped, .textChanged("a"), .saveTapped, .closeTapped, .linkOpened]) {
      let store = TestStore(initialState: Notes.State()) { Notes(isFixed: isFixed) }
      store.gate("save", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }

  static func lookup(isFixed: Bool) async throws -> StateSpace<Lookup> {
    try await StateSpace(inputs: [.queryChanged("a"), .queryChanged(""), .clearTapped]) {
      let store = TestStore(initialState: Lookup.State()) { Lookup(isFixed: isFixed) }
      store.gate("search", at: \.suspectLoad) { _ in [.success([1]), .success([]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// A feature with a planted bug.
private struct Planted: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let complaint: String
  let promises: @Sendable (_ isFixed: Bool) async throws -> Promises

  static let all = [
    Planted(
      testDescription: "a retry that is dead on the last page",
      complaint: ".retryTapped does nothing, though hasFailed, and nothing runs"
    ) { try await Spaces.feed(isFixed: $0).promises() },
    Planted(
      testDescription: "a delivered message that turns into failed",
      complaint: "timeout, which started before .sent, ends messages[id: 0].status == .delivered"
    ) { try await Spaces.messenger(isFixed: $0).promises() },
    Planted(
      testDescription: "a timer that starts in the background",
      complaint: "timer runs, though !isActive"
    ) { try await Spaces.ticker(isFixed: $0).promises() },
    Planted(
      testDescription: "a late answer after log-out",
      complaint: "profile, which started before .loggedOut, ends profile == nil"
    ) { try await Spaces.account(isFixed: $0).promises() },
    Planted(
      testDescription: "a deep link that discards a running save",
      complaint: ".linkOpened cancels save, which .closeTapped respects"
    ) { try await Spaces.notes(isFixed: $0).promises() },
    Planted(
      testDescription: "a spinner that never ends",
      complaint: "nothing ends isSearching but an input"
    ) { try await Spaces.lookup(isFixed: $0).promises() },
  ]
}

@Suite struct PromisesTests {
  @Test(arguments: Planted.all) fileprivate func `a planted bug is the first suspect`(_ planted: Planted) async throws {
    let promises = try await planted.promises(false)
    #expect(promises.suspects.first?.complaint == planted.complaint)
    #expect(promises.report.isComplete)
  }

  @Test(arguments: Planted.all)
  fileprivate func `a feature without the bug has no suspect`(_ planted: Planted) async throws {
    let promises = try await planted.promises(true)
    #expect(promises.suspects.map(\.complaint) == [])
    #expect(promises.report.isComplete)
  }

  @Test func `a suspect has the shortest path to the exception`() async throws {
    let suspect = try await Spaces.account(isFixed: false).promises().suspects[0]
    #expect(
      suspect.trace == [
        "  1. send .loggedIn(\"Ada\")", "       user: nil -> \"Ada\"", "       isLoading: false -> true",
        "       starts profile", "  2. send .loggedOut", "       user: \"Ada\" -> nil",
        "       isLoading: true -> false", "  3. profile(0) returns [1]", "     then .loaded(1)",
        "       profile: nil -> 1",
      ]
    )
  }

  @Test func `promises that hold are code to paste`() async throws {
    let space = try await Spaces.lookup(isFixed: true)
    let promises = space.promises()
    #expect(
      promises.holding.compactMap(\.code) == [
        """
        .leadsTo("isSearching ends", fairness: .responsesOnceInputsEnd, from: { $0.isSearching }, to: \
        { !$0.isSearching })
        """,
        ".always(\"isSearching whenever search runs\") { !($0.isRunning(\"search\")) || $0.isSearching }",
        ".always(\"search runs whenever isSearching\") { !($0.isSearching) || $0.isRunning(\"search\") }",
      ]
    )
    let report = space.check(
      .leadsTo(
        "isSearching ends",
        fairness: .responsesOnceInputsEnd,
        from: { $0.isSearching },
        to: { !$0.isSearching }
      ),
      .always("isSearching whenever search runs") { !($0.isRunning("search")) || $0.isSearching },
      .always("search runs whenever isSearching") { !($0.isSearching) || $0.isRunning("search") }
    )
    #expect(report.verdicts.allSatisfy { $0.verdict == .holds })
  }

  @Test func `a project adds kinds of its own`() async throws {
    let space = try await Spaces.account(isFixed: false)
    let promises = space.promises(.situations("a profile has a user") { $0.profile == nil ? nil : $0.user != nil })
    #expect(
      promises.suspects.map(\.complaint) == [
        "not so: a profile has a user", "profile, which started before .loggedOut, ends profile == nil",
      ]
    )
  }

  @Test func `a finding comes as a warning with a strict test`() async throws {
    var report: BugReport?
    let reports = try await recordingReports {
      report = try await findBugs(inputs: [.loggedIn("Ada"), .loggedOut]) {
        let store = TestStore(initialState: Account.State()) { Account(isFixed: false) }
        store.gate("profile", at: \.suspectLoad) { _ in [.success([1])] }
        return store
      }
    }
    #expect(
      reports.map(\.headline) == [
        "Account may have a bug: profile, which started before .loggedOut, ends profile == nil."
      ]
    )
    #expect(reports.allSatisfy { $0.isWarning })
    #expect(
      report?.findings.first?.test == [
        "store.exhaustivity = .strict", "store.answersGatesManually = true",
        "await store.send(.loggedIn(\"Ada\")) {\n  $0.user = \"Ada\"\n  $0.isLoading = true\n}",
        "await store.receiveEffect(\"profile\")",
        "await store.send(.loggedOut) {\n  $0.user = nil\n  $0.isLoading = false\n}",
        "let profile = store.gate(\"profile\", as: Gate<Int, [Int], any Error>.self)",
        "await profile.succeed(with: [1])", "await store.receive(.loaded(1)) { $0.profile = 1 }",
        "await store.finish()",
      ]
    )
  }

  @Test func `a test with kept promises runs before they are judged`() async throws {
    let events = Mutex<[String]>([])
    let trait = PromisesTrait { _, _ in events.withLock { $0.append("judged") } }
    try await trait.provideScope(for: try #require(Test.current), testCase: nil) {
      events.withLock { $0.append("run") }
    }
    #expect(events.withLock(\.self) == ["run", "judged"])
  }

  /// A folder of kept promises, with a file or two.
  private func withPromises(
    _ files: [String: Data],
    _ body: (KeptPromises) async throws -> Void
  ) async throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "promises-\(UUID())")
    let folder = root.appending(path: "__Promises__")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    for (name, data) in files { try data.write(to: folder.appending(path: name)) }
    let site = CallSite(fileID: "A/B.swift", filePath: root.appending(path: "B.swift").path, line: 1, column: 1)
    try await body(KeptPromises(named: "New.Lookup", at: site))
  }

  @Test func `the file of a suite that was renamed is named`() async throws {
    try await withPromises(["Old.Lookup.txt": Data(), "Old.Other.txt": Data()]) { kept in
      let promises = try await Spaces.lookup(isFixed: true).promises()
      let failures = await recordingFailures { kept.verify(promises, of: "Lookup") }
      #expect(
        failures.map(\.details) == [
          """
          Run the suite with STORE_TESTING_RECORD=1 in its environment to write New.Lookup.txt, and read it.

          If the suite had another name, rename its file instead. These have promises of a Lookup:

              • Old.Lookup.txt
          """
        ]
      )
    }
  }

  @Test func `a run that writes the promises fails once, with what they were`() async throws {
    try await withPromises(["New.Lookup.txt": Data("it is always Monday\n".utf8)]) { kept in
      let promises = try await Spaces.lookup(isFixed: true).promises()
      func failures() async -> [TestFailure] {
        await recordingFailures {
          GoldenFileMode.$override.withValue(.record) { kept.verify(promises, of: "Lookup") }
        }
      }
      let first = await failures()
      #expect(first.map(\.headline) == ["The file of the promises of Lookup is written anew."])
      let details = try #require(first.first?.details)
      #expect(details.contains("\n    -it is always Monday\n    +"))
      #expect(details.contains("\n    +isSearching ends without an input\n"))
      #expect(await failures().isEmpty)
      #expect(await recordingFailures { kept.verify(promises, of: "Lookup") }.isEmpty)
    }
  }

  @Test(arguments: [
    (Data(), "The file of the promises of Lookup has none."),
    (Data([0xFF, 0xFE, 0xFF]), "The promises of Lookup can't be read: "),
  ])
  func `a file without promises, or of something else, is a failure`(data: Data, headline: String) async throws {
    try await withPromises(["New.Lookup.txt": data]) { kept in
      let promises = try await Spaces.lookup(isFixed: true).promises()
      let failures = await recordingFailures { kept.verify(promises, of: "Lookup") }
      #expect(failures.map { $0.headline.hasPrefix(headline) } == [true], "\(failures.map(\.headline))")
    }
  }

  @Test func `the exception of the first broken promise is shown, or that of the suspect beside which it stands`()
    async throws
  {
    try await withPromises(["New.Lookup.txt": Data("a ends\nb ends\n".utf8)]) { kept in
      let promises = Promises(
        holding: [.byHand("d")],
        suspects: [
          .byHand("b", exceptions: 1), .byHand("c", exceptions: 1, others: ["a ends"]), .byHand("a", exceptions: 1),
        ],
        unjudged: [],
        report: SpaceReport()
      )
      let failures = await recordingFailures { kept.verify(promises, of: "Lookup") }
      #expect(failures.map(\.headline) == ["Lookup no longer keeps 2 promises."])
      #expect(failures.map { $0.details.contains("An exception: c is stuck:") } == [true])
    }
  }

  @Test func `promises are kept in a file, and fail when they no longer hold`() async throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "promises-\(UUID())")
    let folder = root.appending(path: "__Promises__")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    let site = CallSite(fileID: "A/B.swift", filePath: root.appending(path: "B.swift").path, line: 1, column: 1)
    let kept = KeptPromises(named: "Lookups", at: site)
    let (right, wrong) = (
      try await Spaces.lookup(isFixed: true).promises(), try await Spaces.lookup(isFixed: false).promises()
    )
    let missing = await recordingFailures { kept.verify(right, of: "Lookup") }
    #expect(missing.map(\.headline) == ["The promises of Lookup are not kept yet."])
    let lines = right.holding.map { $0.text + "\n" }.joined()
    try lines.write(to: folder.appending(path: "Lookups.txt"), atomically: true, encoding: .utf8)
    let unchanged = await recordingFailures { kept.verify(right, of: "Lookup") }
    #expect(unchanged.map(\.headline) == [])
    let broken = await recordingFailures { kept.verify(wrong, of: "Lookup") }
    #expect(broken.map(\.headline) == ["Lookup no longer keeps 2 promises."])
    #expect(
      broken.map(\.details) == [
        """
            • isSearching ends without an input
            • search runs whenever isSearching

        An exception: nothing ends isSearching but an input:

              1. send .queryChanged("a")
                   query: "" -> "a"
                   isSearching: false -> true
                   starts search("a")
              2. send .queryChanged("")
                   query: "a" -> ""
                   cancels search("a")

        If the feature is right, delete the line in Lookups.txt, or write the file anew with \
        STORE_TESTING_RECORD=1.
        """
      ]
    )
    try "it is Monday\n".write(to: folder.appending(path: "Lookups.txt"), atomically: true, encoding: .utf8)
    let unknown = await recordingFailures { kept.verify(wrong, of: "Lookup") }
    #expect(unknown.map(\.headline) == ["Lookup no longer keeps 1 promise."])
    #expect(unknown.map { $0.details.contains("An exception") } == [false])
  }
}
