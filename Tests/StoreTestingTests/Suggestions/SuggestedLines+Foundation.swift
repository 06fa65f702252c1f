// The lines are what is suggested, which may be long.
// swift-format-ignore-file

import Foundation
import StoreTesting

/// What is suggested for the types of Foundation.
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
      $0.uuid = UUID(uuidString: "00000000-0000-0000-0000-00000000000A")!
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
}
