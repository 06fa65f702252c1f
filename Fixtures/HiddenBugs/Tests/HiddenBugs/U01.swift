import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum U01Link: Hashable, Sendable { case trends, measure }

struct U01Client: Sendable {
  /// Saves a reading, and returns all readings of the day.
  var save: @Sendable (_ value: Int) async throws -> [Int]
  /// The average of the last weeks.
  var average: @Sendable () async throws -> Int
}

enum U01ClientKey: TestDependencyKey {
  static let testValue = U01Client(
    save: unimplemented("U01Client.save"),
    average: unimplemented("U01Client.average")
  )
}

extension DependencyValues {
  var u01Client: U01Client {
    get { self[U01ClientKey.self] }
    set { self[U01ClientKey.self] = newValue }
  }
}

struct U01Offline: Error {}

/// The log of blood sugar readings, with an editor for a new one, and a page of trends that a widget opens by a link.
struct U01GlucoseLog: Reducer {
  struct Draft: Equatable {
    var value: Int?
    var isUnsaved = false
    var hasFailed = false
  }

  enum Trend: Equatable { case loading, shown(Int), failed }

  enum State: Equatable {
    case overview(day: [Int])
    case editing(Draft, day: [Int])
    case saving(Draft, day: [Int], next: U01Link?)
    case asking(Draft, day: [Int], next: U01Link?)
    case trends(Trend, day: [Int])
  }

  enum Input: Equatable {
    case addTapped, valueTyped(Int), saveTapped, cancelTapped
    case keepTapped, discardTapped
    case linkOpened(U01Link)
    case retryTapped, backTapped
  }

  enum Feedback: Equatable { case saved([Int]), saveFailed, averageLoaded(Int), averageFailed }

  private enum CancelID { case save, average }

  @Dependency(\.u01Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.addTapped), .overview(let day)):
      return open(.measure, day: day, &state)

    case (.input(.valueTyped(let value)), .editing(_, let day)):
      state = .editing(Draft(value: value, isUnsaved: true), day: day)
      return .none

    case (.input(.saveTapped), .editing(let draft, let day)):
      guard let value = draft.value else { return .none }
      state = .saving(Draft(value: value), day: day, next: nil)
      return save(value)

    case (.feedback(.saved(let day)), .saving(_, _, let next)):
      return open(next, day: day, &state)

    case (.feedback(.saveFailed), .saving(var draft, let day, let next)):
      draft.hasFailed = true
      state = next == .trends ? .asking(draft, day: day, next: next) : .editing(draft, day: day)
      return .none

    case (.input(.cancelTapped), .editing(let draft, let day)):
      return leave(draft, day: day, for: nil, &state)

    case (.input(.keepTapped), .asking(let draft, let day, _)),
      (.input(.linkOpened(.measure)), .asking(let draft, let day, _)):
      state = .editing(draft, day: day)
      return .none

    case (.input(.discardTapped), .asking(_, let day, let next)):
      return open(next, day: day, &state)

    case (.input(.linkOpened(let link)), .overview(let day)):
      return open(link, day: day, &state)

    case (.input(.linkOpened(.trends)), .editing(let draft, let day)):
      return leave(draft, day: day, for: .trends, &state)

    case (.input(.linkOpened(let link)), .saving(let draft, let day, _)):
      state = .saving(draft, day: day, next: link)
      return .none

    case (.input(.linkOpened(.trends)), .asking(let draft, let day, _)):
      state = .asking(draft, day: day, next: .trends)
      return .none

    case (.input(.linkOpened(.measure)), .trends(_, let day)):
      return .merge(.cancel(id: CancelID.average), open(.measure, day: day, &state))

    case (.input(.linkOpened(.trends)), .trends(.failed, let day)),
      (.input(.retryTapped), .trends(.failed, let day)):
      return open(.trends, day: day, &state)

    case (.input(.backTapped), .trends(_, let day)):
      state = .overview(day: day)
      return .cancel(id: CancelID.average)

    case (.feedback(.averageLoaded(let average)), .trends(_, let day)):
      state = .trends(.shown(average), day: day)
      return .none

    case (.feedback(.averageFailed), .trends(_, let day)):
      state = .trends(.failed, day: day)
      return .none

    default:
      return .none
    }
  }

  private func leave(_ draft: Draft, day: [Int], for next: U01Link?, _ state: inout State) -> Effect<Feedback, Never> {
    guard draft.isUnsaved else { return open(next, day: day, &state) }
    state = .asking(draft, day: day, next: next)
    return .none
  }

  private func open(_ link: U01Link?, day: [Int], _ state: inout State) -> Effect<Feedback, Never> {
    switch link {
    case nil:
      state = .overview(day: day)
      return .none
    case .measure?:
      state = .editing(Draft(), day: day)
      return .none
    case .trends?:
      state = .trends(.loading, day: day)
      return .run("average") { send in
        await send(.averageLoaded(try await client.average()))
      } catch: { _, send in
        await send(.averageFailed)
      }
      .cancellable(id: CancelID.average, cancelInFlight: true)
    }
  }

  private func save(_ value: Int) -> Effect<Feedback, Never> {
    .run("save", of: value) { send in
      await send(.saved(try await client.save(value)))
    } catch: { _, send in
      await send(.saveFailed)
    }
    .cancellable(id: CancelID.save)
  }
}

struct U01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U01GlucoseLog.State) -> [U01GlucoseLog.Input] in
        switch state {
        case .overview: return [.addTapped, .linkOpened(.trends), .linkOpened(.measure)]
        case .editing: return [.valueTyped(62), .valueTyped(140), .saveTapped, .cancelTapped, .linkOpened(.trends)]
        case .saving: return [.linkOpened(.trends), .linkOpened(.measure)]
        case .asking: return [.keepTapped, .discardTapped, .linkOpened(.trends), .linkOpened(.measure)]
        case .trends: return [.retryTapped, .backTapped, .linkOpened(.trends), .linkOpened(.measure)]
        }
      }
    ) { () -> TestStore<U01GlucoseLog> in
      let store = TestStore(initialState: U01GlucoseLog.State.overview(day: [])) { U01GlucoseLog() }
      store.gate("save", at: \.u01Client.save) { value in [.success([value]), .failure(U01Offline())] }
      store.gate("average", at: \.u01Client.average) { [.success(98), .failure(U01Offline())] }
      return store
    }
  }
}
