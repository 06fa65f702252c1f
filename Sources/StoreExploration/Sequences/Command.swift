public import StoreCore
import StoreDependencies

/// A possible step of a generated sequence, with its condition.
///
/// The generator never chooses an inapplicable command, so it never discards a step.
public struct Command<Feature: Reducer> {
  enum Action {
    case send(
      isPossible: (Feature.State) -> Bool,
      input: (Feature.State, inout Choices) throws -> Feature.Input
    )

    /// Advances the clock by one of several durations.
    case advance([Duration])

    case answer(gate: String)
  }

  let action: Action

  /// The relative frequency of the command.
  let weight: Int

  private let condition: (Feature.State) -> Bool
  let site: CallSite

  init(_ action: Action, weight: Int, when condition: @escaping (Feature.State) -> Bool, at site: CallSite) {
    self.action = action
    self.weight = weight
    self.condition = condition
    self.site = site
  }

  func isApplicable(in state: Feature.State) -> Bool {
    guard condition(state) else { return false }
    if case .send(let isPossible, _) = action { return isPossible(state) }
    return true
  }
}

extension Command {
  /// Returns a command that sends a random input.
  ///
  /// ```swift
  /// Command.send(weight: 5, when: { $0.phase == .idle }) { .digit($0.one(of: "1", "2", "3")) }
  /// ```
  ///
  /// - Parameters:
  ///   - weight: The relative frequency of the command.
  ///   - condition: Whether the input may be sent in a state.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - input: Creates the input. It must take all random values from the choices, so that the sequence can be
  ///     repeated.
  public static func send(
    weight: Int = 1,
    when condition: @escaping (Feature.State) -> Bool = { _ in true },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ input: @escaping (inout Choices) throws -> Feature.Input
  ) -> Self {
    Self(
      .send(isPossible: { _ in true }, input: { try input(&$1) }),
      weight: weight,
      when: condition,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Returns a command that sends an input.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - weight: The relative frequency of the command.
  ///   - condition: Whether the input may be sent in a state.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func send(
    _ input: Feature.Input,
    weight: Int = 1,
    when condition: @escaping (Feature.State) -> Bool = { _ in true },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    Self(
      .send(isPossible: { _ in true }, input: { _, _ in input }),
      weight: weight,
      when: condition,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Returns a command that sends one of the inputs possible in a state, such as a tap on one of the rows.
  ///
  /// ```swift
  /// Command.sendOne { state in state.rows.map { .rowTapped($0.id) } }
  /// ```
  ///
  /// Without a possible input, the command is not applicable.
  ///
  /// - Parameters:
  ///   - weight: The relative frequency of the command.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - inputs: Returns the inputs of a state.
  public static func sendOne(
    weight: Int = 1,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    of inputs: @escaping (Feature.State) -> [Feature.Input]
  ) -> Self {
    Self(
      .send(isPossible: { !inputs($0).isEmpty }, input: { try $1.element(of: inputs($0)) }),
      weight: weight,
      when: { _ in true },
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Returns a command that advances the store's clock by one of several durations.
  ///
  /// - Parameters:
  ///   - durations: The durations, the simplest first.
  ///   - weight: The relative frequency of the command.
  ///   - condition: Whether time may pass in a state.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func advance(
    by durations: [Duration],
    weight: Int = 1,
    when condition: @escaping (Feature.State) -> Bool = { _ in true },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    Self(
      .advance(durations),
      weight: weight,
      when: condition,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Returns a command that sets when, and how often, calls at a gate are answered.
  ///
  /// Calls at gates with `answers:` are also answered without this command, in any state.
  ///
  /// - Parameters:
  ///   - gate: The name of the gate.
  ///   - weight: The relative frequency of the command.
  ///   - condition: Whether a call may be answered in a state.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func answer(
    _ gate: String,
    weight: Int = 1,
    when condition: @escaping (Feature.State) -> Bool = { _ in true },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    Self(
      .answer(gate: gate),
      weight: weight,
      when: condition,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
