/// The values of the fields of the state in all situations, as numbers.
struct FieldTable {
  /// The forms in which the value of a field is known.
  private struct Value: Hashable {
    var kinds: Set<SpaceAtom.Kind> = []
    var content: String?
    var amount: Int?
    var list: [String]?
    var members: Set<String>?
  }

  /// The paths of all fields, sorted.
  let paths: [String]

  /// Whether a field is a number or a collection, by its position.
  let isData: [Bool]

  /// The numbers of the values, by situation and field.
  private let values: [[Int]]

  init(_ states: [StateFacts]) {
    let fields = states.map(Self.fields)
    let paths = Set(fields.flatMap(\.keys)).sorted()
    var numbers: [Value: Int] = [:]
    var isData = Array(repeating: false, count: paths.count)
    values = fields.map { fields in
      paths.enumerated().map { position, path in
        guard let value = fields[path] else { return -1 }
        isData[position] = isData[position] || value.amount != nil || value.list != nil || value.members != nil
        let number = numbers[value] ?? numbers.count
        numbers[value] = number
        return number
      }
    }
    self.paths = paths
    self.isData = isData
  }

  private static func fields(of state: StateFacts) -> [String: Value] {
    var fields: [String: Value] = [:]
    for atom in state.atoms { fields[atom.subject, default: Value()].kinds.insert(atom.kind) }
    for (path, content) in state.contents { fields[path, default: Value()].content = content }
    for (path, amount) in state.amounts { fields[path, default: Value()].amount = amount }
    for (path, list) in state.lists { fields[path, default: Value()].list = list }
    for (path, members) in state.members { fields[path, default: Value()].members = members }
    return fields
  }

  /// Returns the number of a field's value, which equal values share; negative where the state has no such field.
  func value(_ field: Int, at node: Int) -> Int { values[node][field] }

  /// Whether a state has a field: a part of an optional, or of a case, may be absent.
  func has(_ field: Int, at node: Int) -> Bool { values[node][field] >= 0 }

  /// Returns the numbers of the values of all fields but one.
  func values(besides field: Int, at node: Int) -> [Int] {
    var values = values[node]
    values[field] = 0
    return values
  }

  /// Returns the fields that differ in two situations.
  func changes(from one: Int, to other: Int) -> [Int] {
    guard values[one] != values[other] else { return [] }
    return paths.indices.filter { values[one][$0] != values[other][$0] }
  }

  /// Whether a field belongs to an element of a list or a dictionary.
  func isOfElement(_ field: Int) -> Bool { paths[field].contains("[") }
}
