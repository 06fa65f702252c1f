extension Recording: Codable {
  /// The reason why a recording can't be read.
  public enum VersionError: Error, Hashable, CustomStringConvertible {
    /// The recording has a version other than the supported one.
    case otherVersion(Int)

    /// The reason as a sentence.
    public var description: String {
      switch self {
      case .otherVersion(let version):
        "The recording has the format version \(version), and this package reads version \(Recording.schemaVersion) only. Record it again."
      }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case version, title, stores, effects, entries, omitted
  }

  /// Creates a recording from its encoded form.
  ///
  /// - Throws: ``VersionError`` if it has another version, and a `DecodingError` if it isn't a recording.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let version = try values.decode(Int.self, forKey: .version)
    guard version == Self.schemaVersion else { throw VersionError.otherVersion(version) }
    title = try values.decode(String.self, forKey: .title)
    stores = try values.decode([Store].self, forKey: .stores)
    effects = try values.decode([Effect].self, forKey: .effects)
    entries = try values.decode([Entry].self, forKey: .entries)
    omitted = try values.decode(Int.self, forKey: .omitted)
    guard isWhole else {
      let text = "The numbers of the recording's stores, effects or entries are not those of their places."
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
    }
  }

  /// Whether every item is at the index of its number.
  private var isWhole: Bool {
    omitted >= 0 && stores.indices.allSatisfy { stores[$0].number == $0 + 1 }
      && effects.indices.allSatisfy { effects[$0].number == $0 + 1 }
      && entries.indices.allSatisfy { entries[$0].number == omitted + $0 + 1 }
  }

  /// Writes the recording, with the version of its format.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Self.schemaVersion, forKey: .version)
    try values.encode(title, forKey: .title)
    try values.encode(stores, forKey: .stores)
    try values.encode(effects, forKey: .effects)
    try values.encode(entries, forKey: .entries)
    try values.encode(omitted, forKey: .omitted)
  }
}
