// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RealmSwift
import Testing

/// An actor that follows a realm of its own.
private actor Watcher {
  private var realm: Realm!
  private var token: NotificationToken?

  init(_ configuration: Realm.Configuration) async throws {
    realm = try await Realm(configuration: configuration, actor: self)
  }

  /// Says in a stream how many hounds there are, whenever it is told of a change.
  func observe() -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    token = realm.objects(Hound.self).observe { change in
      if case .update(let all, _, _, _) = change { continuation.yield(all.count) }
      if case .initial(let all) = change { continuation.yield(all.count) }
    }
    return stream
  }

  /// Goes over changes until there are so many hounds; how many changes it took.
  func follow(until count: Int, _ begun: @Sendable () -> Void) async -> Int {
    var changes = 0
    for await change in realm.objects(Hound.self).changes {
      changes += 1
      if changes == 1 { begun() }
      if case .update(let all, _, _, _) = change, all.count == count { break }
    }
    return changes
  }

  /// Goes over changes until the task is cancelled.
  func followForever(_ begun: @Sendable () -> Void) async {
    for await _ in realm.objects(Hound.self).changes { begun() }
  }
}

/// An actor without a realm.
private actor Counter {
  let stream: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(of: Int.self) }

  func note(_ count: Int) { continuation.yield(count) }
}

@Suite("where notifications are told", .timeLimit(.minutes(2))) struct DeliveryTests {
  let hounds = HoundRealm()

  @Test("on the queue of the realm")
  func queue() async throws {
    let realm = try hounds.open(count: 1)
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let configuration = hounds.configuration
    let queue = DispatchQueue(label: "observer")
    let token = try queue.sync {
      try Realm(configuration: configuration, queue: queue).objects(Hound.self).observe { change in
        dispatchPrecondition(condition: .onQueue(queue))
        if case .initial(let all) = change { continuation.yield(all.count) }
        if case .update(let all, _, _, _) = change { continuation.yield(all.count) }
      }
    }
    var told = stream.makeAsyncIterator()
    #expect(await told.next() == 1)
    try Self.add(2, hounds)
    #expect(await told.next() == 2)
    withExtendedLifetime((realm, token)) {}
  }

  @Test("on another queue than the caller's, for collections and objects")
  func otherQueue() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let queue = DispatchQueue(label: "observer")
    let tokens = try Self.observe(hounds, on: queue) { continuation.yield($0) }
    var told = stream.makeAsyncIterator()
    #expect(await told.next() == "1 there")
    // The object's observation has begun by now: the queue is served in order.
    queue.sync {}
    try Self.change(hounds)
    let next = [await told.next(), await told.next()]
    #expect(Set(next) == ["1 there", "age is 40"])
    tokens.forEach { $0.invalidate() }
  }

  private static func observe(
    _ hounds: HoundRealm, on queue: DispatchQueue, _ tell: @escaping (String) -> Void
  ) throws -> [NotificationToken] {
    let realm = try hounds.open(count: 1)
    let hound = try #require(realm.hound(0))
    return [
      realm.objects(Hound.self).observe(on: queue) { change in
        dispatchPrecondition(condition: .onQueue(queue))
        if case .initial(let all) = change { tell("\(all.count) there") }
        if case .update(let all, _, _, _) = change { tell("\(all.count) there") }
      },
      hound.observe(on: queue) { change in
        dispatchPrecondition(condition: .onQueue(queue))
        if case .change(let hound, _) = change { tell("age is \(hound.age)") }
      },
    ]
  }

  @Test("backlinks and collections of any kind are taken to other threads")
  func backlinks() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let queue = DispatchQueue(label: "observer")
    let tokens = try Self.observeBacklinks(hounds, on: queue) { continuation.yield($0) }
    var told = stream.makeAsyncIterator()
    let first = [await told.next(), await told.next()]
    #expect(Set(first) == ["admirers: 1", "any: 1"])
    try Self.admire(hounds)
    let second = [await told.next(), await told.next()]
    #expect(Set(second) == ["admirers: 2", "any: 2"])
    tokens.forEach { $0.invalidate() }
  }

  private static func observeBacklinks(
    _ hounds: HoundRealm, on queue: DispatchQueue, _ tell: @escaping (String) -> Void
  ) throws -> [NotificationToken] {
    let realm = try hounds.open(count: 3)
    let hound = try #require(realm.hound(0))
    try realm.write { realm.hound(1)?.friend = hound }
    let frozen = AnyRealmCollection(hound.admirers).freeze()
    #expect(frozen.isFrozen && frozen.map(\.id) == [1] && frozen.thaw()?.count == 1)
    #expect(hound.admirers.freeze().first?.isFrozen == true)
    return [
      hound.admirers.observe(on: queue) { change in
        if case .initial(let all) = change { tell("admirers: \(all.count)") }
        if case .update(let all, _, _, _) = change { tell("admirers: \(all.count)") }
      },
      AnyRealmCollection(hound.admirers).observe(on: queue) { change in
        if case .initial(let all) = change { tell("any: \(all.count)") }
        if case .update(let all, _, _, _) = change { tell("any: \(all.count)") }
      },
    ]
  }

  private static func admire(_ hounds: HoundRealm) throws {
    let realm = try hounds.open()
    try realm.write { realm.hound(2)?.friend = realm.hound(0) }
  }

  private static func change(_ hounds: HoundRealm) throws {
    let realm = try hounds.open()
    try realm.write { realm.hound(0)?.age = 40 }
  }

  private static func add(_ id: Int, _ hounds: HoundRealm) throws {
    let realm = try hounds.open()
    try realm.write { _ = realm.create(Hound.self, value: ["id": id]) }
  }

  @Test("by the actor of the realm")
  func actor() async throws {
    let watcher = try await Watcher(hounds.configuration)
    var told = await watcher.observe().makeAsyncIterator()
    #expect(await told.next() == 0)
    for count in 1...3 {
      try Self.add(count, hounds)
      #expect(await told.next() == count)
    }
  }

  @Test("by another actor than the caller's")
  func otherActor() async throws {
    let counter = Counter()
    let token = try await Self.observe(hounds, by: counter)
    var told = counter.stream.makeAsyncIterator()
    #expect(await told.next() == 1)
    try Self.add(1, hounds)
    #expect(await told.next() == 2)
    token.invalidate()
  }

  private static func observe(
    _ hounds: HoundRealm, by counter: Counter
  ) async throws -> NotificationToken {
    let realm = try hounds.open(count: 1)
    return await realm.objects(Hound.self).observe(on: counter) { counter, change in
      if case .initial(let all) = change { counter.note(all.count) }
      if case .update(let all, _, _, _) = change { counter.note(all.count) }
    }
  }

  @Test("by the run loop of a thread")
  func runLoop() throws {
    let configuration = hounds.configuration
    let done = DispatchSemaphore(value: 0)
    let begun = DispatchSemaphore(value: 0)
    let journal = Journal<Int>()
    Thread.detachNewThread {
      guard let realm = try? Realm(configuration: configuration) else { return }
      let thread = Thread.current
      let token = realm.objects(Hound.self).observe { change in
        guard Thread.current == thread else { return }
        switch change {
        case .initial: begun.signal()
        case .update(let all, _, _, _): journal.changes.append(all.count)
        case .error: break
        }
      }
      // A loop without anything to wait for does not wait.
      RunLoop.current.add(Timer(timeInterval: 3600, repeats: true) { _ in }, forMode: .default)
      let end = Date() + 60
      while journal.changes.isEmpty, Date() < end {
        _ = RunLoop.current.run(mode: .default, before: Date() + 0.02)
      }
      withExtendedLifetime(token) { _ = done.signal() }
    }
    #expect(begun.wait(timeout: .now() + 60) == .success)
    try Self.add(1, hounds)
    #expect(done.wait(timeout: .now() + 60) == .success)
    #expect(journal.changes == [1])
  }

  @Test("by the run loop of a thread, as often as there is something new")
  func runLoopAgain() throws {
    let configuration = hounds.configuration
    let told = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let count = 50
    Thread.detachNewThread {
      guard let realm = try? Realm(configuration: configuration) else { return }
      var last = -1
      let token = realm.objects(Hound.self).observe { change in
        switch change {
        case .initial(let all), .update(let all, _, _, _): last = all.count
        case .error: break
        }
        told.signal()
      }
      let end = Date() + 60
      // What a timer does is no reason for the loop to come back.
      while last < count, Date() < end {
        _ = RunLoop.current.run(mode: .default, before: Date() + 0.02)
      }
      withExtendedLifetime(token) { _ = done.signal() }
    }
    #expect(told.wait(timeout: .now() + 60) == .success)
    for number in 0..<count {
      try Self.add(number, hounds)
      #expect(told.wait(timeout: .now() + 60) == .success)
    }
    #expect(done.wait(timeout: .now() + 60) == .success)
  }

  @Test("by the main actor, whichever thread it is on") @MainActor
  func mainActor() async throws {
    let realm = try await Realm.open(configuration: hounds.configuration)
    try realm.write { _ = realm.create(Hound.self, value: ["id": 0]) }
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = realm.objects(Hound.self).observe { change in
      MainActor.assertIsolated()
      if case .update(let all, _, _, _) = change { continuation.yield(all.count) }
    }
    let hounds = hounds
    var counts: [Int] = []
    for await change in realm.objects(Hound.self).changes {
      switch change {
      case .initial(let all):
        counts.append(all.count)
        Task.detached { try Self.add(1, hounds) }
      case .update(let all, _, let insertions, _):
        #expect(insertions == [1])
        counts.append(all.count)
      case .error: break
      }
      if counts.count == 2 { break }
    }
    #expect(counts == [1, 2])
    var told = stream.makeAsyncIterator()
    #expect(await told.next() == 2)
    withExtendedLifetime(token) {}
  }

  @Test("as a sequence, for those who have no run loop")
  func sequence() async throws {
    let watcher = try await Watcher(hounds.configuration)
    let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
    async let changes = watcher.follow(until: 20) { continuation.yield() }
    for await _ in begun { break }
    for id in 1...20 { try Self.add(id, hounds) }
    #expect((2...21).contains(await changes))
  }

  @Test("a sequence ends when its task is cancelled")
  func cancelled() async throws {
    let watcher = try await Watcher(hounds.configuration)
    let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task { await watcher.followForever { continuation.yield() } }
    for await _ in begun { break }
    task.cancel()
    await task.value
  }
}
