import StoreCore
import TestSupport

@testable import StoreTesting
@testable import StoreValues

/// A message with a payload of each kind that can't be written in Swift, or that is not equal to itself.
enum PayloadSample: Sendable {
  /// A closure: alone, with a second value, or optional.
  case closure(@Sendable () -> Int), closureAndNumber(@Sendable () -> Int, Int), perhaps((@Sendable () -> Int)?)

  /// Closures that are not by themselves.
  case closures([@Sendable () -> Int])

  /// An object: alone, labelled, or with a second value.
  case object(Thing), named(thing: Thing), objectAndNumber(Thing, number: Int)

  /// A value with a custom mirror.
  case secret(Liar)

  case anything(any Sendable)

  /// A number, which need not be one.
  case number(Double), point(x: Double, y: Double)

  /// A value that is too long to write.
  case long([Int])

  case saved(Result<Void, any Error>), nothing(Void)

  /// A result of a tuple.
  case couple(Result<(Int, String), any Error>)

  /// The messages of a child.
  case child(ChildFeedback<Catalog>)

  /// An enum payload, as opposed to an existential one.
  case reading(Reading)

  indirect case nested(PayloadSample)

  /// A name that means something else in Swift.
  case `init`(Thing)

  /// A class.
  final class Thing: Sendable {}
}

/// A message that can be compared, and holds a number.
enum Reading: Equatable, Sendable {
  case value(Double)
}

/// A message that isn't an enum.
struct Memo: Sendable {
  /// The function that the value holds.
  let handler: @Sendable () -> Int
}

/// A feature that sends its input as feedback and output, and counts the feedback.
typealias Post<Letter: Sendable> = Machine<Int, Letter, Letter, Letter>

/// Makes a store that has been sent a letter, with which both steps are still to be asserted.
func posted<Letter: Sendable>(_ letter: Letter) async -> TestStore<Post<Letter>> {
  let store = TestStore(initialState: 0) {
    Post<Letter> { message, state in
      switch message {
      case .input(let letter):
        return .run("post") { send in await send(letter) }
      case .feedback(let letter):
        state += 1
        return .output(letter)
      }
    }
  }
  await store.send(letter)
  return store
}
