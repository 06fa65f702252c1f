// The lines are generated, and can be long.
// swift-format-ignore-file

import Foundation
import StoreTesting

/// The suggested code for fields that are declared with a more general type.
extension SuggestedLines {
  static func erasedPayload(_ state: inout Specimen) {
    change(&state) {
      $0.path = .erased(Specimen.Problem.offline)
    }
  }

  static func anyNumber(_ state: inout Specimen) {
    change(&state) {
      $0.anything = Int8(3)
    }
  }

  static func anyFloat(_ state: inout Specimen) {
    change(&state) {
      $0.anything = Float(1.5)
    }
  }

  static func anyList(_ state: inout Specimen) {
    change(&state) {
      $0.anything = ([1.5] as [Double])
    }
  }

  static func anySet(_ state: inout Specimen) {
    change(&state) {
      $0.anything = (["a"] as Set<String>)
    }
  }

  static func anyEmpty(_ state: inout Specimen) {
    change(&state) {
      $0.anything = ([:] as [String: Int])
    }
  }

  static func anyCase(_ state: inout Specimen) {
    change(&state) {
      $0.anything = Specimen.Tricky.other
    }
  }

  static func anyStruct(_ state: inout Specimen) {
    change(&state) {
      // This assumes that Row has its memberwise initialiser. If the test can't call it, create an equal value here:
      $0.anything = Row(id: 1, title: "a", isDone: false)
    }
  }

  static func anyCharacter(_ state: inout Specimen) {
    change(&state) {
      $0.anything = Character("a")
    }
  }

  static func anyDuration(_ state: inout Specimen) {
    change(&state) {
      $0.anything = Duration.seconds(1)
    }
  }

  static func error(_ state: inout Specimen) {
    change(&state) {
      $0.problem = Specimen.Problem.status(code: 1, text: "a")
    }
  }

  static func erasedElements(_ state: inout Specimen) {
    change(&state) {
      $0.shapes = [1, Int8(2), "a", Specimen.Tricky.other]
    }
  }

  static func erasedKey(_ state: inout Specimen) {
    change(&state) {
      $0.erased = "a"
    }
  }

  static func anyOwnNumber(_ state: inout Specimen) {
    change(&state) {
      $0.anything = CGFloat(2.0)
    }
  }

  static func anyVector(_ state: inout Specimen) {
    change(&state) {
      $0.anything = ([1.0, 2.0, 3.0] as SIMD3<Double>)
    }
  }
}
