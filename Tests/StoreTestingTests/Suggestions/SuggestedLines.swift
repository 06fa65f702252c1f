// The lines are generated, and can be long.
// swift-format-ignore-file

import Foundation
import StoreTesting
import Testing

/// The suggested code for the cases of ``SuggestedCase``, in a source file so that the compiler checks it.
///
/// SuggestionTests records the bodies if `STORE_TESTING_RECORD` is set, and otherwise compares them with the suggestions.
/// Each idea has a file of its own; here are plain values.
enum SuggestedLines {
  /// Changes a state as the closure of an assertion does.
  static func change<State>(_ state: inout State, _ body: (inout State) throws -> Void) {
    #expect(throws: Never.self) { try body(&state) }
  }

  static func string(_ state: inout Specimen) {
    change(&state) {
      $0.title = "say \"hi\"\n\\(x)"
    }
  }

  static func flag(_ state: inout Specimen) {
    change(&state) {
      $0.isOn = true
    }
  }

  static func numbers(_ state: inout Specimen) {
    change(&state) {
      $0.count = -3
      $0.small = 7
      $0.ratio = 1.0
      $0.half = 2.0
    }
  }

  static func notNumbers(_ state: inout Specimen) {
    change(&state) {
      $0.ratio = -.infinity
      $0.half = .infinity
    }
  }

  static func characters(_ state: inout Specimen) {
    change(&state) {
      $0.letter = "é"
      $0.part = "b"
    }
  }

  static func tuple(_ state: inout Specimen) {
    change(&state) {
      $0.pair.0 = 2
      $0.pair.name = "b"
    }
  }

  static func rights(_ state: inout Specimen) {
    change(&state) {
      $0.rights = Specimen.Rights(rawValue: 1)
    }
  }

  static func generic(_ state: inout Specimen) {
    change(&state) {
      $0.box.content = 2
    }
  }

  static func genericDictionary(_ state: inout Specimen) {
    change(&state) {
      $0.tickets.content["a"] = [1, 2]
      $0.tickets.content["b"] = []
    }
  }

  static func wrapper(_ state: inout Specimen) {
    change(&state) {
      $0.wrapped = 2
    }
  }

  static func fieldOfWrapper(_ state: inout Specimen) {
    change(&state) {
      $0.wrappedRow.title = "b"
    }
  }

  static func seconds(_ state: inout Specimen) {
    change(&state) {
      $0.duration = .seconds(90)
    }
  }

  static func milliseconds(_ state: inout Specimen) {
    change(&state) {
      $0.duration = .milliseconds(300)
    }
  }

  static func attoseconds(_ state: inout Specimen) {
    change(&state) {
      $0.duration = .init(secondsComponent: 1, attosecondsComponent: 1)
    }
  }

  static func ranges(_ state: inout Specimen) {
    change(&state) {
      $0.range = -3..<(-1)
      $0.closed = 2...3
      $0.from = 4...
    }
  }

  static func rootNumber(_ state: inout Int) {
    change(&state) {
      $0 = 2
    }
  }

  static func vector(_ state: inout Specimen) {
    change(&state) {
      $0.position = [0.0, 2.5]
    }
  }

  static func longVector(_ state: inout Specimen) {
    change(&state) {
      $0.lanes = [0, 0, 0, -1, 0, 0, 0, 0]
    }
  }
}
