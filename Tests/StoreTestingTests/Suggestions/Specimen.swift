import Foundation
import StoreCore

/// A state with a field of each kind that a suggestion has to write.
struct Specimen {
  /// The progress of a login.
  struct Login: Hashable {
    var name = ""

    var isLoading = false

    var problem: Problem?
  }

  /// The possible errors.
  enum Problem: Error, Hashable {
    case offline

    case status(code: Int, text: String)
  }

  /// An enum whose cases have the names of those of an optional.
  enum Tricky: Hashable {
    /// Something, nothing of the kind, and a third.
    case none, some, other
  }

  /// The state of the feature.
  indirect enum Path: Hashable {
    /// Cases without payloads. One of their names is a keyword.
    case root, `init`

    /// Names that aren't words.
    case `all done`, `step by step`(`how many`: Int)

    /// A payload with a name.
    case detail(id: Int)

    case pair(Int, String?)

    case failed(Problem)

    case erased(any Error & Hashable & Sendable)

    /// The same again.
    case next(Path)

    /// Whether both lead to the same place.
    static func == (first: Self, second: Self) -> Bool { "\(first)" == "\(second)" }

    /// Adds nothing, which is allowed.
    func hash(into hasher: inout Hasher) {}
  }

  /// The permissions.
  struct Rights: OptionSet, Hashable {
    var rawValue: Int

    static let read = Rights(rawValue: 1)
  }

  /// A value of any type.
  struct Box<Content: Hashable>: Hashable {
    var content: Content
  }

  /// A wrapper that adds nothing.
  @propertyWrapper struct Plain<Value> {
    var wrappedValue: Value
  }

  var title = "a"

  var isOn = false

  var count = 0

  /// A number that isn't an `Int`.
  var small: Int8 = 0

  /// A number with a fraction.
  var ratio = 0.5

  /// A number that isn't a `Double`.
  var half: Float = 0.5

  var letter: Character = "a"

  /// A part of a string.
  var part: Substring = "a"

  var names = ["a", "b"]

  /// A list with identities.
  var rows = (0..<5).map { Row(id: $0, title: "a row that is called number \($0)") }

  /// A list whose elements are found by id.
  var items: IdentifiedArray = [Row(id: 7, title: "a row that is called seven"), Row(id: 8, title: "b")]

  /// Lists in a list.
  var matrix = [[1, 2], [3]]

  /// A part of a list.
  var run = [1, 2, 3][1...]

  /// A list that may have gaps.
  var maybe: [Int?] = [1, nil]

  var counts = ["a": 1, "b": 2]

  /// A dictionary of structs.
  var rowsByName = ["a": Row(id: 1, title: "a")]

  /// A dictionary whose values may be nil.
  var scores: [String: Int?] = ["a": 1, "b": 2]

  var marks: Set = [1, 2, 3]

  var path = Path.root

  /// An enum that may be missing.
  var destination: Path?

  /// An absent struct.
  var login: Login?

  /// A struct that may be missing.
  var selected: Row? = Row(id: 1, title: "a")

  /// A number that may be missing.
  var number: Int? = 1

  /// An optional in an optional.
  var deep: Int?? = .some(1)

  /// An enum that may be taken for an optional.
  var tricky: Tricky?

  var pair = (1, name: "a")

  /// A value of any type.
  var anything: any Sendable = 1

  var problem: any Error = Problem.offline

  /// A list of values of any type.
  var shapes: [any Sendable] = []

  /// A key of any type.
  var erased: AnyHashable = 1

  var result: Result<Int, Problem> = .success(1)

  /// A set of options.
  var rights: Rights = []

  /// A generic struct.
  var box = Box(content: 1)

  /// A generic struct of a collection.
  var tickets = Box(content: ["a": [1]])

  /// A number in a wrapper.
  @Plain var wrapped = 1

  /// A struct in a wrapper.
  @Plain var wrappedRow = Row(id: 1, title: "a")

  var duration = Duration.zero

  var date = Date(timeIntervalSinceReferenceDate: 0)

  var data = Data()

  var url = URL(string: "https://a.b")

  var uuid = UUID(uuidString: "00000000-0000-0000-0000-000000000000")

  var decimal = Decimal(0)

  var range = 0..<1

  /// A range that has its end.
  var closed = 0...1

  /// A range without an end.
  var from = 0...

  var place = Locale(identifier: "de_CH")

  /// A number of a type of its own.
  var width: CGFloat = 0.5

  /// A few numbers at once.
  var position: SIMD2<Float> = [0, 0]

  /// Many numbers at once.
  var lanes = SIMD8<Int16>(repeating: 0)

  var due = DateComponents()

  var calendar = Calendar(identifier: .gregorian)
}
