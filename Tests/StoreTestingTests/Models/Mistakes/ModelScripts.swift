import StoreCore
import StoreTesting
import TestSupport
import Testing

/// The tests without a mistake: of six view models as apps have them, of an actor, and of a model that tells nothing.
enum ModelTest: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case typing = "typing again"
  case failingSearch = "a search that fails"
  case form = "a form that is sent"
  case formAgain = "a form that is sent again"
  case pages = "pages"
  case refreshedPages = "pages that are refreshed"
  case song = "a song to its end"
  case pausedSong = "a song that is paused"
  case account = "an account"
  case renewedAccount = "an account that renews its token"
  case note = "a note that is undone"
  case actor = "an actor"
  case actorTask = "a task of an actor"
  case jobs = "jobs that start others"

  var testDescription: String { rawValue }

  @MainActor var script: ModelCase {
    switch self {
    case .typing: ModelCase { ModelScripts.search(.typing) }
    case .failingSearch: ModelCase { ModelScripts.search(.failing) }
    case .form: ModelCase { ModelScripts.form(again: false) }
    case .formAgain: ModelCase { ModelScripts.form(again: true) }
    case .pages: ModelCase { ModelScripts.pages(refreshing: false) }
    case .refreshedPages: ModelCase { ModelScripts.pages(refreshing: true) }
    case .song: ModelCase { ModelScripts.player(pausing: false) }
    case .pausedSong: ModelCase { ModelScripts.player(pausing: true) }
    case .account: ModelCase { ModelScripts.account(renewing: false) }
    case .renewedAccount: ModelCase { ModelScripts.account(renewing: true) }
    case .note: ModelCase { ModelScripts.note() }
    case .actor: ModelCase { ModelScripts.tally { await $0.count("a") } }
    case .actorTask: ModelCase { ModelScripts.tally { await $0.countLater("a") } }
    case .jobs: ModelCase { ModelScripts.jobs() }
    }
  }
}

@MainActor
private enum ModelScripts {
  enum Search { case typing, failing }

  typealias Script<Model: AnyObject, Shown: Equatable & Sendable> =
    ModelScript<ModelContainer<Model, Shown>, Shown>

  static func search(_ way: Search) -> Script<SearchModel, ShownSearch> {
    let (clock, search) = (TestClock(), Gate<String, [String], any Error>("search"))
    let store = TestStore(of: SearchModel(clock: clock) { try await search($0) }, projection: ShownSearch.init)
    let steps: [ModelStep<ModelContainer<SearchModel, ShownSearch>, ShownSearch>] =
      switch way {
      case .typing:
        [
          .call(openCall: 0) { $0.query = "a" },
          .change { $0.query = "a" },
          .advance(.milliseconds(200), openCall: 0),
          .call(openCall: 3) { $0.query = "ab" },
          .change { $0.query = "ab" },
          .advance(.milliseconds(300), openCall: 3),
          .change { $0.isLoading = true },
          .answer {
            await search.succeed(with: ["abacus"], line: $0)
          } wrong: {
            await search.succeed(with: [], line: $0)
          },
          .change { ($0.results, $0.isLoading) = (["abacus"], false) },
          .finish,
        ]
      case .failing:
        [
          .call(openCall: 0) { $0.query = "a" },
          .change { $0.query = "a" },
          .advance(.milliseconds(300), openCall: 0),
          .change { $0.isLoading = true },
          .answer {
            await search.fail(with: ModelMistakeError(), line: $0)
          } wrong: {
            await search.succeed(with: [], line: $0)
          },
          .change { ($0.error, $0.isLoading) = ("No connection.", false) },
          .finish,
        ]
      }
    return ModelScript(store, clock: clock, steps, spoil: { $0.query = "never" })
  }

  static func form(again: Bool) -> Script<SignUpModel, ShownForm> {
    let send = Gate<SignUpModel.Entry, Void, any Error>("send")
    let store = TestStore(of: SignUpModel { try await send($0) }, projection: ShownForm.init)
    var steps: [ModelStep<ModelContainer<SignUpModel, ShownForm>, ShownForm>] = [
      .call { $0.name = "Ada" },
      .change { $0.name = "Ada" },
      .call { $0.email = "ada@example.org" },
      .change { ($0.email, $0.isValid) = ("ada@example.org", true) },
    ]
    if again {
      steps += [
        .call(openCall: 4) { await $0.submit() },
        .change { $0.phase = .sending },
        .answer {
          await send.fail(with: ModelMistakeError(), line: $0)
        } wrong: {
          await send.succeed(line: $0)
        },
        .change { $0.phase = .failed("Try again.") },
      ]
    }
    steps += [
      .call(openCall: steps.count) { await $0.submit() },
      .change { $0.phase = .sending },
      .answer {
        await send.succeed(line: $0)
      } wrong: {
        await send.fail(with: ModelMistakeError(), line: $0)
      },
      .change { $0.phase = .sent },
      .finish,
    ]
    return ModelScript(store, steps, spoil: { $0.name = "never" }, disturb: { $0.model?.name = "Eve" })
  }

  static func pages(refreshing: Bool) -> Script<PagesModel, ShownPages> {
    let load = Gate<Int, [Int], any Error>("load")
    let store = TestStore(of: PagesModel { try await load($0) }, projection: ShownPages.init)
    let steps: [ModelStep<ModelContainer<PagesModel, ShownPages>, ShownPages>] = [
      .call(openCall: 0) { $0.loadMore() },
      .change { $0.isLoading = true },
      .answer {
        await load.succeed(with: [1, 2], line: $0)
      } wrong: {
        await load.succeed(with: [7], line: $0)
      },
      .change { ($0.items, $0.isLoading) = ([1, 2], false) },
    ]
    let rest: [ModelStep<ModelContainer<PagesModel, ShownPages>, ShownPages>] =
      refreshing
      ? [
        .call(openCall: 4) { $0.refresh() },
        .change { ($0.items, $0.isLoading) = ([], true) },
        .answer {
          await load.succeed(with: [3], line: $0)
        } wrong: {
          await load.succeed(with: [7], line: $0)
        },
        .change { ($0.items, $0.isLoading) = ([3], false) },
        .finish,
      ]
      : [
        .call(openCall: 4) { $0.loadMore() },
        .change { $0.isLoading = true },
        .answer {
          await load.fail(with: ModelMistakeError(), line: $0)
        } wrong: {
          await load.succeed(with: [7], line: $0)
        },
        .change { $0.isLoading = false },
        .finish,
      ]
    return ModelScript(store, steps + rest, spoil: { $0.items = [99] })
  }

  static func player(pausing: Bool) -> Script<PlayerModel, ShownPlayer> {
    let clock = TestClock()
    let store = TestStore(of: PlayerModel(length: 2, clock: clock), projection: ShownPlayer.init)
    let steps: [ModelStep<ModelContainer<PlayerModel, ShownPlayer>, ShownPlayer>] = [
      .call(openCall: 0) { $0.toggle() },
      .change { $0.isPlaying = true },
    ]
    let rest: [ModelStep<ModelContainer<PlayerModel, ShownPlayer>, ShownPlayer>] =
      pausing
      ? [
        .advance(.milliseconds(500), openCall: 0),
        .call { $0.toggle() },
        .change { $0.isPlaying = false },
        .finish,
      ]
      : [
        .advance(.seconds(1), openCall: 0),
        .change { $0.elapsed = 1 },
        .advance(.seconds(1)),
        .change { ($0.elapsed, $0.isPlaying) = (2, false) },
        .finish,
      ]
    return ModelScript(store, clock: clock, steps + rest, spoil: { $0.elapsed = 99 })
  }

  static func account(renewing: Bool) -> Script<AccountModel, ShownAccount> {
    let name = Gate<String, String, any Error>("name")
    let unread = Gate<String, Int, any Error>("unread")
    let renew = Gate<String, String, any Error>("renew")
    let client = AccountClient(
      name: { try await name($0) },
      unread: { try await unread($0) },
      renew: { try await renew($0) }
    )
    let store = TestStore(of: AccountModel(token: "old", client: client), projection: ShownAccount.init)
    let steps: [ModelStep<ModelContainer<AccountModel, ShownAccount>, ShownAccount>] = [
      .call(openCall: 0) { await $0.appear() },
      .answer(openCall: 0) {
        await name.succeed(with: "Ada", line: $0)
      } wrong: {
        await name.succeed(with: "Bob", line: $0)
      },
      .change { $0.name = "Ada" },
    ]
    let refusal: [ModelStep<ModelContainer<AccountModel, ShownAccount>, ShownAccount>] = [
      .answer(openCall: 0) { await unread.fail(with: AccountModel.Refused(), line: $0) },
      .answer(openCall: 0) { await renew.succeed(with: "new", line: $0) },
    ]
    let rest: [ModelStep<ModelContainer<AccountModel, ShownAccount>, ShownAccount>] = [
      .answer {
        await unread.succeed(with: 3, line: $0)
      } wrong: {
        await unread.succeed(with: 4, line: $0)
      },
      .change { $0.unread = 3 },
      .finish,
    ]
    return ModelScript(store, steps + (renewing ? refusal : []) + rest, spoil: { $0.isLoggedOut = true })
  }

  static func note() -> Script<NoteModel, ShownNote> {
    let (clock, save) = (TestClock(), Gate<String, Void, any Error>("save"))
    let store = TestStore(of: NoteModel("", clock: clock) { try await save($0) }, projection: ShownNote.init)
    let steps: [ModelStep<ModelContainer<NoteModel, ShownNote>, ShownNote>] = [
      .call(openCall: 0) { $0.text = "a" },
      .change { ($0.text, $0.canUndo, $0.isSaved) = ("a", true, false) },
      .call(openCall: 2) { $0.undo() },
      .change { ($0.text, $0.canUndo, $0.canRedo) = ("", false, true) },
      .call(openCall: 4) { $0.redo() },
      .change { ($0.text, $0.canUndo, $0.canRedo) = ("a", true, false) },
      .advance(.seconds(2), openCall: 4),
      .answer { await save.succeed(line: $0) },
      .change { $0.isSaved = true },
      .finish,
    ]
    return ModelScript(store, clock: clock, steps, spoil: { $0.text = "never" })
  }

  static func tally(
    _ count: @escaping @Sendable (TallyActor) async -> Void
  ) -> ModelScript<ActorContainer<TallyActor, [String: Int]>, [String: Int]> {
    let load = Gate<String, Int, Never>("load")
    let store = TestStore(of: TallyActor { await load($0) }) { await $0.counts }
    let steps: [ModelStep<ActorContainer<TallyActor, [String: Int]>, [String: Int]>] = [
      .call(openCall: 0) { await count($0) },
      .change { $0["a"] = 1 },
      .answer {
        await load.succeed(with: 2, line: $0)
      } wrong: {
        await load.succeed(with: 9, line: $0)
      },
      .change { $0["a"] = 3 },
      .finish,
    ]
    return ModelScript(store, steps, spoil: { $0["never"] = 1 })
  }

  static func jobs() -> Script<JobsModel, [String]> {
    let store = TestStore(of: JobsModel(), projection: \.done)
    let steps: [ModelStep<ModelContainer<JobsModel, [String]>, [String]>] = [
      .call { $0.run() },
      .change { $0.append("first") },
      .change { $0.append("second") },
      .change { $0.append("third") },
      .finish,
    ]
    return ModelScript(store, steps, spoil: { $0.append("never") })
  }
}

/// A model that tells nothing of its changes, and whose tasks start others.
@MainActor
private final class JobsModel {
  private(set) var done: [String] = []

  func run() {
    done.append("first")
    Task {
      done.append("second")
      Task { done.append("third") }
    }
  }
}
