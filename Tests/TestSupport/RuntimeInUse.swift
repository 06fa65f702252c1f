import Foundation
import StoreRuntime
package import Testing

/// Whether this run of the suite asks for the portable runtime.
package let asksForPortableRuntime = ProcessInfo.processInfo.environment[Runtime.variable] == "portable"

extension Trait where Self == ConditionTrait {
  /// The behaviour needs the accelerator. EffectsAndTime.md describes the behaviour without it.
  package static var accelerated: Self { .enabled(if: Runtime.isAccelerated, "It needs the accelerator.") }
}
