import Foundation
import Testing

@testable import StoreTesting

/// Whether this run of the suite asks for the portable runtime.
let asksForPortableRuntime = ProcessInfo.processInfo.environment[Runtime.variable] == "portable"

extension Trait where Self == ConditionTrait {
  /// The behaviour needs the accelerator. EffectsAndTime.md describes the behaviour without it.
  static var accelerated: Self { .enabled(if: Runtime.isAccelerated, "It needs the accelerator.") }
}
