// The lines are generated, and can be long.
// swift-format-ignore-file

import StoreTesting

/// The suggested code for unusual names and types.
extension SuggestedLines {
  static func nilInTwo(_ state: inout OddSpecimen) {
    change(&state) {
      $0.deepest = .some(.some(nil))
    }
  }

  static func nilInOne(_ state: inout OddSpecimen) {
    change(&state) {
      $0.deepest = .some(nil)
    }
  }

  static func plainNil(_ state: inout OddSpecimen) {
    change(&state) {
      $0.deepest = nil
    }
  }

  static func anyNil(_ state: inout OddSpecimen) {
    change(&state) {
      $0.anything = Int?.none
    }
  }

  static func anyOptional(_ state: inout OddSpecimen) {
    change(&state) {
      $0.anything = Int?.some(3)
    }
  }

  static func anyDeepNil(_ state: inout OddSpecimen) {
    change(&state) {
      $0.anything = Int??.some(nil)
    }
  }

  static func maybeOptional(_ state: inout OddSpecimen) {
    change(&state) {
      $0.maybe = 3
    }
  }

  static func anyOptionals(_ state: inout OddSpecimen) {
    change(&state) {
      $0.things = [Int?.some(1), String?.none, 2]
    }
  }

  static func optionalKey(_ state: inout OddSpecimen) {
    change(&state) {
      $0.key = 2
    }
  }

  static func optionalPayload(_ state: inout OddSpecimen) {
    change(&state) {
      $0.payload = .anything(Int?.none)
    }
  }

  static func plainPayload(_ state: inout OddSpecimen) {
    change(&state) {
      $0.payload = .maybe(nil)
    }
  }

  static func emoji(_ state: inout OddSpecimen) {
    change(&state) {
      // This assumes that OddSpecimen.🚀.Crew has its memberwise initialiser. If the test can't call it, create an equal value here:
      $0.flight = .landed(OddSpecimen.🚀.Crew(size: 2))
    }
  }

  static func anyEmoji(_ state: inout OddSpecimen) {
    change(&state) {
      // This assumes that OddSpecimen.🚀.Crew has its memberwise initialiser. If the test can't call it, create an equal value here:
      $0.staff = OddSpecimen.🚀.Crew(size: 2)
    }
  }

  static func rawType(_ state: inout OddSpecimen) {
    change(&state) {
      // This assumes that OddSpecimen.`ground staff` has its memberwise initialiser. If the test can't call it, create an equal value here:
      $0.staff = OddSpecimen.`ground staff`(size: 2)
    }
  }

  static func oddGeneric(_ state: inout OddSpecimen) {
    change(&state) {
      // This assumes that OddSpecimen.Pair<OddSpecimen.🚀, Array<OddSpecimen.`ground staff`>> has its memberwise initialiser. If the test can't call it, create an equal value here:
      // This assumes that OddSpecimen.🚀.Crew has its memberwise initialiser. If the test can't call it, create an equal value here:
      $0.pair = OddSpecimen.Pair<OddSpecimen.🚀, Array<OddSpecimen.`ground staff`>>(first: .landed(OddSpecimen.🚀.Crew(size: 1)), second: [])
    }
  }

  static func keywordLabels(_ state: inout OddSpecimen) {
    change(&state) {
      $0.move = .by(`inout`: 1, let: 2, var: 3, in: 4)
    }
  }

  static func keywordCase(_ state: inout OddSpecimen) {
    change(&state) {
      $0.move = .class(1)
    }
  }

  static func keywordFields(_ state: inout OddSpecimen) {
    change(&state) {
      $0.keywords.inout = 1
    }
  }

  static func keywordArguments(_ state: inout OddSpecimen) {
    change(&state) {
      // This assumes that OddSpecimen.Keywords has its memberwise initialiser. If the test can't call it, create an equal value here:
      $0.maybeKeywords = OddSpecimen.Keywords(`inout`: 1, default: 0)
    }
  }

  static func keywordProperties(_ state: inout OddSpecimen) {
    change(&state) {
      $0.`self` = 1
      $0.`open for all` = 2
    }
  }

  static func unicode(_ state: inout OddSpecimen) {
    change(&state) {
      $0.letters["\""] = "é"
      $0.text = "🇨🇭\u{202E}é\r\n\\("
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  static func inlineArray(_ state: inout InlineSpecimen) {
    change(&state) {
      $0.grid = [1, 5, 3]
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  static func anyInlineArray(_ state: inout InlineSpecimen) {
    change(&state) {
      $0.anyGrid = ([1, 2] as InlineArray<2, Int8>)
    }
  }
}
