import StoreRecording
import Testing

@testable import tour

/// The meaning of the command line's arguments.
@Suite struct TourCommandTests {
  private let names = ["Counter", "Search"]

  @Test func `a call without arguments selects everything`() {
    #expect(TourCommand(arguments: [], features: names) == .run(features: names, failures: true))
  }

  @Test func `arguments select features by name, in any capitalisation`() {
    #expect(TourCommand(arguments: ["search"], features: names) == .run(features: ["Search"], failures: false))
  }

  @Test func `the argument 'failures' selects`() {
    #expect(TourCommand(arguments: ["failures"], features: names) == .run(features: [], failures: true))
  }

  @Test(arguments: ["--help", "-h", "help"])
  func `an option for help takes precedence over all others`(word: String) {
    #expect(TourCommand(arguments: ["Counter", word], features: names) == .help)
  }

  @Test func `an unknown name lists the known ones`() {
    let command = TourCommand(arguments: ["Nope"], features: names)
    #expect(command == .mistake("There is no feature 'Nope'. Known: Counter, Search, failures."))
  }

  @Test func `a file name requests a page of everything or of some features`() {
    #expect(TourCommand(arguments: ["--html", "a.html"], features: names) == .page(features: names, file: "a.html"))
    let some = TourCommand(arguments: ["counter", "--html", "a.html"], features: names)
    #expect(some == .page(features: ["Counter"], file: "a.html"))
  }

  @Test func `a page without a file, or of failures, is an error`() {
    for arguments in [["--html"], ["--html", ""], ["--html", "--help"]] {
      let command = TourCommand(arguments: arguments, features: names)
      #expect(command == .mistake("'--html' needs the name of a file."))
    }
    let command = TourCommand(arguments: ["failures", "--html", "a.html"], features: names)
    #expect(command == .mistake("'failures' are printed, and are on no page."))
  }

  @Test func `an unknown option is an error`() {
    #expect(TourCommand(arguments: ["--fast"], features: names) == .mistake("There is no option '--fast'."))
  }
}
