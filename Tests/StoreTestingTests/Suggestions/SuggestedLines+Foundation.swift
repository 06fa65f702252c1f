// The lines are generated, and can be long.
// swift-format-ignore-file

import Foundation
import StoreTesting

/// The suggested code for the types of Foundation.
extension SuggestedLines {
  static func date(_ state: inout Specimen) {
    change(&state) {
      $0.date = Date(timeIntervalSinceReferenceDate: -0.5)
    }
  }

  static func text(_ state: inout Specimen) {
    change(&state) {
      $0.data = Data("hi".utf8)
    }
  }

  static func bytes(_ state: inout Specimen) {
    change(&state) {
      $0.data = Data([0x00, 0xff])
    }
  }

  static func url(_ state: inout Specimen) {
    change(&state) {
      $0.url = URL(string: "https://c.d/e?f=g")!
    }
  }

  static func uuid(_ state: inout Specimen) {
    change(&state) {
      $0.uuid = UUID(10)
    }
  }

  static func decimal(_ state: inout Specimen) {
    change(&state) {
      $0.decimal = Decimal(string: "0.1")!
    }
  }

  static func locale(_ state: inout Specimen) {
    change(&state) {
      $0.place = Locale(identifier: "fr_FR")
    }
  }

  static func ownNumber(_ state: inout Specimen) {
    change(&state) {
      $0.width = 1.25
    }
  }

  static func ownInfinity(_ state: inout Specimen) {
    change(&state) {
      $0.width = -.infinity
    }
  }

  static func components(_ state: inout Specimen) {
    change(&state) {
      $0.due = DateComponents(year: 2024, month: 2, day: 29)
    }
  }

  static func allComponents(_ state: inout Specimen) {
    change(&state) {
      $0.due = { () -> DateComponents in var value = DateComponents(calendar: { () -> Calendar in var value = Calendar(identifier: .iso8601); value.firstWeekday = 4; return value }(), hour: 0, weekOfYear: 9); value.isLeapMonth = true; return value }()
    }
  }

  static func calendar(_ state: inout Specimen) {
    change(&state) {
      $0.calendar = { () -> Calendar in var value = Calendar(identifier: .gregorian); value.minimumDaysInFirstWeek = 3; return value }()
    }
  }

  static func zone(_ state: inout Specimen) {
    change(&state) {
      $0.due = DateComponents(timeZone: TimeZone(identifier: "Europe/Zurich")!, hour: 0)
    }
  }
}
