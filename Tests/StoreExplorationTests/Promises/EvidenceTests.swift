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

    static let all = [
      Planted(
        testDescription: "a poll that starts again in the background",
        complaints: ["poll runs, though !isActive"]
      ) { try await Departures.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a timer that starts again in a case of an enum",
        complaints: ["rest runs, though phase == .paused", "locate runs, though phase != .active"]
      ) { try await Shift.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a photo that was never there before it arrives after the sign-out",
        complaints: ["photo, which started before .signedOut, changes the state that it has reset"]
      ) { try await Card.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a removal that fails after the sign-out, and is taken back",
        complaints: [
          "take, which started before .signedOut, changes the state that it has reset",
          "take(1) runs twice at a time, though inputs wait for it elsewhere",
          "bottles, which started before .takeTapped, ends bottles.isEmpty",
        ]
      ) { try await Cellar.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a selected mail that is removed elsewhere",
        complaints: ["selected names an element that mails no longer has"]
      ) { try await Mailbox.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a failed like that takes back a newer choice",
        complaints: ["like, which started before .likeTapped, ends !isLiked"]
      ) { try await Likes.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a poll that succeeds, and leaves the note of a failed one",
        complaints: ["isOffline, which only failures set, outlasts .polled"]
      ) { try await Quotes.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a removal that isn't to be saved",
        complaints: [".removed() changes posts and doesn't set hasChanges, as .added and .raised() do"]
      ) { try await Budget.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a sign-out that forgets a message",
        complaints: [".signedOut resets all but message"]
      ) { try await PatientPage.space(isFixed: $0).promises() },
      Planted(
        testDescription: "the usage of one home that arrives at another one",
        complaints: ["usage, which started before .homePicked(1), ends usage.isEmpty"]
      ) { try await Energy.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a failure that is lost while a leaflet covers the page",
        complaints: ["state.reading(0).hours == .loading, though hours doesn't run"]
      ) { try await DentistHours.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a retry that is dead where more lists have failed than could go on",
        complaints: [".retryTapped does nothing, though failedPage != nil, and nothing runs"]
      ) { try await Reception.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a link that cancels a save, though others ask",
        complaints: [".linkOpened(2) cancels save, which .showTapped(1) respects"]
      ) { try await ShowNotes.space(isFixed: $0).promises() },
      Planted(
        testDescription: "an undo that restores too much",
        complaints: ["replies, which started before .undone, ends !guests[id: 2].isComing"]
      ) { try await Guests.space(isFixed: $0).promises() },
      Planted(
        testDescription: "one of several selected files that is removed elsewhere",
        complaints: ["selected names an element that files no longer has"]
      ) { try await Files.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a failure after which an element of a set waits for ever",
        complaints: ["nothing at all ends busy.contains(1)"]
      ) { try await Potluck.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a failed command that takes back what has arrived",
        complaints: ["a failed order ends stages[1] == .arrived"]
      ) { try await Postcards.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a timer that starts in one of two modes, in which others pause",
        complaints: ["strokes runs, though place == .back"]
      ) { try await Rowing.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a failed command that takes back an end",
        complaints: ["order, which started before .arrived, ends hasArrived"]
      ) { try await Parcel.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a retry that is dead after a failed refresh on the last page",
        complaints: [".againTapped does nothing, though footer == .again, and nothing runs"]
      ) { try await Patents.space(isFixed: $0).promises() },
      Planted(
        testDescription: "an older refresh that opens what is locked, and begins its time anew",
        complaints: [
          "refresh, which started before .locked, ends door == .locked",
          "unlock, which started before .locked, ends door == .locked",
        ]
      ) { try await Vault.space(isFixed: $0).promises() },
      Planted(
        testDescription: "an input that begins a timer beside the one that another input waits for",
        complaints: ["minutes runs twice at a time, though inputs wait for it elsewhere"]
      ) { try await Meditation.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a failure that takes back one choice and not the opposite one",
        complaints: ["a failed save leaves courses[id: 2].isTaken as .tapped(2) has changed it"]
      ) { try await Courses.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a failure that takes back a list and not its number",
        complaints: ["a failed delete leaves badge as .deleted(1) has changed it"]
      ) { try await Voicemails.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a late save that is for the page on which one has typed",
        complaints: ["debounce changes what .opened(\"B\") has chosen since it started"]
      ) { try await Wiki.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a refresh that loses typed text",
        complaints: ["load, which started before .typed(\"9-17\"), sets hours back"]
      ) { try await BusinessCard.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a refresh that takes back what is selected",
        complaints: ["refresh, which started before .picked(2), sets selected back"]
      ) { try await Tracks.space(isFixed: $0).promises() },
      Planted(
        testDescription: "an older answer that replaces a newer one",
        complaints: ["load(1) replaces results, though load(2) started later"]
      ) { try await LookUp.space(isFixed: $0).promises() },
      Planted(
        testDescription: "an answer for an older choice",
        complaints: ["forecast, which started before .chose(1), sets shown"]
      ) { try await Forecasts.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a failure that is shown beside another choice",
        complaints: ["points, which started for another open, fails, and hasFailed"]
      ) { try await LoyaltyCards.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a number that one input forgets to change with its list",
        complaints: ["after .archived(1), unread isn't the number of mails with !isRead"]
      ) { try await Inbox.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a text that counts as saved, though it was typed during the save",
        complaints: ["save, which started before .typed(\"A\"), ends hasChanges"]
      ) { try await Contract.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a pause that the end of an interruption ends",
        complaints: [".callEnded changes isPlaying, which .callBegan had not changed"]
      ) { try await Audiobook.space(isFixed: $0).promises() },
      Planted(
        testDescription: "the end of a list that stays for the next one",
        complaints: [".scrolledDown does nothing, as hasReachedEnd is left from an older page"]
      ) { try await Classifieds.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a failure that notes nothing to try again",
        complaints: [".retryTapped does nothing, though error != nil, and nothing runs"]
      ) { try await Notary.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a message that replaces a child, and discards its running save",
        complaints: [".messageOpened(2) cancels save, which .closed respects"]
      ) { try await Logbook.space(isFixed: $0).promises() },
      Planted(
        testDescription: "an element of a stream that replaces a form, and discards what it sends",
        complaints: [".warned cancels send, which .closed respects"]
      ) { try await Observations.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a mode that lasts where what would end it has stopped",
        complaints: ["nothing at all ends phase == .pausing"]
      ) { try await Loom.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a batch that breaks off, and takes back what it has delivered",
        complaints: ["batch, which started before .delivered, ends plants[id: 1].status == .delivered"]
      ) { try await Herbarium.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a failed call that takes back what a stream has confirmed",
        complaints: ["send, which started before .confirmed, ends statuses[1] == .delivered"]
      ) { try await Samples.space(isFixed: $0).promises() },
      Planted(
        testDescription: "another child in the place of one that saves",
        complaints: [".linkOpened(7) cancels grade, which .closed respects"]
      ) { try await CheeseCards.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a success that forgets the failure of something else",
        complaints: [".retryTapped does nothing, though statuses[.pieces] == .failed, and nothing runs"]
      ) { try await Costumes.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a failed call that takes back what a stream has confirmed in its place",
        complaints: ["file, which started before .confirmed, ends isFiled"]
      ) { try await TaxReturn.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a failure of one element that takes back others",
        complaints: ["upload, which started before .uploaded, ends statuses[1] == .backedUp"]
      ) { try await PhotoBackup.space(isFixed: $0).promises() },
      Planted(
        testDescription: "work for one element that stops the work for another, which waits for ever",
        complaints: ["nothing at all ends downloading.contains(1)"]
      ) { try await BookShelf.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a poll of a child that begins again while that pauses",
        complaints: ["poll runs, though queue?.isPaused"]
      ) { try await BoatQueue.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a retry that is dead while the feature listens to a stream",
        complaints: [".retryTapped does nothing, though failed != nil, and nothing but events runs"]
      ) { try await ChatLetters.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a failure that is shown beside what a stream has confirmed",
        complaints: ["order fails, and hasFailed, though isOrdered, which it is for"]
      ) { try await Prescription.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a retry of a child that is dead",
        complaints: [".letters(.retryTapped) does nothing, though letters.failed != nil, and nothing but events runs"]
      ) { try await ChatPage.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a link that waits for a save, and not for its second try",
        complaints: [".linkOpened(\"A\"), .linkOpened(\"B\") cancels save, which .bookChosen(\"A\") respects"]
      ) { try await Ledger.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a link that waits for a text that is sent, and gives up one that waits to be sent again",
        complaints: [".linkOpened cancels retry, and discards a text, though it waits for send"]
      ) { try await MeterReading.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a late answer that reaches the next user",
        complaints: ["keep, which started before .signedOut, changes the state that it has reset"]
      ) { try await RadioTakes.space(isFixed: $0).promises() },
      Planted(
        testDescription: "elements that count as failed when the stream that has brought them breaks off",
        complaints: ["a failed bring ends stages[1] == .arrived"]
      ) { try await Bottles.space(isFixed: $0).promises() },
      Planted(
        testDescription: "elements that count as failed when something else fails",
        complaints: ["a failed connect ends letters[1] == .arrived"]
      ) { try await LostLetters.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a poll that a bid begins in the background",
        complaints: ["pause runs, though isInBackground", "price runs, though isInBackground"]
      ) { try await PriceWatch.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a retry that needs a next page, also for a refresh",
        complaints: [".retryTapped does nothing, though state == .failed, and nothing runs"]
      ) { try await MailPages.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a link that waits for a list, and then discards a text",
        complaints: ["elevators, which started before .typed, sets report back"]
      ) { try await ElevatorReports.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a failure that is lost while a plot covers the list, in another payload",
        complaints: ["state.plot(behind).isRefreshing, though plots doesn't run"]
      ) { try await PlotExchange.space(isFixed: $0).promises() },
    ]
  }

  struct Right: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let promises: @Sendable () async throws -> Promises

    static let all = [
      Right(testDescription: "work beside a mode that is on in most situations") {
        try await Finder.space().promises()
      },
      Right(testDescription: "a timer that is there to end what is on") { try await Player.space().promises() },
      Right(testDescription: "work that is given up by its number, and a message that comes again") {
        try await Inquiry.space().promises()
      },
      Right(testDescription: "an element of an older stream") { try await Receipt.space().promises() },
      Right(testDescription: "work that an input starts where others would stop it") {
        try await Uploads.space().promises()
      },
      Right(testDescription: "a message that replaces another one") { try await Seats.space().promises() },
      Right(testDescription: "work beside a selection that is taken back") { try await Selection.space().promises() },
      Right(testDescription: "work whose own message ends it") { try await Form.space().promises() },
      Right(testDescription: "a countdown that an answer stops") { try await Quiz.space().promises() },
      Right(testDescription: "favourites that outlast a search, and a message that is closed") {
        try await FavouriteItems.space().promises()
      },
      Right(testDescription: "a history that outlasts what it is of") { try await PlayedTitles.space().promises() },
      Right(testDescription: "a flag that is only set while a save runs") { try await Programme.space().promises() },
      Right(testDescription: "work that ends with what it is for, beside a note") { try await Stay.space().promises() },
      Right(testDescription: "work that each change begins anew") { try await Rows.space().promises() },
      Right(testDescription: "a text that is cleared beside what is kept") { try await Translator.space().promises() },
      Right(testDescription: "states of elements that a server tells") { try await Laundry.space().promises() },
      Right(testDescription: "an input that can only cancel") { try await HearingAid.space().promises() },
      Right(testDescription: "an input that has done what it does to the open element") {
        try await LostAndFound.space().promises()
      },
      Right(testDescription: "a look-up that isn't needed any more") { try await Passport.space().promises() },
      Right(testDescription: "a failure that ends what others may end") { try await Line.space().promises() },
      Right(testDescription: "a text that a failure keeps to be sent again") { try await Outgoing.space().promises() },
      Right(testDescription: "an element of a set that comes after another one is removed") {
        try await Seeds.space().promises()
      },
      Right(testDescription: "a choice that is shown at once") { try await Petition.space().promises() },
      Right(testDescription: "a pause in which ticks don't count") { try await Breath.space().promises() },
      Right(testDescription: "a last mode, in which nothing can be done") { try await SignUp.space().promises() },
      Right(testDescription: "several answers that each take a number off a set") {
        try await Shelf.space().promises()
      },
      Right(testDescription: "work that an input begins when it leaves") { try await ClosedNotes.space().promises() },
      Right(testDescription: "a wait that an input ends, to go on with it") { try await Intercom.space().promises() },
      Right(testDescription: "a failure that stays in the background, and ends with it") {
        try await Webcam.space().promises()
      },
      Right(testDescription: "other elements where one was removed") { try await Tabs.space().promises() },
      Right(testDescription: "a time that stops all work that depends on it") {
        try await CinemaSeats.space().promises()
      },
      Right(testDescription: "a failure that is kept to be tried again, beside a number") {
        try await Chores.space().promises()
      },
      Right(testDescription: "a text that failed to be saved, and is another one since") {
        try await AutosavedDraft.space().promises()
      },
      Right(testDescription: "an element of a stream that ends a session, and what is sent in it") {
        try await Claims.space().promises()
      },
      Right(testDescription: "an input that has done what it does to the selected element of a set") {
        try await Stalls.space().promises()
      },
      Right(testDescription: "an entry of a dictionary that comes after another one is removed") {
        try await Sensors.space().promises()
      },
      Right(testDescription: "a message that is closed with its text before another one") {
        try await HeldLesson.space().promises()
      },
      Right(testDescription: "the end of a stream that ends a session, and what was begun in it") {
        try await CanalLock.space().promises()
      },
      Right(testDescription: "a connection that the next call ends") { try await Broker.space().promises() },
      Right(testDescription: "work that inputs begin while a mode ends by itself") {
        try await ClosingCard.space().promises()
      },
      Right(testDescription: "inputs that do nothing until the feature is on, and what a stream stops and begins") {
        try await Conversation.space().promises()
      },
      Right(testDescription: "a note of what has failed, after another failure") {
        try await StarLog.space().promises()
      },
      Right(testDescription: "work and a flag that end with what both are about") { try await Rink.space().promises() },
      Right(testDescription: "a mode in which a child begins, and in which it is taken away") {
        try await ClubDesk.space().promises()
      },
      Right(testDescription: "the text of what an answer opens") { try await ShieldEditor.space().promises() },
      Right(testDescription: "a question that a stream asks anew") { try await OpenSign.space().promises() },
      Right(testDescription: "a ticket that work renews before it goes on") {
        try await TicketedOrders.space().promises()
      },
      Right(testDescription: "a timer that ends by itself where other work decides") {
        try await ParkingTicket.space().promises()
      },
      Right(testDescription: "a notice of one thing or the other") { try await FrozenCard.space().promises() },
      Right(testDescription: "a cancellation that is the last word") { try await CourierOrder.space().promises() },
      Right(testDescription: "two interruptions at a time") { try await RunningChallenge.space().promises() },
      Right(testDescription: "an input that acts where two values differ") { try await ExamSheet.space().promises() },
      Right(testDescription: "a check-out that gives up a request") { try await JukeboxRequests.space().promises() },
      Right(testDescription: "a retry that the background forbids") { try await FieldReport.space().promises() },
      Right(testDescription: "two sleeps of one name") { try await AlarmRadio.space().promises() },
      Right(testDescription: "a question that has become pointless") { try await CodeReview.space().promises() },
      Right(testDescription: "equal work for two elements") { try await Glossary.space().promises() },
      Right(testDescription: "work that ends with a child, as other work begins") {
        try await CarSharing.space().promises()
      },
    ]
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
    let situations = (0...6).map { number in
      let state = StateFacts(of: Screen(session: number, row: number + 1))
      return PromiseFacts.Situation(state: state, running: [], labels: [], places: [])
    }
    let facts = PromiseFacts(situations, steps: [], isExplored: Array(repeating: true, count: situations.count))
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
