import StoreCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the tests of a suite have shown of a feature, as JSON that other runs read.
protocol SavedRecord: Codable {
  /// The feature's type with its module and its enclosing types, by which records are matched.
  var type: String { get }
}

extension SavedRecord {
  /// The record as JSON. Equal records have equal texts.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let data = try? encoder.encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// Creates a record from JSON; nil if the JSON isn't a record.
  init?(json: String) {
    guard let record = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
    self = record
  }
}

extension FeatureMatch {
  /// The feature's type in a saved record.
  var savedType: String {
    // A mangled name contains the file of a private type, and is the same in each process.
    let type = featureType(of: type)
    return _mangledTypeName(type) ?? String(reflecting: type)
  }
}
