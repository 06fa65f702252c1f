import Foundation
import StoreTesting
import Testing

extension SuggestedCase {
  /// Changes of a state, each of which must be suggested by lines that compile and make it.
  static let all: [SuggestedCase] = [
    SuggestedCase("string", SuggestedLines.string) { $0.title = "say \"hi\"\n\\(x)" },
    SuggestedCase("flag", SuggestedLines.flag) { $0.isOn = true },
    SuggestedCase("numbers", SuggestedLines.numbers) {
      $0.count = -3
      $0.small = 7
      $0.ratio = 1
      $0.half = 2
    },
    SuggestedCase("notNumbers", SuggestedLines.notNumbers) {
      $0.ratio = -.infinity
      $0.half = .infinity
    },
    SuggestedCase("characters", SuggestedLines.characters) {
      $0.letter = "é"
      $0.part = "b"
    },
    SuggestedCase("list", SuggestedLines.list) { $0.names = ["x"] },
    SuggestedCase("emptiedList", SuggestedLines.emptiedList) { $0.rows = [] },
    SuggestedCase("element", SuggestedLines.element) { $0.names[1] = "c" },
    SuggestedCase("field", SuggestedLines.field) { $0.rows[2].title = "b" },
    SuggestedCase("appended", SuggestedLines.appended) { $0.rows.append(Row(id: 9, title: "new", isDone: true)) },
    SuggestedCase("putInAndTakenOut", SuggestedLines.putInAndTakenOut) {
      $0.rows.remove(at: 1)
      $0.rows.insert(Row(id: 9, title: "new"), at: 2)
      $0.rows[0].isDone = true
    },
    SuggestedCase("moved", SuggestedLines.moved) {
      $0.rows.insert($0.rows.remove(at: 4), at: 1)
      $0.rows[1].isDone = true
    },
    SuggestedCase("swapped", SuggestedLines.swapped) { $0.rows.swapAt(0, 3) },
    SuggestedCase("shuffled", SuggestedLines.shuffled) {
      $0.rows = [$0.rows[4], $0.rows[2], Row(id: 8, title: "new"), $0.rows[0], $0.rows[3]]
    },
    SuggestedCase("identifiedField", SuggestedLines.identifiedField) { $0.items[id: 8]?.title = "c" },
    SuggestedCase("identifiedElements", SuggestedLines.identifiedElements) {
      $0.items.remove(id: 8)
      $0.items.append(Row(id: 9, title: "a row that is called nine"))
      $0.items[id: 7]?.isDone = true
    },
    SuggestedCase("anotherElement", SuggestedLines.anotherElement) {
      $0.items[id: 8] = nil
      $0.items.append(Row(id: 9, title: "b"))
    },
    SuggestedCase("nestedLists", SuggestedLines.nestedLists) {
      $0.matrix[1].append(4)
      $0.matrix[0][0] = 9
    },
    SuggestedCase("slice", SuggestedLines.slice) { $0.run = [2, 4][...] },
    SuggestedCase("optionals", SuggestedLines.optionals) { $0.maybe = [nil, 2, nil] },
    SuggestedCase("key", SuggestedLines.key) { $0.counts["a"] = 2 },
    SuggestedCase("keys", SuggestedLines.keys) {
      $0.counts["b"] = nil
      $0.counts["c"] = 3
    },
    SuggestedCase("emptiedDictionary", SuggestedLines.emptiedDictionary) { $0.counts = [:] },
    SuggestedCase("fieldOfKey", SuggestedLines.fieldOfKey) { $0.rowsByName["a"]?.title = "b" },
    SuggestedCase("optionalValues", SuggestedLines.optionalValues) {
      $0.scores["a"] = .some(nil)
      $0.scores.removeValue(forKey: "b")
    },
    SuggestedCase("members", SuggestedLines.members) {
      $0.marks.insert(4)
      $0.marks.remove(1)
    },
    SuggestedCase("emptiedSet", SuggestedLines.emptiedSet) { $0.marks = [] },
    SuggestedCase("case", SuggestedLines.`case`) { $0.path = .detail(id: 3) },
    SuggestedCase("reservedCase", SuggestedLines.reservedCase) { $0.path = .`init` },
    SuggestedCase("payloads", SuggestedLines.payloads) { $0.path = .pair(1, nil) },
    SuggestedCase("nestedCase", SuggestedLines.nestedCase) { $0.path = .failed(.status(code: 3, text: "gone")) },
    SuggestedCase("erasedPayload", SuggestedLines.erasedPayload) { $0.path = .erased(Specimen.Problem.offline) },
    SuggestedCase("recursiveCase", SuggestedLines.recursiveCase) { $0.path = .next(.next(.root)) },
    SuggestedCase("optionalCase", SuggestedLines.optionalCase) { $0.destination = .detail(id: 3) },
    SuggestedCase("optionalStruct", SuggestedLines.optionalStruct) {
      $0.login = Specimen.Login(name: "b", isLoading: true, problem: .offline)
    },
    SuggestedCase("fieldOfOptional", SuggestedLines.fieldOfOptional) { $0.selected?.isDone = true },
    SuggestedCase("cleared", SuggestedLines.cleared) {
      $0.selected = nil
      $0.number = nil
    },
    SuggestedCase("optionalNumber", SuggestedLines.optionalNumber) { $0.number = 2 },
    SuggestedCase("deepNil", SuggestedLines.deepNil) { $0.deep = .some(nil) },
    SuggestedCase("deepClear", SuggestedLines.deepClear) { $0.deep = .none },
    SuggestedCase("deepValue", SuggestedLines.deepValue) { $0.deep = 2 },
    SuggestedCase("trickyNone", SuggestedLines.trickyNone) { $0.tricky = Specimen.Tricky.none },
    SuggestedCase("trickySome", SuggestedLines.trickySome) { $0.tricky = Specimen.Tricky.some },
    SuggestedCase("tuple", SuggestedLines.tuple) {
      $0.pair.0 = 2
      $0.pair.name = "b"
    },
    SuggestedCase("anyNumber", SuggestedLines.anyNumber) { $0.anything = Int8(3) },
    SuggestedCase("anyFloat", SuggestedLines.anyFloat) { $0.anything = Float(1.5) },
    SuggestedCase("anyList", SuggestedLines.anyList) { $0.anything = [1.5] },
    SuggestedCase("anySet", SuggestedLines.anySet) { $0.anything = Set(["a"]) },
    SuggestedCase("anyEmpty", SuggestedLines.anyEmpty) { $0.anything = [String: Int]() },
    SuggestedCase("anyCase", SuggestedLines.anyCase) { $0.anything = Specimen.Tricky.other },
    SuggestedCase("anyStruct", SuggestedLines.anyStruct) { $0.anything = Row(id: 1, title: "a") },
    SuggestedCase("anyCharacter", SuggestedLines.anyCharacter) { $0.anything = Character("a") },
    SuggestedCase("anyDuration", SuggestedLines.anyDuration) { $0.anything = Duration.seconds(1) },
    SuggestedCase("error", SuggestedLines.error) { $0.problem = Specimen.Problem.status(code: 1, text: "a") },
    SuggestedCase("erasedElements", SuggestedLines.erasedElements) {
      $0.shapes = [1, Int8(2), "a", Specimen.Tricky.other]
    },
    SuggestedCase("erasedKey", SuggestedLines.erasedKey) { $0.erased = AnyHashable("a") },
    SuggestedCase("success", SuggestedLines.success) { $0.result = .success(2) },
    SuggestedCase("failure", SuggestedLines.failure) { $0.result = .failure(.offline) },
    SuggestedCase("rights", SuggestedLines.rights) { $0.rights = .read },
    SuggestedCase("generic", SuggestedLines.generic) { $0.box.content = 2 },
    SuggestedCase("genericDictionary", SuggestedLines.genericDictionary) {
      $0.tickets.content["a"] = [1, 2]
      $0.tickets.content["b"] = []
    },
    SuggestedCase("wrapper", SuggestedLines.wrapper) { $0.wrapped = 2 },
    SuggestedCase("fieldOfWrapper", SuggestedLines.fieldOfWrapper) { $0.wrappedRow.title = "b" },
    SuggestedCase("seconds", SuggestedLines.seconds) { $0.duration = .seconds(90) },
    SuggestedCase("milliseconds", SuggestedLines.milliseconds) { $0.duration = .milliseconds(300) },
    SuggestedCase("attoseconds", SuggestedLines.attoseconds) {
      $0.duration = Duration(secondsComponent: 1, attosecondsComponent: 1)
    },
    SuggestedCase("date", SuggestedLines.date) { $0.date = Date(timeIntervalSinceReferenceDate: -0.5) },
    SuggestedCase("text", SuggestedLines.text) { $0.data = Data("hi".utf8) },
    SuggestedCase("bytes", SuggestedLines.bytes) { $0.data = Data([0, 255]) },
    SuggestedCase("url", SuggestedLines.url) { $0.url = URL(string: "https://c.d/e?f=g") },
    SuggestedCase("uuid", SuggestedLines.uuid) { $0.uuid = UUID(uuidString: "00000000-0000-0000-0000-00000000000A") },
    SuggestedCase("decimal", SuggestedLines.decimal) { $0.decimal = Decimal(string: "0.1")! },
    SuggestedCase("ranges", SuggestedLines.ranges) {
      $0.range = -3 ..< -1
      $0.closed = 2...3
      $0.from = 4...
    },
    SuggestedCase("locale", SuggestedLines.locale) { $0.place = Locale(identifier: "fr_FR") },
    SuggestedCase("ownNumber", SuggestedLines.ownNumber) { $0.width = 1.25 },
    SuggestedCase("ownInfinity", SuggestedLines.ownInfinity) { $0.width = -.infinity },
    SuggestedCase("vector", SuggestedLines.vector) { $0.position.y = 2.5 },
    SuggestedCase("longVector", SuggestedLines.longVector) { $0.lanes[3] = -1 },
    SuggestedCase("components", SuggestedLines.components) { $0.due = DateComponents(year: 2_024, month: 2, day: 29) },
    SuggestedCase("allComponents", SuggestedLines.allComponents) {
      var calendar = Calendar(identifier: .iso8601)
      calendar.firstWeekday = 4
      $0.due = DateComponents(calendar: calendar, hour: 0, weekOfYear: 9)
      $0.due.isLeapMonth = true
    },
    SuggestedCase("zone", SuggestedLines.zone) {
      $0.due = DateComponents(timeZone: TimeZone(identifier: "Europe/Zurich"), hour: 0)
    },
    SuggestedCase("calendar", SuggestedLines.calendar) { $0.calendar.minimumDaysInFirstWeek = 3 },
    SuggestedCase("anyOwnNumber", SuggestedLines.anyOwnNumber) { $0.anything = CGFloat(2) },
    SuggestedCase("anyVector", SuggestedLines.anyVector) { $0.anything = SIMD3<Double>(1, 2, 3) },
    SuggestedCase("rootNumber", from: { () -> Int in 1 }, to: { 2 }, by: SuggestedLines.rootNumber),
    SuggestedCase(
      "rootEnum",
      from: { () -> Specimen.Path in .root },
      to: { .detail(id: 3) },
      by: SuggestedLines.rootEnum
    ),
    SuggestedCase(
      "rawCase",
      from: { () -> Specimen.Path in .root },
      to: { .`all done` },
      by: SuggestedLines.rawCase
    ),
    SuggestedCase(
      "rawPayload",
      from: { () -> Specimen.Path in .root },
      to: { .`step by step`(`how many`: 2) },
      by: SuggestedLines.rawPayload
    ),
    SuggestedCase(
      "rootList",
      from: { () -> [Row] in [Row(id: 1, title: "a")] },
      to: { [Row(id: 1, title: "b")] },
      by: SuggestedLines.rootList
    ),
    SuggestedCase(
      "rootOptional",
      from: { () -> Row? in Row(id: 1, title: "a") },
      to: { Row(id: 1, title: "b") },
      by: SuggestedLines.rootOptional
    ),
    SuggestedCase(
      "rootDictionary",
      from: { () -> [String: Int] in ["a": 1] },
      to: { ["a": 2, "b": 3] },
      by: SuggestedLines.rootDictionary
    ),
    SuggestedCase("rootSet", from: { () -> Set<String> in ["a"] }, to: { ["a", "b"] }, by: SuggestedLines.rootSet),
    SuggestedCase(
      "fieldOfPayload",
      from: { GuardedSpecimen.Screen() },
      to: { GuardedSpecimen.Screen(phase: .loaded(Row(id: 1, title: "b"))) },
      by: SuggestedLines.fieldOfPayload
    ),
    SuggestedCase(
      "fieldOfOptionalPayload",
      from: { GuardedSpecimen.Screen() },
      to: { GuardedSpecimen.Screen(optional: .retrying(last: Row(id: 1, title: "a", isDone: true))) },
      by: SuggestedLines.fieldOfOptionalPayload
    ),
    SuggestedCase(
      "fieldsOfPayload",
      from: { GuardedSpecimen.Screen() },
      to: { GuardedSpecimen.Screen(phase: .loaded(Row(id: 1, title: "b", isDone: true))) },
      by: SuggestedLines.fieldsOfPayload
    ),
    SuggestedCase(
      "fieldOfPayloadNamedSome",
      from: { GuardedSpecimen.Screen(phase: .some(Row(id: 1, title: "a"))) },
      to: { GuardedSpecimen.Screen(phase: .some(Row(id: 1, title: "b"))) },
      by: SuggestedLines.fieldOfPayloadNamedSome
    ),
    SuggestedCase(
      "fieldOfErasedPayload",
      from: { GuardedSpecimen.Screen(phase: .erased(Row(id: 1, title: "a"))) },
      to: { GuardedSpecimen.Screen(phase: .erased(Row(id: 1, title: "b"))) },
      by: SuggestedLines.fieldOfErasedPayload
    ),
    SuggestedCase(
      "fieldOfRootPayload",
      from: { () -> GuardedSpecimen.Phase in .loaded(Row(id: 1, title: "a")) },
      to: { .loaded(Row(id: 1, title: "b")) },
      by: SuggestedLines.fieldOfRootPayload
    ),
    SuggestedCase(
      "keyPath",
      from: { GuardedSpecimen.Sorting() },
      to: { GuardedSpecimen.Sorting(key: \Specimen.Login.isLoading) },
      by: SuggestedLines.keyPath
    ),
  ]
}
