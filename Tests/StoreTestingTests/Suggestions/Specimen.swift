import Foundation
import StoreCore

/// A state with a field of each kind that a suggestion has to write.
struct Specimen {
  /// How a login stands.
  struct Login: Hashable {
    /// The name.
    var name = ""

    /// Whether it is under way.
    var isLoading = false

    /// What went wrong.
    var problem: Problem?
  }

  /// What can go wrong.
  enum Problem: Error, Hashable {
    case offline
    case status(code: Int, text: String)
  }

  /// An enum whose cases are called as those of an optional.
  enum Tricky: Hashable {
    case none, some, other
  }

  /// What is shown.
  indirect enum Path: Hashable {
    case root, `init`
    case detail(id: Int)
    case pair(Int, String?)
    case failed(Problem)
    case erased(any Error & Hashable & Sendable)
    case next(Path)

    /// Whether both lead to the same place.
    static func == (first: Self, second: Self) -> Bool { "\(first)" == "\(second)" }

    /// Adds nothing, which is allowed.
    func hash(into hasher: inout Hasher) {}
  }

  /// What may be done.
  struct Rights: OptionSet, Hashable {
    /// The bits.
    var rawValue: Int

    /// One of them.
    static let read = Rights(rawValue: 1)
  }

  /// A value of any type.
  struct Box<Content: Hashable>: Hashable {
    /// The value.
    var content: Content
  }

  /// A wrapper that adds nothing.
  @propertyWrapper struct Plain<Value> {
    /// The value.
    var wrappedValue: Value
  }

  var title = "a"
  var isOn = false
  var count = 0
  var small: Int8 = 0
  var ratio = 0.5
  var half: Float = 0.5
  var letter: Character = "a"
  var part: Substring = "a"
  var names = ["a", "b"]
  var rows = (0..<5).map { Row(id: $0, title: "a row that is called number \($0)") }
  var items: IdentifiedArray = [Row(id: 7, title: "a row that is called seven"), Row(id: 8, title: "b")]
  var matrix = [[1, 2], [3]]
  var run = [1, 2, 3][1...]
  var maybe: [Int?] = [1, nil]
  var counts = ["a": 1, "b": 2]
  var rowsByName = ["a": Row(id: 1, title: "a")]
  var scores: [String: Int?] = ["a": 1, "b": 2]
  var marks: Set = [1, 2, 3]
  var path = Path.root
  var destination: Path?
  var login: Login?
  var selected: Row? = Row(id: 1, title: "a")
  var number: Int? = 1
  var deep: Int?? = .some(1)
  var tricky: Tricky?
  var pair = (1, name: "a")
  var anything: any Sendable = 1
  var problem: any Error = Problem.offline
  var shapes: [any Sendable] = []
  var erased: AnyHashable = 1
  var result: Result<Int, Problem> = .success(1)
  var rights: Rights = []
  var box = Box(content: 1)
  var tickets = Box(content: ["a": [1]])
  @Plain var wrapped = 1
  @Plain var wrappedRow = Row(id: 1, title: "a")
  var duration = Duration.zero
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var data = Data()
  var url = URL(string: "https://a.b")
  var uuid = UUID(uuidString: "00000000-0000-0000-0000-000000000000")
  var decimal = Decimal(0)
  var range = 0..<1
  var closed = 0...1
  var from = 0...
  var place = Locale(identifier: "de_CH")
}
