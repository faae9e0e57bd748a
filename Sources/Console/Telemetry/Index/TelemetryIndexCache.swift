import Storage
import Synchronization

/// Parts of indexes that were asked for last, in memory: at most about 48 MB.
final class TelemetryIndexCache: Sendable {
    private let state = Mutex(State())
    private let most: Int

    /// What fills half of the room is the older half of it from then on, and forgotten with the next half: no order needs to be kept.
    private struct State {
        var young: [Key: [UInt8]] = [:]
        var old: [Key: [UInt8]] = [:]
        var size = 0

        mutating func take(_ key: Key) -> [UInt8]? {
            if let bytes = young[key] { return bytes }
            return old[key]
        }
    }

    private struct Key: Hashable {
        let blob: BlobID
        let start: Int
        let count: Int
    }

    init(most: Int = 48 << 20) {
        self.most = most
    }

    /// Bytes of an index.
    /// - Parameter read: asked when they are not here.
    func part(_ blob: BlobID, _ range: Range<Int>, _ read: () async throws -> [UInt8]) async throws -> [UInt8] {
        let key = Key(blob: blob, start: range.lowerBound, count: range.count)
        if let bytes = state.withLock({ $0.take(key) }) {
            keep(bytes, key)
            return bytes
        }
        let bytes = try await read()
        keep(bytes, key)
        return bytes
    }

    private func keep(_ bytes: [UInt8], _ key: Key) {
        state.withLock { state in
            guard state.young.updateValue(bytes, forKey: key) == nil else { return }
            state.size += bytes.count + 128
            guard state.size > most / 2 else { return }
            (state.old, state.young, state.size) = (state.young, [:], 0)
        }
    }
}
