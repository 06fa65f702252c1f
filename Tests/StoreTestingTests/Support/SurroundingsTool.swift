import StoreCore

@testable import StoreTesting

/// A tool that watches the surroundings of a feature, and leaves them as they are, but for what a test implements.
protocol SurroundingsTool: Mutator, Surroundings {}

extension SurroundingsTool {
  func change<Feature: Reducer>(of feature: Feature.Type, storeAt site: CallSite) -> ReducerChange<Feature>? {
    ReducerChange(
      surroundings: self,
      start: { state, reducer in reducer.start(from: state).node },
      reduce: { message, state, reducer in reducer.reduce(message: message, into: &state).node }
    )
  }

  func fate<Value, Failure>(
    of answer: Result<Value, Failure>,
    to call: SurroundingCall,
    at site: CallSite
  ) -> AnswerFate<Value, Failure> {
    .given(answer)
  }

  func fateOfElement(at gate: String, canThrow: Bool, at site: CallSite) -> ElementFate { .taken }

  func duration(of duration: Duration, at site: CallSite) -> Duration { duration }

  var patience: Duration? { nil }

  func noteWait(_ duration: Duration) {}
}
