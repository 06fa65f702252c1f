import StoreExploration

extension EvidenceTests.Right {
  static let all = [
    Self(testDescription: "work that each change begins anew") { try await Rows.space().promises() },
    Self(testDescription: "a text that a failure keeps to be sent again") { try await Outgoing.space().promises() },
    Self(testDescription: "several answers that each take a number off a set") {
      try await Shelf.space().promises()
    },
    Self(testDescription: "work that an input begins when it leaves") { try await ClosedNotes.space().promises() },
    Self(testDescription: "a failure that is kept to be tried again, beside a number") {
      try await Chores.space().promises()
    },
    Self(testDescription: "an entry of a dictionary that comes after another one is removed") {
      try await Sensors.space().promises()
    },
    Self(testDescription: "inputs that do nothing until the feature is on, and what a stream stops and begins") {
      try await Conversation.space().promises()
    },
    Self(testDescription: "a notice of one thing or the other") { try await FrozenCard.space().promises() },
    Self(testDescription: "an input that acts where two values differ") { try await ExamSheet.space().promises() },
    Self(testDescription: "a retry that the background forbids") { try await FieldReport.space().promises() },
    Self(testDescription: "equal work for two elements") { try await Glossary.space().promises() },
    Self(testDescription: "work that ends with a child, as other work begins") {
      try await CarSharing.space().promises()
    },
    Self(testDescription: "a number that has reached its limit") { try await JarCount.space().promises() },
    Self(testDescription: "a record that outlasts what it is about") { try await ExhibitGuide.space().promises() },
    Self(testDescription: "a text that is to be typed in a new mode") { try await Dedicated.space().promises() },
    Self(testDescription: "an input that needs what can be undone, and a visible screen") {
      try await DonorVisits.space().promises()
    },
    Self(testDescription: "a retry of two loads") { try await ChoirPages.space().promises() },
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
    Self(testDescription: "a load that goes on on another tab") { try await TankTabs.space().promises() },
    Self(testDescription: "an undo that goes with its time") { try await NewsletterSwitch.space().promises() },
    Self(testDescription: "a confirmation that closes what it is about") { try await Absences.space().promises() },
    Self(testDescription: "a note that several answers take long") { try await SlowReports.space().promises() },
    Self(testDescription: "a wish to leave that the end of a save grants") { try await LeftLater.space().promises() },
    Self(testDescription: "the last word of a stream whose end is told") { try await ScannedTicket.space().promises() },
    Self(testDescription: "inputs that are bounded") { try await BoundedReaction.space().promises() },
  ]
}
