import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// Toasts that dismiss themselves.
private struct Toasts: Reducer {
  struct State: Equatable {
    var text: String?
    var number = 0
  }

  enum Input: Sendable { case show(String) }
  enum Feedback: Sendable { case timeout(String, number: Int) }

  /// What becomes of the timer of an earlier toast.
  enum Style: String, CaseIterable, CustomTestStringConvertible {
    /// It goes on, and dismisses the next toast.
    case goesOn = "goes on"

    /// It is cancelled.
    case isCancelled = "is cancelled"

    /// It dismisses its own toast only.
    case isItsOwn = "dismisses its own toast"

    /// It goes on, and begins something else at its end.
    case begins = "begins something"

    /// It changes something else than the input has set.
    case counts = "counts"

    var testDescription: String { rawValue }
  }

  let style: Style

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.show(let text)):
      state.text = text
      if style == .isItsOwn { state.number = (state.number + 1) % 4 }
      let timer = Effect<Feedback, Never>.run("toast") { [clock, number = state.number] send in
        try await clock.sleep(for: .seconds(3))
        await send(.timeout(text, number: number))
      }
      return style == .isCancelled ? timer.cancellable(id: "toast", cancelInFlight: true) : timer
    case .feedback(.timeout(_, let number)):
      switch style {
      case .goesOn, .isCancelled, .begins: state.text = nil
      case .isItsOwn: if state.number == number { state.text = nil }
      case .counts: state.number = 1
      }
      guard style == .begins else { return .none }
      return .run("report") { [clock] _ in try await clock.sleep(for: .seconds(1)) }
    }
  }
}

/// An indicator that shows typing for a while, and a draft that is saved a while after the first change.
private struct Draft: Reducer {
  struct State: Equatable {
    var isTyping = false
    var isChanged = false
  }

  enum Input: Sendable { case typed }
  enum Feedback: Sendable { case paused, saveDue, saved }

  let savesDraft: Bool

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.typed):
      if savesDraft { state.isChanged = true } else { state.isTyping = true }
      return .run(savesDraft ? "autosave" : "typing") { [clock, savesDraft] send in
        try await clock.sleep(for: .seconds(2))
        await send(savesDraft ? .saveDue : .paused)
      }
    case .feedback(.paused): state.isTyping = false
    case .feedback(.saveDue):
      guard state.isChanged else { return .none }
      state.isChanged = false
      return .run("save") { send in await send(.saved) }
    case .feedback(.saved): break
    }
    return .none
  }
}

/// An older timer that does, too early, what a newer one is for.
@Suite struct EarlyWakeTests {
  private func findings(_ style: Toasts.Style, except exceptions: [String] = []) async throws -> BugReport? {
    var report: BugReport?
    _ = try await recordingReports {
      report = try await findBugs(
        inputs: [.show("a"), .show("b")],
        within: .seconds(600),
        except: exceptions
      ) { TestStore(initialState: Toasts.State()) { Toasts(style: style) } }
    }
    return report
  }

  /// Runs the hunt by itself.
  private func hunt<Feature: Reducer>(
    _ inputs: [Feature.Input],
    store makeStore: @escaping () -> TestStore<Feature>
  ) async throws -> (findings: [BugReport.Finding], tried: String?) where Feature.State: Equatable {
    let site = CallSite(#_sourceLocation)
    let exploration = try await LiveExploration.explore(
      makeStore,
      { _ in inputs },
      within: SpaceBounds(),
      site,
      isolation: nil
    )
    return try await EarlyWakeHunt(exploration, of: "Feature", at: site)
      .run(until: .now.advanced(by: .seconds(600)), isolation: nil)
  }

  private let complaint = #"toast, which started before .show("b"), wakes too early for it: text: "b" -> nil"#

  @Test func `a toast that the timer of an older one dismisses is found, with a test`() async throws {
    let finding = try #require(try await findings(.goesOn)?.findings.first)
    #expect(finding.complaint == complaint)
    #expect(
      finding.trace == [
        #"  1. send .show("a")"#,
        #"       text: nil -> "a""#,
        "       starts toast",
        "  2. 1.5 s pass",
        #"  3. send .show("b")"#,
        #"       text?: "a" -> "b""#,
        "       starts toast",
        "  4. 1.5 s pass",
        #"     then .timeout("a", number: 0)"#,
        #"       text: "b" -> nil"#,
      ]
    )
    #expect(
      finding.test == [
        "store.exhaustivity = .strict",
        #"await store.send(.show("a")) { $0.text = "a" }"#,
        #"await store.receiveEffect("toast")"#,
        "await store.clock.advance(by: .milliseconds(1500))",
        #"await store.send(.show("b")) { $0.text = "b" }"#,
        #"await store.receiveEffect("toast")"#,
        "await store.clock.advance(by: .milliseconds(1500))",
        #"await store.receive(.timeout("a", number: 0)) { $0.text = nil }"#,
        "await store.cancelInFlightEffects()",
        "await store.finish()",
      ]
    )
  }

  @Test func `an exception is no finding`() async throws {
    let report = try await findings(.goesOn, except: [complaint])
    #expect(report?.findings.map(\.complaint).contains(complaint) == false)
  }

  @Test(arguments: Toasts.Style.allCases.dropFirst())
  fileprivate func `nothing is found where an earlier timer`(_ style: Toasts.Style) async throws {
    let (findings, tried) = try await hunt([.show("a"), .show("b")]) {
      TestStore(initialState: Toasts.State()) { Toasts(style: style) }
    }
    #expect(findings.map(\.complaint) == [])
    #expect(tried == (style == .isCancelled ? nil : "effects that start a second time while they sleep: 2 inputs"))
  }

  @Test(arguments: [
    (false, ["typing, which started before .typed, wakes too early for it: isTyping: true -> false"]),
    // The draft is saved a while after the first change, which is no mistake.
    (true, []),
  ])
  func `an indicator that each key sets is found, and no draft that the older timer saves`(
    savesDraft: Bool,
    complaints: [String]
  ) async throws {
    let findings = try await hunt([.typed]) {
      TestStore(initialState: Draft.State()) { Draft(savesDraft: savesDraft) }
    }
    .findings
    #expect(findings.map(\.complaint) == complaints)
  }
}
