import Foundation

@testable import StoreTesting

/// Whether this run of the suite is one with the portable runtime.
let asksForPortableRuntime = ProcessInfo.processInfo.environment[Runtime.variable] == "portable"
