/// The terms of an index as its file has them.
struct LogIndexTermsWritten {
    let count: Int
    private(set) var table: [UInt8] = []
    private(set) var lists: [UInt8] = []

    init(_ postings: LogIndexPostings, room: Int) {
        let (numbers, starts) = postings.gathered()
        let order = postings.keys.indices.sorted { postings.keys[$0] < postings.keys[$1] }
        count = order.count
        table.reserveCapacity(count * 8)
        for place in order { table.append(little: Int(postings.keys[place]), 4) }
        for place in order { add(numbers[starts[place]..<starts[place + 1]], room: room) }
    }

    private mutating func add(_ numbers: ArraySlice<UInt16>, room: Int) {
        if numbers.count == 1, let only = numbers.first { return table.append(little: LogIndexTerms.only | Int(only), 4) }
        let (kind, bytes) = LogIndexSet.packed(numbers, room: room)
        table.append(little: lists.count, 4)
        lists.append(kind.rawValue)
        lists += bytes
    }
}

/// The trigrams of an index as its file has them.
struct LogIndexTextWritten {
    private(set) var directory: [UInt8] = []
    private(set) var groups: [UInt8] = []

    init(_ postings: LogIndexPostings, room: Int) {
        let (numbers, starts) = postings.gathered()
        let trigrams = postings.keys.enumerated().map { (place: $0, spread: LogTrigram(bytes: $1).spread) }.sorted { $0.spread < $1.spread }
        var next = 0
        for group in 0..<LogIndex.groups {
            directory.append(little: groups.count, 4)
            while next < trigrams.count, trigrams[next].spread >> 12 == group {
                let place = trigrams[next].place
                add(trigrams[next].spread & 0xFFF, numbers[starts[place]..<starts[place + 1]], room: room)
                next += 1
            }
        }
        directory.append(little: groups.count, 4)
    }

    private mutating func add(_ place: Int, _ numbers: ArraySlice<UInt16>, room: Int) {
        let (kind, bytes) = LogIndexSet.packed(numbers, room: room)
        groups.append(UInt8(truncatingIfNeeded: place))
        groups.append(UInt8(truncatingIfNeeded: place >> 8) | kind.rawValue << 4)
        groups += bytes
    }
}
