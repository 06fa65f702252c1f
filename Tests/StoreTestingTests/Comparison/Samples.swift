import Synchronization

/// Something with an identity, as rows of lists have it.
struct Row: Equatable, Identifiable, Sendable {
  var id: Int

  var title: String

  var isDone = false
}

/// An element without an identity, and without `==`.
struct Loose: Sendable {
  var text: String
}

/// A struct whose field has another type than its value.
struct Untyped: Sendable {
  var value: any Sendable
}

/// A value whose `==` compares a part of it.
struct Forgetful: Equatable {
  /// The compared property.
  var id = 1

  /// The ignored property.
  var name = "a"

  /// Whether the ids are equal.
  static func == (first: Self, second: Self) -> Bool { first.id == second.id }
}

/// An enum with every kind of payload.
indirect enum Screen: Equatable, Sendable {
  /// No payload.
  case home, settings

  /// A payload with a name.
  case detail(id: Int)

  case pair(Int, title: String)

  /// The same again.
  case nested(Screen)

  case rows([Row])
}

/// An enum whose cases have the same description.
enum Mute: Equatable, Sendable, CustomStringConvertible {
  /// They have no payload.
  case first, second

  /// The same for both.
  var description: String { "mute" }
}

/// An object that is compared by its identity.
class Node: Equatable {
  var value: Int

  /// The next one, which may be the first again.
  var next: Node?

  init(_ value: Int, next: Node? = nil) {
    self.value = value
    self.next = next
  }

  static func == (first: Node, second: Node) -> Bool { first === second }
}

/// An object with fields of its own and of another class.
final class NamedNode: Node {
  var name = ""
}

/// An object without `==`, with members that can't be looked into or copied.
final class Vault {
  /// The visible part.
  var count = 0

  let action: () -> Void = {}

  /// Something that can't be copied.
  let lock = Mutex(1)
}

/// A value that shows itself by a text.
struct Spoken: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  var value = 1

  var description: String { "number \(value)" }

  var debugDescription: String { "No. \(value)\nof many" }
}

/// A value whose description is always the same.
struct Liar: Equatable, CustomReflectable {
  /// The value that the mirror hides.
  var value = 1

  /// The description of each value.
  var customMirror: Mirror { Mirror(self, children: ["value": 0], displayStyle: .struct) }
}

/// A value whose children never end, at any depth.
struct Endless: CustomReflectable {
  var seed = 0

  /// Shows itself, over and over.
  var customMirror: Mirror {
    let selves = (0..<Int.max).lazy.map { _ in Endless(seed: seed + 1) }
    return Mirror(self, unlabeledChildren: selves, displayStyle: .collection)
  }
}

/// A collection that shows its elements by a mirror.
struct Lined: CustomReflectable {
  var count: Int

  var customMirror: Mirror { Mirror(self, unlabeledChildren: 0..<count, displayStyle: .collection) }
}

/// An actor.
actor Keeper {
  let number: Int

  init(_ number: Int) { self.number = number }
}

/// A state with a bit of everything.
struct Everything: Equatable {
  var title = "a"

  /// A list with identities.
  var rows = (0..<6).map { Row(id: $0, title: "row \($0)") }

  /// A list without.
  var names = ["a", "b", "c"]

  var screen = Screen.home

  var selected: Row?

  var counts = ["a": 1, "b": 2]

  var marks: Set = [1, 2, 3]
}
