import Synchronization

/// How many devices were shown each live dot: counted in memory at a pull, written down every few seconds by ``Badges/writeReach()``
/// and joined there with what other nodes counted. What a crash takes is the count of those seconds.
final class BadgeReach: Sendable {
    private let state = Mutex(State())

    private struct State {
        var sketches: [BadgeKey: BadgeSketch] = [:]
        var changed: Set<BadgeKey> = []
    }

    /// - Parameter name: of the device, or of the user where the device is unknown.
    func note(_ name: String, saw badges: [BadgeKey]) {
        let mark = BadgeMark(name)
        state.withLock { state in
            for badge in badges where state.sketches[badge, default: BadgeSketch()].insert(mark) {
                state.changed.insert(badge)
            }
        }
    }

    /// Takes up what is written down: of other nodes, and from before the console was started.
    func join(_ sketches: [BadgeKey: BadgeSketch]) {
        state.withLock { $0.sketches.merge(sketches) { $0.joined($1) } }
    }

    /// nil when nothing is known here.
    func shown(_ badge: BadgeKey) -> Int? {
        state.withLock { $0.sketches[badge] }?.estimate
    }

    /// What has changed since the last call.
    func takeChanged() -> [BadgeKey: BadgeSketch] {
        state.withLock { state in
            defer { state.changed = [] }
            return state.sketches.filter { state.changed.contains($0.key) }
        }
    }

    /// Because writing them down failed.
    func keepChanged(_ badges: some Sequence<BadgeKey>) {
        state.withLock { $0.changed.formUnion(badges) }
    }

    /// Forgets what is written down and will not be pulled any more.
    func retain(_ live: Set<BadgeKey>) {
        state.withLock { state in
            state.sketches = state.sketches.filter { live.contains($0.key) || state.changed.contains($0.key) }
        }
    }
}

/// A dot of an app.
struct BadgeKey: Sendable, Hashable, Comparable {
    let app: String
    let id: String

    static func < (one: Self, other: Self) -> Bool { (one.app, one.id) < (other.app, other.id) }
}
