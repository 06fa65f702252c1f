import StoreExploration

extension EvidenceTests.Planted {
  static let all = first + second

  private static let first = [
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
  ]
}
