import StoreExploration

extension EvidenceTests.Planted {
  static let all = [
    Self(
      testDescription: "a timer that starts again in a case of an enum",
      complaints: ["rest runs, though phase == .paused", "locate runs, though phase != .active"]
    ) { try await Shift.space(isFixed: $0).promises() },
    Self(
      testDescription: "a removal that fails after the sign-out, and is taken back",
      complaints: [
        "take, which started before .signedOut, changes the state that it has reset",
        "take(1) runs twice at a time, though inputs wait for it elsewhere",
        "bottles, which started before .takeTapped, ends bottles.isEmpty",
      ]
    ) { try await Cellar.space(isFixed: $0).promises() },
    Self(
      testDescription: "a removal that isn't to be saved",
      complaints: [".removed() changes posts and doesn't set hasChanges, as .added and .raised() do"]
    ) { try await Budget.space(isFixed: $0).promises() },
    Self(
      testDescription: "a sign-out that forgets a message",
      complaints: [".signedOut resets all but message"]
    ) { try await PatientPage.space(isFixed: $0).promises() },
    Self(
      testDescription: "the usage of one home that arrives at another one",
      complaints: ["usage, which started before .homePicked(1), ends usage.isEmpty"]
    ) { try await Energy.space(isFixed: $0).promises() },
    Self(
      testDescription: "a retry that is dead where more lists have failed than could go on",
      complaints: [".retryTapped does nothing, though failedPage != nil, and nothing runs"]
    ) { try await Reception.space(isFixed: $0).promises() },
    Self(
      testDescription: "a link that cancels a save, though others ask",
      complaints: [".linkOpened(2) cancels save, which .showTapped(1) respects"]
    ) { try await ShowNotes.space(isFixed: $0).promises() },
    Self(
      testDescription: "an undo that restores too much",
      complaints: ["replies, which started before .undone, ends !guests[id: 2].isComing"]
    ) { try await Guests.space(isFixed: $0).promises() },
    Self(
      testDescription: "one of several selected files that is removed elsewhere",
      complaints: ["selected names an element that files no longer has"]
    ) { try await Files.space(isFixed: $0).promises() },
    Self(
      testDescription: "a failure that takes back a list and not its number",
      complaints: ["a failed delete leaves badge as .deleted(1) has changed it"]
    ) { try await Voicemails.space(isFixed: $0).promises() },
    Self(
      testDescription: "an older answer that replaces a newer one",
      complaints: ["load(1) replaces results, though load(2) started later"]
    ) { try await LookUp.space(isFixed: $0).promises() },
    Self(
      testDescription: "a failure that is shown beside another choice",
      complaints: ["points, which started for another open, fails, and hasFailed"]
    ) { try await LoyaltyCards.space(isFixed: $0).promises() },
    Self(
      testDescription: "a number that one input forgets to change with its list",
      complaints: ["after .archived(1), unread isn't the number of mails with !isRead"]
    ) { try await Inbox.space(isFixed: $0).promises() },
    Self(
      testDescription: "a text that counts as saved, though it was typed during the save",
      complaints: ["save, which started before .typed(\"A\"), ends hasChanges"]
    ) { try await Contract.space(isFixed: $0).promises() },
    Self(
      testDescription: "a pause that the end of an interruption ends",
      complaints: [".callEnded changes isPlaying, which .callBegan had not changed"]
    ) { try await Audiobook.space(isFixed: $0).promises() },
    Self(
      testDescription: "the end of a list that stays for the next one",
      complaints: [".scrolledDown does nothing, as hasReachedEnd is left from an older page"]
    ) { try await Classifieds.space(isFixed: $0).promises() },
    Self(
      testDescription: "a failure of one element that takes back others",
      complaints: ["upload, which started before .uploaded, ends statuses[1] == .backedUp"]
    ) { try await PhotoBackup.space(isFixed: $0).promises() },
    Self(
      testDescription: "work for one element that stops the work for another, which waits for ever",
      complaints: ["nothing at all ends downloading.contains(1)"]
    ) { try await BookShelf.space(isFixed: $0).promises() },
    Self(
      testDescription: "a link that waits for a text that is sent, and gives up one that waits to be sent again",
      complaints: [".linkOpened cancels retry, and discards a text, though it waits for send"]
    ) { try await MeterReading.space(isFixed: $0).promises() },
    Self(
      testDescription: "a late answer that reaches the next user",
      complaints: ["keep, which started before .signedOut, changes the state that it has reset"]
    ) { try await RadioTakes.space(isFixed: $0).promises() },
    Self(
      testDescription: "elements that count as failed when the stream that has brought them breaks off",
      complaints: ["a failed bring ends stages[1] == .arrived"]
    ) { try await Bottles.space(isFixed: $0).promises() },
    Self(
      testDescription: "elements that count as failed when something else fails",
      complaints: ["a failed connect ends letters[1] == .arrived"]
    ) { try await LostLetters.space(isFixed: $0).promises() },
    Self(
      testDescription: "a link that waits for a list, and then discards a text",
      complaints: ["elevators, which started before .typed, sets report back"]
    ) { try await ElevatorReports.space(isFixed: $0).promises() },
    Self(
      testDescription: "a failure that is lost while a plot covers the list, in another payload",
      complaints: ["state.plot(behind).isRefreshing, though plots doesn't run"]
    ) { try await PlotExchange.space(isFixed: $0).promises() },
    Self(
      testDescription: "an element that waits for its turn, which never comes",
      complaints: ["nothing ends rooms[1] == .waiting but an input"]
    ) { try await RoomQueue.space(isFixed: $0).promises() },
    Self(
      testDescription: "a wait that cancels a save, which an input would not",
      complaints: [".idled cancels save, which .lockTapped respects"]
    ) { try await OvenPanel.space(isFixed: $0).promises() },
    Self(
      testDescription: "a failure that is ignored after a sign-out, and shown to the next user",
      complaints: ["archive, which started before .signOutTapped, changes the state that it has reset"]
    ) { try await SharedMailbox.space(isFixed: $0).promises() },
    Self(
      testDescription: "a result that a later failure of its effect takes back",
      complaints: ["a failed load ends delivery == .sent, which parcel has brought"]
    ) { try await PostedParcel.space(isFixed: $0).promises() },
    Self(
      testDescription: "a retry that needs what has expired",
      complaints: [".retryTapped does nothing, though problem != nil, and nothing runs"]
    ) { try await TennisCourt.space(isFixed: $0).promises() },
    Self(
      testDescription: "a save that discards what was typed meanwhile",
      complaints: ["save discards text that was typed meanwhile, and .closeTapped asks before"]
    ) { try await RecipeEditor.space(isFixed: $0).promises() },
    Self(
      testDescription: "a link that asks about a text, and cancels its save",
      complaints: [".linkOpened cancels save, though elsewhere it asks first"]
    ) { try await ClimbingLog.space(isFixed: $0).promises() },
    Self(
      testDescription: "a failure without a way out, and not the filter that stays with it",
      complaints: [
        "nothing at all ends hasFailed", ".retryTapped does nothing, though hasFailed, and nothing runs",
      ]
    ) { try await Sights.space(isFixed: $0).promises() },
    Self(
      testDescription: "an hour that ends after what was delivered, though another delivery stops it",
      complaints: ["watch, which started before .receivedTapped, ends state == .delivered"]
    ) { try await LunchOrder.space(isFixed: $0).promises() },
    Self(
      testDescription: "an accepted answer that fails with a stream",
      complaints: ["questions fails, and hasFailed, though submit has brought isAccepted"]
    ) { try await QuizRound.space(isFixed: $0).promises() },
    Self(
      testDescription: "a refresh by a stream that has nothing more to say",
      complaints: ["nothing ends isRefreshing but an input"]
    ) { try await CountNight.space(isFixed: $0).promises() },
    Self(
      testDescription: "an answer that is lost in the background",
      complaints: ["mode == .confirming, though confirm doesn't run"]
    ) { try await DogWalk.space(isFixed: $0).promises() },
    Self(
      testDescription: "a call that fails though a till has confirmed what it is for",
      complaints: ["redeem fails, and coupons[id: 1].hasFailed, though coupons[id: 1].isRedeemed, which it is for"]
    ) { try await CouponWallet.space(isFixed: $0).promises() },
    Self(
      testDescription: "a failed save after which a waiting link discards a text",
      complaints: ["a failed save discards note, which others keep"]
    ) { try await RecipeNote.space(isFixed: $0).promises() },
    Self(
      testDescription: "an order in a case of an enum that never ends",
      complaints: ["nothing at all ends state == .ordering"]
    ) { try await LostBag.space(isFixed: $0).promises() },
    Self(
      testDescription: "a failure that also takes back what was ticked meanwhile",
      complaints: ["an older tick that fails takes back what .tickTapped has changed in done"]
    ) { try await ChoreList.space(isFixed: $0).promises() },
    Self(
      testDescription: "another profile that stops a request, but not the wait for what it brings",
      complaints: [
        ".profileChosen(2) stops request, but not wait, which follows on it",
        "request, which started before .written, ends export == .ready",
      ]
    ) { try await WrittenDocument.space(isFixed: $0).promises() },
    Self(
      testDescription: "a link that looks for changes in the topmost screen only",
      complaints: [".linkOpened discards path[0].form(0) after .pickTapped, and asks before"]
    ) { try await PickingForm.space(isFixed: $0).promises() },
    Self(
      testDescription: "a stream that starts again after the background, on a tab that stops it",
      complaints: ["power runs, though tab == .history"]
    ) { try await PowerMeter.space(isFixed: $0).promises() },
    Self(
      testDescription: "a retry that is dead as another list was complete",
      complaints: [".retryTapped does nothing, though hasFailed, and nothing runs"]
    ) { try await BookShelves.space(isFixed: $0).promises() },
    Self(
      testDescription: "a document whose name has that of another user in it",
      complaints: ["export, which started for another user, sets file"]
    ) { try await NamedJob.space(isFixed: $0).promises() },
    Self(
      testDescription: "a stream that another rate opens on a tab that stops it",
      complaints: ["readings runs, though tab == .history"]
    ) { try await ProbeReadings.space(isFixed: $0).promises() },
    Self(
      testDescription: "a stream whose failure takes back what its end leaves",
      complaints: ["a failed follow ends stage == .delivered, which its end leaves"]
    ) { try await FollowedParcel.space(isFixed: $0).promises() },
    Self(
      testDescription: "a failure of what can't be done any more",
      complaints: ["extend, which started before .ended, ends status == .ended"]
    ) { try await ParkingSession.space(isFixed: $0).promises() },
    Self(
      testDescription: "a retry that needs an entry where the work after the last one has failed",
      complaints: [".retryTapped does nothing, though step == .failed, and nothing runs"]
    ) { try await GrazingBook.space(isFixed: $0).promises() },
    Self(
      testDescription: "what waits for work that fails",
      complaints: ["nothing at all ends waiting != nil"]
    ) { try await Scenes.space(isFixed: $0).promises() },
    Self(
      testDescription: "the end of a stream that is for another note",
      complaints: ["read changes what .opened(2) has chosen since it started"]
    ) { try await ReadAloud.space(isFixed: $0).promises() },
    Self(
      testDescription: "a link that waits for a list, which then discards a save",
      complaints: [".loaded cancels save before its answer"]
    ) { try await LinkedForm.space(isFixed: $0).promises() },
    Self(
      testDescription: "a log-out whose answer logs out the next user",
      complaints: ["log out, which started before .loggedIn, ends isLoading"]
    ) { try await SharedTablet.space(isFixed: $0).promises() },
    Self(
      testDescription: "a time for a confirmation that has come, of what may begin anew",
      complaints: [
        "timeout ends status == .confirmed, which stops it elsewhere", "timeout runs, though status == .confirmed",
      ]
    ) { try await RoomCall.space(isFixed: $0, mayBeginAnew: true).promises() },
    Self(
      testDescription: "a mode that one button begins and ends, and that outlasts its user",
      complaints: [".loggedOut resets all but isEditing"]
    ) { try await EditedPhotos.space(isFixed: $0).promises() },
  ]
}
