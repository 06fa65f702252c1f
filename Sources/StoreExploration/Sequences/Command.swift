public import StoreCore
import StoreDependencies

/// Something that a generated sequence may do, and when.
///
/// Where it is not applicable it is not chosen; nothing is generated first and thrown away later.
public struct Command<Feature: Reducer> {
  enum Action {
    case send(
      isPossible: (Feature.State) -> Bool,
      input: (Feature.State, inout Choices) throws -> Feature.Input
    )

    /// It lets one of some amounts of time pass.
    case advance([Duration])

    case answer(gate: String)
  }

  let action: Action

  /// How often it is chosen, compared with the others.
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
  /// Sends an input that chance makes.
  ///
  /// ```swift
  /// Command.send(weight: 5, when: { $0.phase == .idle }) { .digit($0.one(of: "1", "2", "3")) }
  /// ```
  ///
  /// - Parameters:
  ///   - weight: How often it is chosen, compared with the others.
  ///   - condition: In which states it may be sent.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - input: Makes the input. All chance must come from the choices, so that the sequence can be repeated.
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

  /// Sends an input.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - weight: How often it is chosen, compared with the others.
  ///   - condition: In which states it may be sent.
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

  /// Sends one of the inputs that there are in a state, such as a tap on one of the rows.
  ///
  /// ```swift
  /// Command.sendOne { state in state.rows.map { .rowTapped($0.id) } }
  /// ```
  ///
  /// Where there is none, the command is not applicable.
  ///
  /// - Parameters:
  ///   - weight: How often it is chosen, compared with the others.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - inputs: The inputs.
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

  /// Lets one of some amounts of time pass on the store's clock.
  ///
  /// - Parameters:
  ///   - durations: The amounts, the simplest first.
  ///   - weight: How often it is chosen, compared with the others.
  ///   - condition: In which states time may pass.
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

  /// Says when, and how often, a call at a gate is answered.
  ///
  /// Calls at gates that have `answers:` are answered without it, too, in any state.
  ///
  /// - Parameters:
  ///   - gate: The name of the gate.
  ///   - weight: How often it is chosen, compared with the others.
  ///   - condition: In which states a call may be answered.
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
