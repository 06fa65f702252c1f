import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

/// Samples that are the children of others, and those with children of several kinds.
@Suite("Screens in all situations")
struct ScreenSpacesTests {
  @Test func `Detail keeps its properties in every situation`() {
    let space = StateSpace(
      initialState: Detail.State(result: SearchResult(title: "a")),
      inputs: [.appeared, .favouriteTapped, .closeTapped],
      canonical: { $0.seconds = min($0.seconds, 2) }
    ) {
      Detail()
    } responses: { _ in
      [.sends(.secondPassed, then: .repeats)]
    }
    let report = space.check(
      .always("one timer runs at most") { $0.running.count <= 1 },
      .always("seconds count only with a timer") { $0.seconds == 0 || $0.isRunning("timer") },
      .leadsTo(
        "a timer counts",
        fairness: .responsesOnceInputsEnd,
        from: { $0.seconds == 0 && $0.isRunning("timer") },
        to: { $0.seconds > 0 }
      )
    )
    #expect(report.isComplete)
  }

  @Test func `FlatDetail keeps its properties in every situation`() {
    let space = StateSpace(
      initialState: FlatDetail.State(result: SearchResult(title: "a")),
      inputs: [.appeared, .closeTapped],
      canonical: { $0.seconds = min($0.seconds, 2) }
    ) {
      FlatDetail()
    } responses: { _ in
      [.sends(.secondPassed, then: .repeats)]
    }
    let report = space.check(
      .always("one timer runs at most") { $0.running.count <= 1 },
      .always("seconds count only with a timer") { $0.seconds == 0 || $0.isRunning("timer") }
    )
    #expect(report.isComplete)
  }

  @Test func `Favourite keeps its properties in every situation`() {
    let space = StateSpace(
      initialState: Favourite.State(result: SearchResult(title: "a")),
      inputs: [.checkTapped, .openTapped, .removeTapped]
    ) {
      Favourite()
    } responses: { _ in
      [.sends(.checked(1)), .sends(.checked(nil))]
    }
    let report = space.check(
      .always("it is checked just when a check runs") { $0.isChecking == $0.isRunning("check") },
      .always("one check runs at most") { $0.running.count <= 1 },
      .always("a number of results stays") { old, _, new in old.matches == nil || new.matches != nil },
      .leadsTo(
        "a check ends",
        fairness: .responsesOnceInputsEnd,
        from: { $0.isChecking },
        to: { !$0.isChecking }
      )
    )
    #expect(report.isComplete)
  }

  @Test func `FlatBrowser keeps its properties in every situation`() {
    let result = SearchResult(title: "a")
    let space = StateSpace(initialState: FlatBrowser.State()) { state in
      [.search(.queryChanged("a")), .search(.queryChanged("")), .search(.resultTapped(result))]
        + (state.detail == nil ? [] : [.detail(.appeared), .detail(.closeTapped)])
    } canonical: { state in
      state.failures = min(state.failures, 1)
      if let seconds = state.detail?.seconds { state.detail?.seconds = min(seconds, 1) }
    } reducer: {
      FlatBrowser()
    } responses: { effect in
      switch effect.name {
      case "timer": [.sends(.detail(.secondPassed), then: .repeats)]
      case "debounce": [.sends(.search(.debounceCompleted))]
      default: [.sends(.search(.searchSucceeded([result]))), .sends(.search(.searchFailed("offline")))]
      }
    }
    let report = space.check(
      .always("a timer means a detail screen") { $0.detail != nil || !$0.isRunning("timer") },
      .always("one timer runs at most") { browser in browser.running.count { $0.name == "timer" } <= 1 },
      .always("the spinner means a search") { $0.search.isLoading == $0.isRunning("search") },
      .always("an error is counted") { $0.search.error == nil || $0.failures > 0 },
      .sometimes("a detail during a search") { $0.detail != nil && $0.isRunning("search") }
    )
    #expect(report.isComplete)
  }

  @Test func `Inbox keeps its properties in every situation`() {
    let mails = [Mail(id: 1, subject: "a"), Mail(id: 2, subject: "b")]
    let space = StateSpace(initialState: Inbox.State(), inputs: [.download, .markRead(1), .markAllRead]) {
      Inbox()
    } responses: { _ in
      [
        .sends(.downloaded(.success(mails))), .sends(.downloaded(.success([]))),
        .sends(.downloaded(.failure(.interrupted))),
      ]
    }
    let report = space.check(
      .always("it is loading just when a download runs") { ($0.download == .running) == $0.isRunning("download") },
      .always("one download runs at most") { $0.running.count <= 1 },
      .always("a mail that is read stays read") { old, _, new in
        old.mails.filter(\.isRead).allSatisfy { mail in new.mails.allSatisfy { $0.id != mail.id || $0.isRead } }
      },
      .sometimes("a read mail beside an unread one") { $0.unread == 1 },
      .leadsTo("a download ends", from: { $0.download == .running }, to: { $0.download != .running })
    )
    #expect(report.isComplete)
  }

  @Test func `MailList keeps its properties in every situation`() {
    let inboxes = [Inbox.State(), Inbox.State(mails: [Mail(id: 1, subject: "a", isRead: true)])]
    let space = StateSpace(
      initialState: MailList.State(),
      inputs: [.appeared, .pulled, .mailTapped(1), .filterTapped]
    ) {
      MailList()
    } responses: { _ in
      inboxes.map { .sends(.inboxChanged($0), then: .repeats) } + [.ends]
    }
    let report = space.check(
      .always("it follows the inbox once") { $0.running.count <= 1 },
      .always("only the inbox changes mails") { old, message, new in
        if case .feedback = message { true } else { new.inbox == old.inbox }
      },
      .always("a hidden mail is read") { !$0.hidesRead || $0.mails.allSatisfy { !$0.isRead } },
      .sometimes("a list without its read mails") { $0.mails.count < $0.inbox.mails.count }
    )
    #expect(report.isComplete)
  }

  @Test func `MailBadge keeps its properties in every situation`() {
    let space = StateSpace(initialState: MailBadge.State(), inputs: [.appeared, .tapped]) {
      MailBadge()
    } responses: { _ in
      (0...2).map { .sends(.unreadChanged($0), then: .repeats) } + [.ends]
    }
    let report = space.check(
      .always("it follows the inbox once") { $0.running.count <= 1 },
      .always("only the inbox changes the number") { old, message, new in
        if case .feedback = message { true } else { new == old }
      },
      .sometimes("unread mails") { $0.unread == 2 }
    )
    #expect(report.isComplete)
  }
}
