import StoreRecording
import Testing

@testable import tour

/// What the words on the command line ask the tour for.
@Suite struct TourCommandTests {
  /// The names that there are.
  private let names = ["Counter", "Search"]

  @Test("no words ask for everything")
  func everything() {
    #expect(TourCommand(arguments: [], features: names) == .run(features: names, failures: true))
  }

  @Test("names ask for just these features, however they are capitalised")
  func chosen() {
    #expect(TourCommand(arguments: ["search"], features: names) == .run(features: ["Search"], failures: false))
  }

  @Test("the word 'failures' asks for the wrong tests")
  func failures() {
    #expect(TourCommand(arguments: ["failures"], features: names) == .run(features: [], failures: true))
  }

  @Test("a call for help goes before everything else", arguments: ["--help", "-h", "help"])
  func help(word: String) {
    #expect(TourCommand(arguments: ["Counter", word], features: names) == .help)
  }

  @Test("an unknown name lists the known ones")
  func unknownName() {
    let command = TourCommand(arguments: ["Nope"], features: names)
    #expect(command == .mistake("There is no feature 'Nope'. Known: Counter, Search, failures."))
  }

  @Test("a file asks for a page, of everything or of some features")
  func page() {
    #expect(TourCommand(arguments: ["--html", "a.html"], features: names) == .page(features: names, file: "a.html"))
    let some = TourCommand(arguments: ["counter", "--html", "a.html"], features: names)
    #expect(some == .page(features: ["Counter"], file: "a.html"))
  }

  @Test("a page without a file, or of failures, is a mistake")
  func wrongPage() {
    for arguments in [["--html"], ["--html", ""], ["--html", "--help"]] {
      let command = TourCommand(arguments: arguments, features: names)
      #expect(command == .mistake("'--html' needs the name of a file."))
    }
    let command = TourCommand(arguments: ["failures", "--html", "a.html"], features: names)
    #expect(command == .mistake("'failures' are printed, and are on no page."))
  }

  @Test("an unknown option is a mistake")
  func unknownOption() {
    #expect(TourCommand(arguments: ["--fast"], features: names) == .mistake("There is no option '--fast'."))
  }
}
