import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The tax form of a year, as far as it is filled in.
struct P03Sheet: Equatable, Sendable {
  enum Problem: Equatable, Sendable { case notSaved, notFiled }

  let year: Int
  var income: String
  /// The income that the tax office has.
  var saved: String
  var problem: Problem?

  var isSaved: Bool { income == saved }
}

struct P03TaxOffice: Sendable {
  var load: @Sendable (_ year: Int) async throws -> String
  var save: @Sendable (_ year: Int, _ income: String) async throws -> Void
  var file: @Sendable (_ year: Int) async throws -> String
}

enum P03TaxOfficeKey: TestDependencyKey {
  static let testValue = P03TaxOffice(
    load: unimplemented("P03TaxOffice.load"),
    save: unimplemented("P03TaxOffice.save"),
    file: unimplemented("P03TaxOffice.file")
  )
}

extension DependencyValues {
  var p03TaxOffice: P03TaxOffice {
    get { self[P03TaxOfficeKey.self] }
    set { self[P03TaxOfficeKey.self] = newValue }
  }
}

/// A tax form is opened, filled in, saved and filed. Only what is saved can be filed.
struct P03TaxForm: Reducer {
  enum State: Equatable {
    case overview
    case opening(year: Int)
    case unavailable(year: Int)
    case editing(P03Sheet)
    /// The income may be changed while an older one is saved.
    case saving(P03Sheet, sent: String)
    /// "Discard your changes?"
    case asking(P03Sheet)
    case filing(P03Sheet)
    case filed(year: Int, receipt: String)
  }

  enum Input: Equatable, Sendable {
    case yearTapped(Int)
    case retryTapped
    case typed(String)
    case saveTapped
    case fileTapped
    case backTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saved
    case saveFailed
    case filed(receipt: String)
    case fileFailed
  }

  private enum CancelID { case load }

  @Dependency(\.p03TaxOffice) private var office

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.yearTapped(let year)), .overview), (.input(.retryTapped), .unavailable(let year)):
      state = .opening(year: year)
      return load(year)

    case (.input(.backTapped), .opening):
      state = .overview
      return .cancel(id: CancelID.load)

    case (.input(.backTapped), .unavailable), (.input(.backTapped), .filed):
      state = .overview
      return .none

    case (.feedback(.loaded(let income)), .opening(let year)):
      state = .editing(P03Sheet(year: year, income: income, saved: income))
      return .none

    case (.feedback(.loadFailed), .opening(let year)):
      state = .unavailable(year: year)
      return .none

    case (.input(.typed(let income)), .editing(var sheet)):
      sheet.income = income
      sheet.problem = nil
      state = .editing(sheet)
      return .none

    case (.input(.typed(let income)), .saving(var sheet, sent: let sent)):
      sheet.income = income
      state = .saving(sheet, sent: sent)
      return .none

    case (.input(.saveTapped), .editing(var sheet)) where !sheet.isSaved:
      sheet.problem = nil
      state = .saving(sheet, sent: sheet.income)
      return save(sheet.income, year: sheet.year)

    case (.feedback(.saved), .saving(var sheet, sent: let sent)):
      sheet.saved = sent
      state = .editing(sheet)
      return .none

    case (.feedback(.saveFailed), .saving(var sheet, sent: _)):
      sheet.problem = sheet.isSaved ? nil : .notSaved
      state = .editing(sheet)
      return .none

    case (.input(.fileTapped), .editing(var sheet)) where sheet.isSaved:
      sheet.problem = nil
      state = .filing(sheet)
      return file(sheet.year)

    case (.feedback(.filed(let receipt)), .filing(let sheet)):
      state = .filed(year: sheet.year, receipt: receipt)
      return .none

    case (.feedback(.fileFailed), .filing(var sheet)):
      sheet.problem = .notFiled
      state = .editing(sheet)
      return .none

    case (.input(.backTapped), .editing(let sheet)):
      state = sheet.isSaved ? .overview : .asking(sheet)
      return .none

    case (.input(.discardTapped), .asking):
      state = .overview
      return .none

    case (.input(.keepTapped), .asking(let sheet)):
      state = .editing(sheet)
      return .none

    default:
      return .none
    }
  }

  private func load(_ year: Int) -> Effect<Feedback, Never> {
    .run("load", of: year) { send in
      await send(.loaded(try await office.load(year)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func save(_ income: String, year: Int) -> Effect<Feedback, Never> {
    .run("save", of: income) { send in
      try await office.save(year, income)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
  }

  private func file(_ year: Int) -> Effect<Feedback, Never> {
    .run("file", of: year) { send in
      await send(.filed(receipt: try await office.file(year)))
    } catch: { _, send in
      await send(.fileFailed)
    }
  }
}

struct P03Offline: Error {}

struct P03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P03TaxForm.State) -> [P03TaxForm.Input] in
        switch state {
        case .asking: return [.discardTapped, .keepTapped]
        case .unavailable: return [.retryTapped, .backTapped]
        default:
          return [.yearTapped(2025), .typed("900"), .typed("950"), .saveTapped, .fileTapped, .backTapped]
        }
      }
    ) { () -> TestStore<P03TaxForm> in
      let store = TestStore(initialState: P03TaxForm.State.overview) { P03TaxForm() }
      store.gate("load", at: \.p03TaxOffice.load) { _ in [.success(""), .failure(P03Offline())] }
      store.gate("save", at: \.p03TaxOffice.save) { _ in [.success(()), .failure(P03Offline())] }
      store.gate("file", at: \.p03TaxOffice.file) { year in [.success("Receipt \(year)"), .failure(P03Offline())] }
      return store
    }
  }
}
