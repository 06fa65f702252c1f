// The lines are what is suggested, which may be long.
// swift-format-ignore-file

import Foundation
import StoreTesting
import Testing

/// What is suggested for the cases of ``SuggestedCase``, as code, so that the compiler sees it.
///
/// SuggestionTests writes the bodies, with `STORE_TESTING_RECORD` set, and otherwise holds that they are what is suggested.
enum SuggestedLines {
  /// Changes a state as the closure of an assertion does.
  private static func change<State>(_ state: inout State, _ body: (inout State) throws -> Void) {
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

  static func list(_ state: inout Specimen) {
    change(&state) {
      $0.names = ["x"]
    }
  }

  static func emptiedList(_ state: inout Specimen) {
    change(&state) {
      $0.rows = []
    }
  }

  static func element(_ state: inout Specimen) {
    change(&state) {
      $0.names[1] = "c"
    }
  }

  static func field(_ state: inout Specimen) {
    change(&state) {
      $0.rows[2].title = "b"
    }
  }

  static func appended(_ state: inout Specimen) {
    change(&state) {
      $0.rows.append(Row(id: 9, title: "new", isDone: true))
    }
  }

  static func putInAndTakenOut(_ state: inout Specimen) {
    change(&state) {
      $0.rows.remove(at: 1)
      $0.rows.insert(Row(id: 9, title: "new", isDone: false), at: 2)
      $0.rows[0].isDone = true
    }
  }

  static func moved(_ state: inout Specimen) {
    change(&state) {
      let moved1 = $0.rows.remove(at: 4)
      $0.rows.insert(moved1, at: 1)
      $0.rows[1].isDone = true
    }
  }

  static func swapped(_ state: inout Specimen) {
    change(&state) {
      let moved1 = $0.rows.remove(at: 3)
      let moved2 = $0.rows.remove(at: 0)
      $0.rows.insert(moved1, at: 0)
      $0.rows.insert(moved2, at: 3)
    }
  }

  static func shuffled(_ state: inout Specimen) {
    change(&state) {
      let moved1 = $0.rows.remove(at: 4)
      let moved2 = $0.rows.remove(at: 2)
      $0.rows.remove(at: 1)
      $0.rows.insert(moved1, at: 0)
      $0.rows.insert(moved2, at: 1)
      $0.rows.insert(Row(id: 8, title: "new", isDone: false), at: 2)
    }
  }

  static func identifiedField(_ state: inout Specimen) {
    change(&state) {
      $0.items[id: 8]?.title = "c"
    }
  }

  static func identifiedElements(_ state: inout Specimen) {
    change(&state) {
      $0.items.remove(at: 1)
      $0.items.append(Row(id: 9, title: "a row that is called nine", isDone: false))
      $0.items[id: 7]?.isDone = true
    }
  }

  static func anotherElement(_ state: inout Specimen) {
    change(&state) {
      $0.items = [Row(id: 7, title: "a row that is called seven", isDone: false), Row(id: 9, title: "b", isDone: false)]
    }
  }

  static func nestedLists(_ state: inout Specimen) {
    change(&state) {
      $0.matrix[0][0] = 9
      $0.matrix[1] = [3, 4]
    }
  }

  static func slice(_ state: inout Specimen) {
    change(&state) {
      $0.run = [2, 4]
    }
  }

  static func optionals(_ state: inout Specimen) {
    change(&state) {
      $0.maybe = [nil, 2, nil]
    }
  }

  static func key(_ state: inout Specimen) {
    change(&state) {
      $0.counts["a"] = 2
    }
  }

  static func keys(_ state: inout Specimen) {
    change(&state) {
      $0.counts["b"] = nil
      $0.counts["c"] = 3
    }
  }

  static func emptiedDictionary(_ state: inout Specimen) {
    change(&state) {
      $0.counts = [:]
    }
  }

  static func fieldOfKey(_ state: inout Specimen) {
    change(&state) {
      $0.rowsByName["a"]?.title = "b"
    }
  }

  static func optionalValues(_ state: inout Specimen) {
    change(&state) {
      $0.scores.updateValue(nil, forKey: "a")
      $0.scores.removeValue(forKey: "b")
    }
  }

  static func members(_ state: inout Specimen) {
    change(&state) {
      $0.marks.remove(1)
      $0.marks.insert(4)
    }
  }

  static func emptiedSet(_ state: inout Specimen) {
    change(&state) {
      $0.marks = []
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
      $0.path = .pair(1, nil)
    }
  }

  static func nestedCase(_ state: inout Specimen) {
    change(&state) {
      $0.path = .failed(Specimen.Problem.status(code: 3, text: "gone"))
    }
  }

  static func erasedPayload(_ state: inout Specimen) {
    change(&state) {
      $0.path = .erased(Specimen.Problem.offline)
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

  static func tuple(_ state: inout Specimen) {
    change(&state) {
      $0.pair.0 = 2
      $0.pair.name = "b"
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
      $0.anything = ([1.5] as Array<Double>)
    }
  }

  static func anySet(_ state: inout Specimen) {
    change(&state) {
      $0.anything = (["a"] as Set<String>)
    }
  }

  static func anyEmpty(_ state: inout Specimen) {
    change(&state) {
      $0.anything = ([:] as Dictionary<String, Int>)
    }
  }

  static func anyCase(_ state: inout Specimen) {
    change(&state) {
      $0.anything = Specimen.Tricky.other
    }
  }

  static func anyStruct(_ state: inout Specimen) {
    change(&state) {
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

  static func ranges(_ state: inout Specimen) {
    change(&state) {
      $0.range = -3..<(-1)
      $0.closed = 2...3
      $0.from = 4...
    }
  }

  static func locale(_ state: inout Specimen) {
    change(&state) {
      $0.place = Locale(identifier: "fr_FR")
    }
  }

  static func rootNumber(_ state: inout Int) {
    change(&state) {
      $0 = 2
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

  static func rootList(_ state: inout [Row]) {
    change(&state) {
      $0[0].title = "b"
    }
  }

  static func rootOptional(_ state: inout Row?) {
    change(&state) {
      $0?.title = "b"
    }
  }

  static func rootDictionary(_ state: inout [String: Int]) {
    change(&state) {
      $0["a"] = 2
      $0["b"] = 3
    }
  }

  static func rootSet(_ state: inout Set<String>) {
    change(&state) {
      $0.insert("b")
    }
  }
}
