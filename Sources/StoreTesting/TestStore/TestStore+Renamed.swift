public import StoreCore

// Names of The Composable Architecture. Their use makes the compiler print the code to write instead.

/// The test store of a feature.
public typealias TestStoreOf<Feature: Reducer> = TestStore<Feature> where Feature.State: Equatable

/// A stand-in for the case path of a message. It makes the compiler print the code to write instead.
@dynamicMemberLookup
public struct CasePathOfMessage<Message> {
  /// A case with any name.
  public subscript(dynamicMember name: String) -> CasePathOfMessage<Message> { self }

  /// An element of a collection.
  public subscript(id id: some Hashable) -> CasePathOfMessage<Message> { self }
}

extension TestStore {
  /// Receives a feedback by the path of its case.
  @available(*, unavailable, message: "Name the case by its constructor: 'receive(Feature.Feedback.response)'.")
  public func receive(
    _ case: KeyPath<CasePathOfMessage<Feature.Feedback>, CasePathOfMessage<Feature.Feedback>>,
    timeout: Duration? = nil,
    assert: ((inout Feature.State) throws -> Void)? = nil
  ) async {}

  /// Receives a feedback by the path of its case, with a payload.
  @available(*, unavailable, message: "Make the value with its case: 'receive(.response(value))'.")
  public func receive<Value>(
    _ case: KeyPath<CasePathOfMessage<Feature.Feedback>, CasePathOfMessage<Feature.Feedback>>,
    _ value: Value,
    timeout: Duration? = nil,
    assert: ((inout Feature.State) throws -> Void)? = nil
  ) async {}

  /// Sends an input by the path of its case.
  @available(*, unavailable, message: "Make the value with its case: 'send(.tapped)'.")
  @discardableResult
  public func send(
    _ case: KeyPath<CasePathOfMessage<Feature.Input>, CasePathOfMessage<Feature.Input>>,
    assert: ((inout Feature.State) throws -> Void)? = nil
  ) async -> TestStoreTask { fatalError("It can't be called.") }

  /// Sends an input by the path of its case, with a payload.
  @available(*, unavailable, message: "Make the value with its case: 'send(.changed(value))'.")
  @discardableResult
  public func send<Value>(
    _ case: KeyPath<CasePathOfMessage<Feature.Input>, CasePathOfMessage<Feature.Input>>,
    _ value: Value,
    assert: ((inout Feature.State) throws -> Void)? = nil
  ) async -> TestStoreTask { fatalError("It can't be called.") }

  /// Skips received feedback and outputs.
  @available(*, unavailable, renamed: "skipReceived(strict:)")
  public func skipReceivedActions(strict: Bool = true) async {}

  /// Cancels the effects in flight.
  @available(
    *,
    unavailable,
    renamed: "cancelInFlightEffects(strict:)",
    message: "It cancels the effects, and waits until they have ended."
  )
  public func skipInFlightEffects(strict: Bool = true) async {}
}

extension Exhaustivity {
  /// Returns the level at which only the test's own assertions are checked.
  @available(*, unavailable, renamed: "off(showSkipped:)")
  public static func off(showSkippedAssertions: Bool) -> Self { .off }
}
