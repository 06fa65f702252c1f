@testable import StoreExploration

/// A feature that has the name of one in another file.
private enum Namesake {}

/// Makes an empty record of the coverage of this file's feature.
func makeRecordOfNamesake() -> CoverageRecord { FeatureMatch(type: Namesake.self).makeRecord() }
