import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import CuresApp

/// Tests of a list with pages.
@Suite struct FeedTests {
  private let first = Page(posts: [Post(id: 1, title: "One"), Post(id: 2, title: "Two")], next: 2)
  private let second = Page(posts: [Post(id: 3, title: "Three")], next: nil)

  @Test func loadsPages() async {
    let store = TestStore(initialState: Feed.State()) {
      Feed()
    } withDependencies: {
      $0.feedClient.page = { [first, second] in $0 == 1 ? first : second }
    }
    //~ wrong page: await store.send(.appeared) { $0.status = .loading(page: 2, isRetry: false) }
    await store.send(.appeared) { $0.status = .loading(page: 1, isRetry: false) }
    await store.receive(.loaded(first)) {
      //~ without the status
      $0.status = .idle
      //~ wrong posts: $0.posts = []
      $0.posts = first.posts
      $0.next = 2
    }
    await store.send(.endReached) { $0.status = .loading(page: 2, isRetry: false) }
    //~ extra feedback twice: await store.receive(.loaded(first))
    await store.receive(.loaded(second)) {
      $0.status = .idle
      $0.posts.append(Post(id: 3, title: "Three"))
      $0.next = nil
    }
    //~ wrong total: await store.receiveOutput(.finished(total: 2))
    await store.receiveOutput(.finished(total: 3))
    //~ wrong change that does not happen: await store.send(.endReached) { $0.status = .loading(page: 3, isRetry: false) }
    await store.send(.endReached)
    //~ extra output: await store.receiveOutput(.finished(total: 3))
    await store.finish()
  }

  @Test func retries() async {
    let store = TestStore(initialState: Feed.State()) { Feed() }
    let page = store.gate("page", at: \.feedClient.page)
    await store.send(.appeared) { $0.status = .loading(page: 1, isRetry: false) }
    await page.fail(with: LoginError.offline)
    await store.receive(.failed("offline")) { $0.status = .failed(reason: "offline", page: 1) }
    //~ wrong field of a payload: await store.send(.retryTapped) { $0.status = .loading(page: 1, isRetry: false) }
    //~ without the retry
    await store.send(.retryTapped) { $0.status = .loading(page: 1, isRetry: true) }
    //~ without the answer to a retry
    await page.succeed(with: second)
    //~ without the page
    await store.receive(.loaded(second)) {
      $0.status = .idle
      $0.posts = second.posts
      $0.next = nil
    }
    await store.receiveOutput(.finished(total: 1))
    await store.finish()
  }

  @Test func likes() async {
    let store = TestStore(initialState: Feed.State(posts: first.posts)) {
      Feed()
    } withDependencies: {
      //~ without the endpoint
      $0.feedClient.like = { $0 * 10 }
    }
    await store.send(.likeTapped(2))
    //~ wrong id of an element: await store.receive(.liked(1, count: 20)) { $0.posts[0].likes = 20 }
    //~ wrong count: await store.receive(.liked(2, count: 10)) { $0.posts[1].likes = 10 }
    //~ wrong element: await store.receive(.liked(2, count: 20)) { $0.posts[0].likes = 20 }
    await store.receive(.liked(2, count: 20)) { $0.posts[1].likes = 20 }
    await store.finish()
  }

  @Test func likesTwo() async {
    let store = TestStore(initialState: Feed.State(posts: first.posts)) { Feed() }
    let like = store.gate("like", at: \.feedClient.like)
    await store.send(.likeTapped(1))
    await store.send(.likeTapped(2))
    //~ without the first answer
    await like.succeed(with: 10)
    await store.receive(.liked(1, count: 10)) { $0.posts[0].likes = 10 }
    //~ wrong number of waiting calls: await like.succeed(with: 20, skipping: 1)
    await like.succeed(with: 20)
    await store.receive(.liked(2, count: 20)) { $0.posts[1].likes = 20 }
    await store.finish()
  }
}
