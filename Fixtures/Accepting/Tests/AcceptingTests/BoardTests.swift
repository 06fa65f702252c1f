import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import AcceptingApp

/// Tests with four spaces.
struct BoardTests {
    let sut = TestStore(initialState: Board.State()) {
        Board()
    } withDependencies: {
        $0.uuid = .incrementing
        $0.cardClient.save = { _ in }
        $0.cardClient.check = { $0.count > 3 }
    }

    @Test func adds() async {
        await sut.send(.addTapped("Tidy")) { $0.cards.append(Card.State(id: UUID(0), title: "Tidy")) }
        await sut.send(.addTapped("Read 📚")) { $0.cards.append(Card.State(id: UUID(1), title: "Read 📚")) }
        await sut.send(.card(UUID(1), .doneTapped)) {
            $0.cards[id: UUID(1)]?.isDone = true
            $0.cards[id: UUID(1)]?.isSaving = true
        }
        await sut.receive(.card(UUID(1), .feedback(.saved))) { $0.cards[id: UUID(1)]?.isSaving = false }
        await sut.send(.filterChosen(.done)) { $0.filter = .done }
        await sut.send(.filterChosen(.titled("T"))) { $0.filter = .titled("T") }
        await sut.finish()
    }

    @Test func archives() async {
        sut.exhaustivity = .strict
        await sut.send(.addTapped("Tidy")) { $0.cards = [Card.State(id: UUID(0), title: "Tidy")] }
        await sut.send(.card(UUID(0), .doneTapped)) {
            $0.cards[id: UUID(0)]?.isDone = true
            $0.cards[id: UUID(0)]?.isSaving = true
        }
        await sut.receiveEffect("save", of: "Tidy")
        await sut.receive(.card(UUID(0), .feedback(.saved))) { $0.cards[id: UUID(0)]?.isSaving = false }
        await sut.send(.card(UUID(0), .archiveTapped))
        await sut.receive(.card(UUID(0), .output(.archived))) {
            $0.cards = []
            $0.archived = ["Tidy"]
        }
        await sut.receiveOutput(.archived(title: "Tidy", isDone: true))
        await sut.finish()
    }

    @Test func edits() async {
        await sut.send(.addTapped("Tidy")) { $0.cards.append(Card.State(id: UUID(0), title: "Tidy")) }
        await sut.send(.editTapped(UUID(0))) { $0.editor = Editor.State(card: UUID(0), text: "Tidy") }
        await sut.send(.editor(.textChanged("Tidy up"))) { $0.editor?.text = "Tidy up" }
        await sut.receive(.editor(.feedback(.checked(true)))) { $0.editor?.isChecked = true }
        await sut.send(.editor(.saveTapped))
        await sut.receive(.editor(.output(.saved(UUID(0), "Tidy up")))) {
            $0.cards[id: UUID(0)]?.title = "Tidy up"
            $0.editor = nil
        }
        await sut.finish()
    }

    @Test func cancelsEditing() async {
        sut.exhaustivity = .strict
        await sut.send(.addTapped("A")) { $0.cards.append(Card.State(id: UUID(0), title: "A")) }
        await sut.send(.editTapped(UUID(0))) { $0.editor = Editor.State(card: UUID(0), text: "A") }
        await sut.send(.editor(.textChanged("B"))) { $0.editor?.text = "B" }
        await sut.receiveEffect("check", of: "B")
        await sut.receive(.editor(.feedback(.checked(false))))
        await sut.send(.editor(.cancelTapped))
        await sut.receive(.editor(.output(.cancelled))) { $0.editor = nil }
        await sut.finish()
    }
}
