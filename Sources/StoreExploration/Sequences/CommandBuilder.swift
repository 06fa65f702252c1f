public import StoreCore

/// Collects commands that are written one below the other.
@resultBuilder
public enum CommandBuilder<Feature: Reducer> {
  /// One command.
  public static func buildExpression(_ command: Command<Feature>) -> [Command<Feature>] { [command] }

  /// Several commands at a time.
  public static func buildExpression(_ commands: [Command<Feature>]) -> [Command<Feature>] { commands }

  /// All commands, in order.
  public static func buildBlock(_ parts: [Command<Feature>]...) -> [Command<Feature>] { parts.flatMap(\.self) }

  /// The commands of an `if` without `else`.
  public static func buildOptional(_ part: [Command<Feature>]?) -> [Command<Feature>] { part ?? [] }

  /// The commands of the first branch.
  public static func buildEither(first part: [Command<Feature>]) -> [Command<Feature>] { part }

  /// The commands of another branch.
  public static func buildEither(second part: [Command<Feature>]) -> [Command<Feature>] { part }

  /// The commands of a loop.
  public static func buildArray(_ parts: [[Command<Feature>]]) -> [Command<Feature>] { parts.flatMap(\.self) }
}
