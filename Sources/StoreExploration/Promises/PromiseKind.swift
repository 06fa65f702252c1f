public import StoreCore
import StoreTesting

/// A kind of promise that a project adds to those that are always tried.
///
/// A condition that returns nil says that it isn't about a situation or a step. A kind that doesn't hold everywhere is a
/// suspect. One that is about nothing is not judged.
///
/// ```swift
/// space.promises(.situations("a paid order has an address") { $0.isPaid ? $0.address != nil : nil })
/// ```
public struct PromiseKind<Feature: Reducer> where Feature.State: Equatable {
  /// What is judged.
  enum Content {
    case situations((Situation<Feature>) -> Bool?)
    case steps((Feature.State, Message<Feature.Input, Feature.Feedback>, Feature.State) -> Bool?)
  }

  let text: String

  let weight: Double

  let content: Content

  /// Returns a promise about situations.
  ///
  /// - Parameters:
  ///   - text: The promise as a sentence.
  ///   - weight: How much an exception hurts, from 0 to 1.
  ///   - condition: Whether it holds in a situation; nil if it isn't about it.
  public static func situations(
    _ text: String,
    weight: Double = 0.7,
    _ condition: @escaping (Situation<Feature>) -> Bool?
  ) -> Self {
    Self(text: text, weight: weight, content: .situations(condition))
  }

  /// Returns a promise about reductions.
  ///
  /// - Parameters:
  ///   - text: The promise as a sentence.
  ///   - weight: How much an exception hurts, from 0 to 1.
  ///   - condition: Whether it holds for the state before, the message, and the state after; nil if it isn't about them.
  public static func steps(
    _ text: String,
    weight: Double = 0.7,
    _ condition: @escaping (Feature.State, Message<Feature.Input, Feature.Feedback>, Feature.State) -> Bool?
  ) -> Self {
    Self(text: text, weight: weight, content: .steps(condition))
  }

  /// Returns the candidates of a space, and what is about nothing in it.
  static func judge(_ kinds: [Self], in space: some ExploredSpace<Feature>, _ facts: PromiseFacts) -> (
    candidates: [Candidate], unjudged: [String]
  ) {
    let judged = kinds.map { (text: $0.text, candidate: $0.candidate(in: space, facts)) }
    return (
      judged.compactMap(\.candidate),
      judged.filter { $0.candidate == nil }.map { "\(quoted($0.text)), which is about nothing that happened" }
    )
  }

  /// Returns the candidate of a space; nil if it is about nothing in it.
  private func candidate(in space: some ExploredSpace<Feature>, _ facts: PromiseFacts) -> Candidate? {
    var support = 0
    var exceptions: [Candidate.Exception] = []
    switch content {
    case .situations(let condition):
      for node in 0..<space.situationCount {
        guard let holds = condition(space.situation(at: node)) else { continue }
        if holds { support += 1 } else { exceptions.append(Candidate.Exception(node: node)) }
      }
    case .steps(let condition):
      for (position, step) in facts.steps.enumerated() {
        let move = space.moves(from: step.from)[step.number]
        for case .reduced(let reduction) in space.step(move, from: step.from).events {
          guard let holds = condition(reduction.before, reduction.message, reduction.after) else { continue }
          if holds { support += 1 } else { exceptions.append(Candidate.Exception(node: step.from, steps: [position])) }
        }
      }
    }
    guard support > 0 || !exceptions.isEmpty else { return nil }
    return Candidate(text: text, complaint: "not so: \(text)", support: support, exceptions: exceptions, weight: weight)
  }
}
