// The lines are generated, and can be long.
// swift-format-ignore-file

import Foundation
import StoreTesting

/// The suggested code for lists, sets and dictionaries.
extension SuggestedLines {
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
      // This assumes that Row has its memberwise initialiser. If the test can't call it, create an equal value here:
      $0.rows.append(Row(id: 9, title: "new", isDone: true))
    }
  }

  static func putInAndTakenOut(_ state: inout Specimen) {
    change(&state) {
      $0.rows.remove(at: 1)
      // This assumes that Row has its memberwise initialiser. If the test can't call it, create an equal value here:
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
      // This assumes that Row has its memberwise initialiser. If the test can't call it, create an equal value here:
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
      // This assumes that Row has its memberwise initialiser. If the test can't call it, create an equal value here:
      $0.items.append(Row(id: 9, title: "a row that is called nine", isDone: false))
      $0.items[id: 7]?.isDone = true
    }
  }

  static func anotherElement(_ state: inout Specimen) {
    change(&state) {
      // This assumes that Row has its memberwise initialiser. If the test can't call it, create an equal value here:
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

  static func rootList(_ state: inout [Row]) {
    change(&state) {
      $0[0].title = "b"
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
