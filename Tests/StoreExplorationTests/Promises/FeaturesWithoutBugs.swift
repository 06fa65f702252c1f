import StoreExploration

extension EvidenceTests.Right {
  static let all = [
    Self(testDescription: "work that an input starts where others would stop it") {
      try await Uploads.space().promises()
    },
    Self(testDescription: "a message that replaces another one") { try await Seats.space().promises() },
    Self(testDescription: "favourites that outlast a search, and a message that is closed") {
      try await FavouriteItems.space().promises()
    },
    Self(testDescription: "work that each change begins anew") { try await Rows.space().promises() },
    Self(testDescription: "a text that is cleared beside what is kept") { try await Translator.space().promises() },
    Self(testDescription: "a text that a failure keeps to be sent again") { try await Outgoing.space().promises() },
    Self(testDescription: "a choice that is shown at once") { try await Petition.space().promises() },
    Self(testDescription: "a last mode, in which nothing can be done") { try await SignUp.space().promises() },
    Self(testDescription: "several answers that each take a number off a set") {
      try await Shelf.space().promises()
    },
    Self(testDescription: "work that an input begins when it leaves") { try await ClosedNotes.space().promises() },
    Self(testDescription: "a wait that an input ends, to go on with it") { try await Intercom.space().promises() },
    Self(testDescription: "a failure that stays in the background, and ends with it") {
      try await Webcam.space().promises()
    },
    Self(testDescription: "a time that stops all work that depends on it") {
      try await CinemaSeats.space().promises()
    },
    Self(testDescription: "a failure that is kept to be tried again, beside a number") {
      try await Chores.space().promises()
    },
    Self(testDescription: "an element of a stream that ends a session, and what is sent in it") {
      try await Claims.space().promises()
    },
    Self(testDescription: "an input that has done what it does to the selected element of a set") {
      try await Stalls.space().promises()
    },
    Self(testDescription: "an entry of a dictionary that comes after another one is removed") {
      try await Sensors.space().promises()
    },
    Self(testDescription: "a message that is closed with its text before another one") {
      try await HeldLesson.space().promises()
    },
    Self(testDescription: "the end of a stream that ends a session, and what was begun in it") {
      try await CanalLock.space().promises()
    },
    Self(testDescription: "inputs that do nothing until the feature is on, and what a stream stops and begins") {
      try await Conversation.space().promises()
    },
    Self(testDescription: "the text of what an answer opens") { try await ShieldEditor.space().promises() },
    Self(testDescription: "a question that a stream asks anew") { try await OpenSign.space().promises() },
    Self(testDescription: "a notice of one thing or the other") { try await FrozenCard.space().promises() },
    Self(testDescription: "a cancellation that is the last word") { try await CourierOrder.space().promises() },
    Self(testDescription: "an input that acts where two values differ") { try await ExamSheet.space().promises() },
    Self(testDescription: "a retry that the background forbids") { try await FieldReport.space().promises() },
    Self(testDescription: "two sleeps of one name") { try await AlarmRadio.space().promises() },
    Self(testDescription: "a question that has become pointless") { try await CodeReview.space().promises() },
    Self(testDescription: "equal work for two elements") { try await Glossary.space().promises() },
    Self(testDescription: "work that ends with a child, as other work begins") {
      try await CarSharing.space().promises()
    },
    Self(testDescription: "a number that has reached its limit") { try await JarCount.space().promises() },
    Self(testDescription: "a question that covers all else") { try await GuestbookEntry.space().promises() },
    Self(testDescription: "rain, which changes what has been changed back") {
      try await GardenValves.space().promises()
    },
    Self(testDescription: "a record that outlasts what it is about") { try await ExhibitGuide.space().promises() },
    Self(testDescription: "a text that is to be typed in a new mode") { try await Dedicated.space().promises() },
    Self(testDescription: "an input that needs what can be undone, and a visible screen") {
      try await DonorVisits.space().promises()
    },
    Self(testDescription: "a retry of two loads") { try await ChoirPages.space().promises() },
    Self(testDescription: "failures that are counted") { try await HiveScales.space().promises() },
    Self(testDescription: "a wait that goes on only if the user asks") {
      try await ApprovedTransfer.space().promises()
    },
    Self(testDescription: "a failure of what was chosen before") { try await PhotoLooks.space().promises() },
    Self(testDescription: "a timer within a mode that goes on without it") {
      try await PatientGame.space().promises()
    },
    Self(testDescription: "a session in which there is work, and that a server may end") {
      try await GymAccount.space().promises()
    },
    Self(testDescription: "a change that fails beside another list, in a session that any call may end") {
      try await ChannelAccount.space().promises()
    },
    Self(testDescription: "a mode whose work begins after a pause, beside other work") {
      try await NameSearch.space().promises()
    },
    Self(testDescription: "a wait for more than has succeeded, and a failure that is mended late") {
      try await CallForHelp.space().promises()
    },
    Self(testDescription: "a load that goes on on another tab") { try await TankTabs.space().promises() },
    Self(testDescription: "a place with a name that is left after a failure") {
      try await RoomPlaces.space().promises()
    },
    Self(testDescription: "an undo that goes with its time") { try await NewsletterSwitch.space().promises() },
    Self(testDescription: "a confirmation that closes what it is about") { try await Absences.space().promises() },
    Self(testDescription: "work that goes on after a failure") { try await StockCount.space().promises() },
    Self(testDescription: "a name under which a text is saved, and that is left after a failure") {
      try await NamedNote.space().promises()
    },
    Self(testDescription: "a result whose end is asked for") { try await ChargerBoost.space().promises() },
    Self(testDescription: "a wait with a time limit of its own") { try await SwitchOrder.space().promises() },
    Self(testDescription: "a reservation that is elsewhere than what is shown") {
      try await ReservedSeat.space().promises()
    },
    Self(testDescription: "a note that several answers take long") { try await SlowReports.space().promises() },
    Self(testDescription: "a wish to leave that the end of a save grants") { try await LeftLater.space().promises() },
    Self(testDescription: "the last word of a stream whose end is told") { try await ScannedTicket.space().promises() },
    Self(testDescription: "a setting that outlasts what it was made for") { try await SizedPage.space().promises() },
    Self(testDescription: "inputs that are bounded") { try await BoundedReaction.space().promises() },
  ]
}
