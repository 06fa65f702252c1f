import SampleFeatures
import StoreExploration
import Testing

/// The suites of the list of numbers, which together notice all of its mutants.
@Suite("Numbers", .mutants(of: Numbers.self), .coverage(of: Numbers.self, minimum: 1))
enum NumbersSuites {}
