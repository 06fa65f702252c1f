// The lines are generated, and can be long.
// swift-format-ignore-file

import Foundation
import StoreTesting

/// The suggested code for enums and optionals.
extension SuggestedLines {
  static func optionals(_ state: inout Specimen) {
    change(&state) {
      $0.maybe = [nil, 2, nil]
    }
  }

  static func `case`(_ state: inout Specimen) {
    change(&state) {
      $0.path = .detail(id: 3)
    }
  }

  static func reservedCase(_ state: inout Specimen) {
    change(&state) {
      $0.path = .`init`
    }
  }

  static func payloads(_ state: inout Specimen) {
    change(&state) {
      // If the payload of 'pair' is a single tuple, enclose it in another pair of parentheses:
      $0.path = .pair(1, nil)
    }
  }

  static func nestedCase(_ state: inout Specimen) {
    change(&state) {
      $0.path = .failed(Specimen.Problem.status(code: 3, text: "gone"))
    }
  }

  static func recursiveCase(_ state: inout Specimen) {
    change(&state) {
      $0.path = .next(.next(.root))
    }
  }

  static func optionalCase(_ state: inout Specimen) {
    change(&state) {
      $0.destination = .detail(id: 3)
    }
  }

  static func optionalStruct(_ state: inout Specimen) {
    change(&state) {
      // This assumes that Specimen.Login has its memberwise initialiser. If the test can't call it, create an equal value here:
      $0.login = Specimen.Login(name: "b", isLoading: true, problem: .offline)
    }
  }

  static func fieldOfOptional(_ state: inout Specimen) {
    change(&state) {
      $0.selected?.isDone = true
    }
  }

  static func cleared(_ state: inout Specimen) {
    change(&state) {
      $0.selected = nil
      $0.number = nil
    }
  }

  static func optionalNumber(_ state: inout Specimen) {
    change(&state) {
      $0.number = 2
    }
  }

  static func deepNil(_ state: inout Specimen) {
    change(&state) {
      $0.deep = .some(nil)
    }
  }

  static func deepClear(_ state: inout Specimen) {
    change(&state) {
      $0.deep = nil
    }
  }

  static func deepValue(_ state: inout Specimen) {
    change(&state) {
      $0.deep = 2
    }
  }

  static func trickyNone(_ state: inout Specimen) {
    change(&state) {
      $0.tricky = Specimen.Tricky.none
    }
  }

  static func trickySome(_ state: inout Specimen) {
    change(&state) {
      $0.tricky = Specimen.Tricky.some
    }
  }

  static func success(_ state: inout Specimen) {
    change(&state) {
      $0.result = .success(2)
    }
  }

  static func failure(_ state: inout Specimen) {
    change(&state) {
      $0.result = .failure(Specimen.Problem.offline)
    }
  }

  static func rootEnum(_ state: inout Specimen.Path) {
    change(&state) {
      $0 = .detail(id: 3)
    }
  }

  static func rawCase(_ state: inout Specimen.Path) {
    change(&state) {
      $0 = .`all done`
    }
  }

  static func rawPayload(_ state: inout Specimen.Path) {
    change(&state) {
      $0 = .`step by step`(`how many`: 2)
    }
  }

  static func rootOptional(_ state: inout Row?) {
    change(&state) {
      $0?.title = "b"
    }
  }

  static func fieldOfPayload(_ state: inout GuardedSpecimen.Screen) {
    change(&state) {
      if case .loaded(var value) = $0.phase { value.title = "b"; $0.phase = .loaded(value) }
    }
  }

  static func fieldOfOptionalPayload(_ state: inout GuardedSpecimen.Screen) {
    change(&state) {
      if case .retrying(last: var value) = $0.optional { value.isDone = true; $0.optional = .retrying(last: value) }
    }
  }

  static func fieldsOfPayload(_ state: inout GuardedSpecimen.Screen) {
    change(&state) {
      // This assumes that Row has its memberwise initialiser. If the test can't call it, create an equal value here:
      $0.phase = .loaded(Row(id: 1, title: "b", isDone: true))
    }
  }

  static func fieldOfPayloadNamedSome(_ state: inout GuardedSpecimen.Screen) {
    change(&state) {
      // This assumes that Row has its memberwise initialiser. If the test can't call it, create an equal value here:
      $0.phase = .some(Row(id: 1, title: "b", isDone: false))
    }
  }

  static func fieldOfErasedPayload(_ state: inout GuardedSpecimen.Screen) {
    change(&state) {
      // This assumes that Row has its memberwise initialiser. If the test can't call it, create an equal value here:
      $0.phase = .erased(Row(id: 1, title: "b", isDone: false))
    }
  }

  static func fieldOfRootPayload(_ state: inout GuardedSpecimen.Phase) {
    change(&state) {
      if case .loaded(var value) = $0 { value.title = "b"; $0 = .loaded(value) }
    }
  }

  static func keyPath(_ state: inout GuardedSpecimen.Sorting) {
    change(&state) {
      $0.key = \Specimen.Login.isLoading
    }
  }
}
