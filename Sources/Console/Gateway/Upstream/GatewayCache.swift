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
    }

    /// Bytes kept at most.
    fileprivate static let room = 32 << 20

    /// The same request, of the same user where that matters.
    struct Key: Hashable, Sendable {
        private let hash: [UInt8]

        init(_ call: GatewayCall, perUser: Bool) {
            let words = [call.app.id, call.platform.appKey, call.operation, perUser ? call.user ?? "" : ""].joined(separator: "\n") + "\n"
            hash = Digest.sha256(Array(words.utf8) + call.request)
        }
    }

    func answer(_ key: Key, at time: Date) -> GatewayAnswer? {
        state.withLock { $0.kept[key] }.flatMap { $0.until > time ? GatewayAnswer(.bytes($0.bytes), etag: $0.etag) : nil }
    }

    /// Keeps an answer that was read whole and opens no session; any answer comes back as it is to be given.
    func keep(_ answer: GatewayAnswer, _ key: Key, until: Date) -> GatewayAnswer {
        guard case .bytes(let bytes) = answer.body, answer.session == nil else { return answer }
        let etag = "\"\(Hex.encode(Array(Digest.sha256(bytes).prefix(16))))\""
        state.withLock { $0.keep(Kept(bytes: bytes, etag: etag, until: until), key) }
        return GatewayAnswer(answer.body, etag: etag)
    }
}

extension GatewayCache.State {
    /// What ends first goes first when there is no room.
    fileprivate mutating func keep(_ new: GatewayCache.Kept, _ key: GatewayCache.Key) {
        remove(key)
        if bytes + new.bytes.count > GatewayCache.room {
            for (old, _) in kept.sorted(by: { $0.value.until < $1.value.until }) where bytes + new.bytes.count > GatewayCache.room { remove(old) }
        }
        kept[key] = new
        bytes += new.bytes.count
    }

    private mutating func remove(_ key: GatewayCache.Key) {
        if let old = kept.removeValue(forKey: key) { bytes -= old.bytes.count }
    }
}
