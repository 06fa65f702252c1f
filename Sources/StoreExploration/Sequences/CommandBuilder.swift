public import StoreCore

/// A result builder that collects commands.
@resultBuilder
public enum CommandBuilder<Feature: Reducer> {
  /// Wraps one command.
  public static func buildExpression(_ command: Command<Feature>) -> [Command<Feature>] { [command] }

  /// Returns several commands.
  public static func buildExpression(_ commands: [Command<Feature>]) -> [Command<Feature>] { commands }

  /// Returns the commands of a block, in order.
  public static func buildBlock(_ parts: [Command<Feature>]...) -> [Command<Feature>] { parts.flatMap(\.self) }

  /// Returns the commands of an `if` without an `else`.
  public static func buildOptional(_ part: [Command<Feature>]?) -> [Command<Feature>] { part ?? [] }

  /// Returns the commands of the first branch of a condition.
  public static func buildEither(first part: [Command<Feature>]) -> [Command<Feature>] { part }

  /// Returns the commands of the second branch of a condition.
  public static func buildEither(second part: [Command<Feature>]) -> [Command<Feature>] { part }

  /// Returns the commands of a loop.
  public static func buildArray(_ parts: [[Command<Feature>]]) -> [Command<Feature>] { parts.flatMap(\.self) }
}
