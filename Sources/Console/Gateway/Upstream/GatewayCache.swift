import Foundation
import Signing
import Synchronization

/// Answers of upstreams that may be given again.
final class GatewayCache: Sendable {
    private let state = Mutex(State())

    fileprivate struct State {
        var kept: [Key: Kept] = [:]
        var bytes = 0
    }

    fileprivate struct Kept {
        let bytes: [UInt8]
        let etag: String
        let until: Date

        /// With what it takes to keep it: most answers are short.
        var weight: Int { bytes.count + 256 }
    }

    /// Bytes kept at most.
    static let room = 32 << 20

    /// Everything that the upstream sees of a call, and the upstream as it is now: one that was changed is asked anew.
    struct Key: Hashable, Sendable {
        private let hash: [UInt8]

        /// - Parameter headers: of the device, that are passed on.
        init(_ call: GatewayCall, _ upstream: GatewayUpstream, headers: [(name: String, value: String)]) {
            let own = [call.app.id, call.platform.appKey, call.operation, call.user ?? "", "\(upstream.changedAt.milliseconds)"]
            let words = (own + headers.map { "\($0.name.lowercased()): \($0.value)" }).joined(separator: "\n") + "\n\n"
            self.init(of: Array(words.utf8) + call.request)
        }

        init(of seen: [UInt8]) {
            hash = Digest.sha256(seen)
        }
    }

    /// What is kept weighs at the moment, in bytes.
    var weight: Int { state.withLock(\.bytes) }

    func answer(_ key: Key, at time: Date) -> GatewayAnswer? {
        state.withLock { $0.kept[key] }.flatMap { $0.until > time ? GatewayAnswer(.bytes($0.bytes), etag: $0.etag) : nil }
    }

    /// Keeps an answer that was read whole and opens no session; any answer comes back as it is to be given.
    /// - Parameter time: from when on, so that what is over goes first when there is no room.
    func keep(_ answer: GatewayAnswer, _ key: Key, from time: Date, until: Date) -> GatewayAnswer {
        guard case .bytes(let bytes) = answer.body, answer.session == nil else { return answer }
        let etag = "\"\(Hex.encode(Array(Digest.sha256(bytes).prefix(16))))\""
        state.withLock { $0.keep(Kept(bytes: bytes, etag: etag, until: until), key, at: time) }
        return GatewayAnswer(answer.body, etag: etag)
    }
}

extension GatewayCache.State {
    fileprivate mutating func keep(_ new: GatewayCache.Kept, _ key: GatewayCache.Key, at time: Date) {
        remove(key)
        if bytes + new.weight > GatewayCache.room { makeRoom(at: time) }
        kept[key] = new
        bytes += new.weight
    }

    /// What ends first goes first, a quarter at once: sorting for every answer would hold up all calls.
    private mutating func makeRoom(at time: Date) {
        for (key, old) in kept.sorted(by: { $0.value.until < $1.value.until }) {
            guard bytes > GatewayCache.room / 4 * 3 || old.until <= time else { return }
            remove(key)
        }
    }

    private mutating func remove(_ key: GatewayCache.Key) {
        if let old = kept.removeValue(forKey: key) { bytes -= old.weight }
    }
}
