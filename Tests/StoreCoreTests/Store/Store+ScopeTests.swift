import StoreCore
import StoreTesting
import Testing

@MainActor @Suite struct StoreScopeTests {
  // MARK: A child that is always present

  @Test func `a child's store shows the child's state, and sends to its parent`() {
    let store = FormParentStore()
    let form: FormStore = store.scope(\.form, FormParent.Input.form)
    form.send { $0.query = "a" }
    #expect(form.query == "a")
    #expect(form.state == store.form)
    #expect(store.heard == ["a"])
    store.change { $0.form.query = "b" }
    #expect(form.query == "b")
  }

  @Test func `the store of a child without outputs needs no written type`() throws {
    let store = FormParentStore(FormParent.State(sheet: Form.State(), rows: [FormParent.Row.State(id: 1)]))
    let form = store.scope(\.form, FormParent.Input.form)
    form.send { $0.query = "a" }
    if let sheet = store.scope(\.sheet, FormParent.Input.sheet) { sheet.send { $0.query = "b" } }
    let row = try #require(store.scope(\.rows, id: 1, FormParent.Input.row))
    row.send { $0.text = "c" }
    let rows = store.scopeEach(\.rows, FormParent.Input.row)
    #expect(rows.map(\.text) == ["c"])
    #expect(store.form.query == "a")
    #expect(store.state.sheet?.query == "b")
  }

  @Test func `observers of a child's property are notified of its changes alone`() {
    let store = FormParentStore()
    let form: FormStore = store.scope(\.form, FormParent.Input.form)
    let query = Observer { _ = form.query }
    let results = Observer { _ = form.results }
    let whole = Observer { _ = form.state }
    store.change { $0.heard = ["other"] }
    #expect([query, results, whole].map(\.changes) == [0, 0, 0])
    form.send { $0.query = "a" }
    #expect([query, results, whole].map(\.changes) == [1, 0, 1])
    store.change { $0.form.results = ["a"] }
    #expect([query, results, whole].map(\.changes) == [1, 1, 2])
  }

  @Test func `an observer of the parent that makes a child's store is not notified of the child's changes`() {
    let store = FormParentStore(FormParent.State(sheet: Form.State(), rows: [FormParent.Row.State(id: 1)]))
    let parent = Observer {
      let _: FormStore = store.scope(\.form, FormParent.Input.form)
      let _: FormStore? = store.scope(\.sheet, FormParent.Input.sheet)
      let _: RowStore? = store.scope(\.rows, id: 1, FormParent.Input.row)
      let _: [RowStore] = store.scopeEach(\.rows, FormParent.Input.row)
    }
    store.send(.form { $0.query = "a" })
    store.send(.sheet { $0.query = "a" })
    store.send(.row(1) { $0.text = "a" })
    #expect(parent.changes == 0)
  }

  @Test func `an observer of a child sees the old value when it is notified, and the new one when it reads again`() {
    let form: FormStore = FormParentStore().scope(\.form, FormParent.Input.form)
    let probe = Probe()
    withTracking({ _ = form.query }, onChange: { probe.note("told \(form.query)") })
    form.send { $0.query = "a" }
    #expect(probe.notes == ["told "])
    #expect(form.query == "a")
  }

  @Test func `a child's stream has only the states that change the child`() async {
    let store = FormParentStore()
    let form: FormStore = store.scope(\.form, FormParent.Input.form)
    var states = form.stateStream.makeAsyncIterator()
    form.send { $0.query = "a" }
    store.change { $0.heard = [] }
    form.send { $0.query = "b" }
    var queries: [String] = []
    for _ in 1...3 { await states.next(isolation: #isolation).map { queries.append($0.query) } }
    #expect(queries == ["", "a", "b"])
  }

  @Test func `a child's store retains its parent's`() {
    let form: FormStore = FormParentStore().scope(\.form, FormParent.Input.form)
    form.send { $0.query = "a" }
    #expect(form.query == "a")
  }

  @Test func `a parent's store forgets the stores of children that are released`() {
    let store = FormParentStore()
    weak var form: FormStore?
    do {
      let scoped: FormStore = store.scope(\.form, FormParent.Input.form)
      form = scoped
    }
    #expect(form == nil)
    store.send(.form { $0.query = "a" })
    #expect(store.form.query == "a")
  }

  @Test func `the task of a child's store waits for the effects of its parent's store`() async {
    let journal = JournalStore()
    let child: Store<[String], Step, Never> = journal.scope(\.feedback) { $0 }
    await child.send(.say("a", "b")).finish()
    #expect(child.state == ["a", "b"])
  }

  // MARK: A child that may be absent

  @Test func `a child that is absent has no store`() {
    let store = FormParentStore()
    let sheet: FormStore? = store.scope(\.sheet, FormParent.Input.sheet)
    #expect(sheet == nil)
  }

  @Test func `an observer that reads the store of a child is notified when the child appears and leaves`() {
    let store = FormParentStore()
    let sheet = Observer { let _: FormStore? = store.scope(\.sheet, FormParent.Input.sheet) }
    store.change { $0.sheet = Form.State() }
    #expect(sheet.changes == 1)
    store.send(.sheet { $0.query = "a" })
    #expect(sheet.changes == 1)
    store.change { $0.sheet = nil }
    #expect(sheet.changes == 2)
  }

  @Test func `the store of a child that has left shows the last state, ends its streams, and sends nothing`()
    async throws
  {
    let store = FormParentStore(FormParent.State(sheet: Form.State()))
    let sheet: FormStore = try #require(store.scope(\.sheet, FormParent.Input.sheet))
    let observer = Observer { _ = sheet.query }
    var states = sheet.stateStream.makeAsyncIterator()
    sheet.send { $0.query = "a" }
    store.change { $0.sheet = nil }
    #expect(sheet.query == "a")
    #expect(observer.changes == 1)
    let failures = await recordingFailures {
      await sheet.send { $0.query = "b" }.finish()
    }
    #expect(failures.isEmpty)
    #expect(sheet.query == "a")
    #expect(store.sheet == nil)
    var queries: [String] = []
    while let state = await states.next(isolation: #isolation) { queries.append(state.query) }
    #expect(queries == ["", "a"])
    var late = sheet.stateStream.makeAsyncIterator()
    #expect(await late.next(isolation: #isolation)?.query == "a")
    #expect(await late.next(isolation: #isolation) == nil)
  }

  @Test func `a child that returns has a new store`() throws {
    let store = FormParentStore(FormParent.State(sheet: Form.State()))
    let old: FormStore = try #require(store.scope(\.sheet, FormParent.Input.sheet))
    store.change { $0.sheet = nil }
    store.change { $0.sheet = Form.State(query: "new") }
    old.send { $0.query = "old" }
    #expect(old.query.isEmpty)
    #expect(store.sheet?.query == "new")
  }

  @Test func `a child with another id is another child`() throws {
    let store = FormParentStore(FormParent.State(card: FormParent.Row.State(id: 1)))
    let observer = Observer { let _: RowStore? = store.scope(\.card, FormParent.Input.card) }
    let first: RowStore = try #require(store.scope(\.card, FormParent.Input.card))
    store.change { $0.card = FormParent.Row.State(id: 2, text: "second") }
    #expect(observer.changes == 1)
    first.send { $0.text = "first" }
    #expect(first.text.isEmpty)
    #expect(store.card?.text == "second")
  }

  @Test func `an observer that sends to a child that is leaving sends nothing`() async throws {
    let store = FormParentStore(FormParent.State(sheet: Form.State()))
    let sheet: FormStore = try #require(store.scope(\.sheet, FormParent.Input.sheet))
    withTracking({ _ = store.sheet }, onChange: { sheet.send { $0.query = "late" } })
    let failures = await recordingFailures {
      store.change { $0.sheet = nil }
    }
    #expect(failures.isEmpty)
    #expect(store.heard.isEmpty)
  }

  // MARK: Elements

  @Test func `an element's store finds it by its id at any position`() throws {
    let store = FormParentStore(FormParent.State(rows: [FormParent.Row.State(id: 1), FormParent.Row.State(id: 2)]))
    let row: RowStore = try #require(store.scope(\.rows, id: 2, FormParent.Input.row))
    let text = Observer { _ = row.text }
    store.change { $0.rows.remove(id: 1) }
    row.send { $0.text = "a" }
    #expect(store.rows.elements == [FormParent.Row.State(id: 2, text: "a")])
    row.send { $0.count = 1 }
    #expect(text.changes == 1)
    store.change { $0.rows.remove(id: 2) }
    row.send { $0.text = "b" }
    #expect(row.text == "a")
    #expect(store.rows.isEmpty)
  }

  @Test func `an absent element has no store`() {
    let store = FormParentStore()
    var changes = 0
    let observer = Observer {
      let row: RowStore? = store.scope(\.rows, id: 1, FormParent.Input.row)
      if row != nil { changes += 1 }
    }
    store.change { $0.rows.append(FormParent.Row.State(id: 2)) }
    #expect((observer.changes, changes) == (0, 0))
    store.change { $0.rows.append(FormParent.Row.State(id: 1)) }
    #expect((observer.changes, store.rows.count) == (1, 2))
  }

  @Test func `the stores of elements are in order, and observers are notified of additions, removals and moves`() {
    let store = FormParentStore(FormParent.State(rows: [FormParent.Row.State(id: 1), FormParent.Row.State(id: 2)]))
    let observer = Observer { let _: [RowStore] = store.scopeEach(\.rows, FormParent.Input.row) }
    let rows: [RowStore] = store.scopeEach(\.rows, FormParent.Input.row)
    #expect(rows.map(\.id) == [1, 2])
    rows[1].send { $0.text = "b" }
    #expect(store.rows.map(\.text) == ["", "b"])
    #expect(observer.changes == 0)
    store.change { $0.rows.sort { $0.id > $1.id } }
    #expect(observer.changes == 1)
    rows[0].send { $0.text = "a" }
    #expect(store.rows.map(\.text) == ["b", "a"])
    store.change { $0.rows.removeAll() }
    #expect(observer.changes == 2)
  }

  // MARK: Children of children

  @Test func `a child's store has stores of its children, which end with it`() async throws {
    let store = FormParentStore(FormParent.State(sheet: Form.State()))
    let sheet: FormStore = try #require(store.scope(\.sheet, FormParent.Input.sheet))
    let style: Store<Form.Style, @Sendable (inout Form.Style) -> Void, Never> = sheet.scope(\.style) { change in
      { change(&$0.style) }
    }
    let color = Observer { _ = style.color }
    var colors = style.stateStream.makeAsyncIterator()
    style.send { $0.color = "red" }
    sheet.send { $0.query = "a" }
    style.send { $0.width = 2 }
    #expect(store.sheet?.style == Form.Style(color: "red", width: 2))
    #expect(color.changes == 1)
    store.change { $0.sheet = nil }
    style.send { $0.color = "blue" }
    #expect(style.color == "red")
    var seen: [String] = []
    while let style = await colors.next(isolation: #isolation) { seen.append("\(style.color) \(style.width)") }
    #expect(seen == ["black 1", "red 1", "red 2"])
  }

  // MARK: Limits of a child's store

  @Test func `a child's store emits no outputs, as its parent receives them`() async {
    var store: FormParentStore? = FormParentStore()
    var form: FormStore? = store?.scope(\.form, FormParent.Input.form)
    let outputs = form?.outputStream
    form?.send { $0.query = "a" }
    #expect(store?.heard == ["a"])
    (store, form) = (nil, nil)
    var heard: [String] = []
    if let outputs { for await output in outputs { heard.append(output) } }
    #expect(heard.isEmpty)
  }

  @Test func `a child's store reports an observer of events, which belongs to the parent's store`() async {
    let store = FormParentStore()
    let form: FormStore = store.scope(\.form, FormParent.Input.form)
    let failures = await recordingFailures { form.onEvent = { _ in } }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(failures.first?.headline == "'onEvent' was set on the store of a child, which receives no events.")
    #expect(await recordingFailures { form.onEvent = nil }.isEmpty)
    var events = 0
    store.onEvent = { _ in events += 1 }
    form.send { $0.query = "a" }
    #expect(events == 2)
  }

  @Test func `a value that the parent's reducer releases can send to a child`() {
    let owner = StoreOwner()
    guard let store = owner.store else { return }
    let texts: Store<[String], PayloadFeature.Input, Never> = store.scope(\.texts) { $0 }
    store.send(.keep(.init("kept") { texts.send(.note(.init("released"))) }))
    store.send(.keep(nil))
    #expect(texts.state == ["released"])
  }
}
