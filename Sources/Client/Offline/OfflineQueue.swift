import Foundation

/// A bounded first-in, first-out queue of payloads in one file, which survives the end of the process at any moment.
///
/// The file is a log: an item is appended, and so is the word that it was removed. A record that a crash left unfinished is cut off
/// when the file is opened; so is everything behind a damaged one. When more is dead than alive, the living is written anew.
///
/// Not for several tasks at once: its owner is an actor.
final class OfflineQueue {
    struct Item: Equatable {
        let number: UInt64
        let payload: Data
    }

    private struct Place {
        let number: UInt64
        let offset: Int
        let size: Int
    }

    /// A file smaller than this is not worth writing anew, in bytes.
    static let leastWaste = 64 << 10

    private let file: OfflineFile
    private let limits: OfflineLimits
    private var places: [Place] = []
    private var lastNumber: UInt64 = 0
    /// Bytes of the items that wait, as they are on disk.
    private(set) var bytes = 0
    /// Items given up for newer ones, or found damaged, since the file was made.
    private(set) var dropped = 0

    /// Items that wait.
    var count: Int { places.count }

    /// Opens the queue's file, or makes it.
    init(_ url: URL, limits: OfflineLimits = OfflineLimits()) throws(OfflineError) {
        file = try OfflineFile(url)
        self.limits = limits
        try load()
    }

    // MARK: opening

    private func load() throws(OfflineError) {
        let content = try file.read(at: 0, count: file.size)
        guard content.starts(with: OfflineFile.magic) else { return try file.replace(with: OfflineFile.magic) }
        var offset = OfflineFile.magic.count
        while let record = OfflineRecord.read(content.dropFirst(offset)) {
            take(record, at: offset)
            offset += record.size
        }
        if offset < content.count { try file.cut(to: offset) }
    }

    private func take(_ record: OfflineRecord, at offset: Int) {
        switch record.kind {
        case .item:
            places.append(Place(number: record.number, offset: offset, size: record.size))
            bytes += record.size
            lastNumber = record.number
        case .removal: forget(upTo: record.number)
        case .dropped: dropped = Int(clamping: record.number)
        }
    }

    // MARK: items

    /// Adds one; durable when this returns. Gives up the oldest as far as the limits ask for it.
    ///
    /// - Throws: `tooLarge` for one that has no room even alone; `disk`, and then nothing was added or given up.
    func append(_ payload: Data) throws(OfflineError) {
        let record = OfflineRecord(kind: .item, number: lastNumber + 1, payload: payload)
        guard record.size <= limits.bytes, limits.items > 0 else { throw .tooLarge }
        let (victim, victims) = oldest(toMakeRoomFor: record.size)
        let place = Place(number: record.number, offset: file.size, size: record.size)
        try file.append(record.encoded + dropping(victim, victims), durable: true)
        lastNumber = record.number
        places.append(place)
        bytes += record.size
        settle(victim, victims)
    }

    /// The last of the items to give up, and how many they are.
    private func oldest(toMakeRoomFor size: Int) -> (number: UInt64?, count: Int) {
        var (freed, count) = (0, 0)
        while count < places.count, bytes - freed + size > limits.bytes || places.count - count >= limits.items {
            freed += places[count].size
            count += 1
        }
        return (count > 0 ? places[count - 1].number : nil, count)
    }

    private func dropping(_ victim: UInt64?, _ count: Int) -> Data {
        guard let victim else { return Data() }
        let total = OfflineRecord(kind: .dropped, number: UInt64(dropped + count))
        return OfflineRecord(kind: .removal, number: victim).encoded + total.encoded
    }

    private func settle(_ victim: UInt64?, _ count: Int) {
        guard let victim else { return }
        forget(upTo: victim)
        dropped += count
        tidy()
    }

    /// The item that waits longest; `nil` when none waits. A damaged one is given up, and the next one looked at.
    func oldest() throws(OfflineError) -> Item? {
        while let place = places.first {
            let record = OfflineRecord.read(try file.read(at: place.offset, count: place.size))
            if let record, record.number == place.number { return Item(number: place.number, payload: record.payload) }
            try file.append(dropping(place.number, 1), durable: false)
            settle(place.number, 1)
        }
        return nil
    }

    /// Takes off the item `number` and all before it.
    ///
    /// Not flushed: after a loss of power the item may be back. Whoever delivers has to be able to do it twice.
    func remove(upTo number: UInt64) throws(OfflineError) {
        guard let first = places.first, first.number <= number else { return }
        try file.append(OfflineRecord(kind: .removal, number: number).encoded, durable: false)
        forget(upTo: number)
        tidy()
    }

    private func forget(upTo number: UInt64) {
        let gone = places.prefix { $0.number <= number }
        bytes -= gone.reduce(0) { $0 + $1.size }
        places.removeFirst(gone.count)
    }

    // MARK: space

    /// Writes the living anew when the dead take more room. A failure changes nothing: the longer file is as good.
    private func tidy() {
        guard file.size > 2 * bytes + Self.leastWaste else { return }
        try? compact()
    }

    private func compact() throws(OfflineError) {
        var content = OfflineFile.magic + OfflineRecord(kind: .dropped, number: UInt64(dropped)).encoded
        var moved: [Place] = []
        for place in places {
            moved.append(Place(number: place.number, offset: content.count, size: place.size))
            content += try file.read(at: place.offset, count: place.size)
        }
        try file.replace(with: content)
        places = moved
    }
}
