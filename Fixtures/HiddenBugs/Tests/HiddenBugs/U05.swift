import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct U05Kitchen: Sendable {
  var recipe: @Sendable (_ name: String) async throws -> String
  var translation: @Sendable (_ text: String) async throws -> String
}

enum U05KitchenKey: TestDependencyKey {
  static let testValue = U05Kitchen(
    recipe: unimplemented("U05Kitchen.recipe"),
    translation: unimplemented("U05Kitchen.translation")
  )
}

struct U05Voice: Sendable {
  /// Reads a text aloud, and returns at its end.
  var speak: @Sendable (_ text: String) async throws -> Void
}

enum U05VoiceKey: TestDependencyKey {
  static let testValue = U05Voice(speak: unimplemented("U05Voice.speak"))
}

extension DependencyValues {
  var u05Kitchen: U05Kitchen {
    get { self[U05KitchenKey.self] }
    set { self[U05KitchenKey.self] = newValue }
  }

  var u05Voice: U05Voice {
    get { self[U05VoiceKey.self] }
    set { self[U05VoiceKey.self] = newValue }
  }
}

struct U05Offline: Error {}

/// A box of recipes. The open one can be translated, and read aloud.
struct U05RecipeBox: Reducer {
  enum Language: Equatable { case original, translating, untranslatable, translated }

  struct Page: Equatable {
    let name: String
    var text: String
    var language = Language.original
    var isSpeaking = false
  }

  enum State: Equatable {
    case box
    case opening(String)
    case unreachable(String)
    case reading(Page)
  }

  enum Input: Equatable { case recipeTapped(String), retryTapped, backTapped, translateTapped, speakTapped }
  enum Feedback: Equatable { case opened(String), openFailed, translated(String), translationFailed, spoken }

  private enum CancelID { case recipe, translation, speech }

  @Dependency(\.u05Kitchen) private var kitchen
  @Dependency(\.u05Voice) private var voice

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.recipeTapped(let name)), .box), (.input(.retryTapped), .unreachable(let name)):
      state = .opening(name)
      return open(name)

    case (.feedback(.opened(let text)), .opening(let name)):
      state = .reading(Page(name: name, text: text))
      return .none

    case (.feedback(.openFailed), .opening(let name)):
      state = .unreachable(name)
      return .none

    case (.input(.backTapped), .opening), (.input(.backTapped), .unreachable):
      state = .box
      return .cancel(id: CancelID.recipe)

    case (.input(.backTapped), .reading):
      state = .box
      return .cancel(id: CancelID.speech)

    case (.input(.translateTapped), .reading(var page)):
      guard page.language == .original || page.language == .untranslatable else { return .none }
      page.language = .translating
      state = .reading(page)
      return translate(page.text)

    case (.feedback(.translated(let text)), .reading(var page)):
      page.text = text
      page.language = .translated
      page.isSpeaking = false
      state = .reading(page)
      return .cancel(id: CancelID.speech)

    case (.feedback(.translationFailed), .reading(var page)):
      page.language = .untranslatable
      state = .reading(page)
      return .none

    case (.input(.speakTapped), .reading(var page)):
      page.isSpeaking.toggle()
      state = .reading(page)
      return page.isSpeaking ? speak(page.text) : .cancel(id: CancelID.speech)

    case (.feedback(.spoken), .reading(var page)):
      page.isSpeaking = false
      state = .reading(page)
      return .none

    default:
      return .none
    }
  }

  private func open(_ name: String) -> Effect<Feedback, Never> {
    .run("recipe", of: name) { send in
      await send(.opened(try await kitchen.recipe(name)))
    } catch: { _, send in
      await send(.openFailed)
    }
    .cancellable(id: CancelID.recipe, cancelInFlight: true)
  }

  private func translate(_ text: String) -> Effect<Feedback, Never> {
    .run("translation", of: text) { send in
      await send(.translated(try await kitchen.translation(text)))
    } catch: { _, send in
      await send(.translationFailed)
    }
    .cancellable(id: CancelID.translation, cancelInFlight: true)
  }

  private func speak(_ text: String) -> Effect<Feedback, Never> {
    .run("speech", of: text) { send in
      try await voice.speak(text)
      await send(.spoken)
    } catch: { _, send in
      await send(.spoken)
    }
    .cancellable(id: CancelID.speech, cancelInFlight: true)
  }
}

struct U05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .recipeTapped("soup"), .recipeTapped("cake"), .retryTapped, .backTapped, .translateTapped, .speakTapped,
      ]
    ) { () -> TestStore<U05RecipeBox> in
      let store = TestStore(initialState: U05RecipeBox.State.box) { U05RecipeBox() }
      store.gate("recipe", at: \.u05Kitchen.recipe) { name in [.success("How to make \(name)"), .failure(U05Offline())]
      }
      store.gate("translation", at: \.u05Kitchen.translation) { text in
        [.success("\(text), in Danish"), .failure(U05Offline())]
      }
      store.gate("speech", at: \.u05Voice.speak) { _ in [.success(()), .failure(U05Offline())] }
      return store
    }
  }
}
