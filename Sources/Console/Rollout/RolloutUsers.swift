import Signing

/// Users that somebody named, up to 100,000, as one piece of memory: their ids one behind the other, and a table of where each begins.
///
/// 100,000 ids of 16 characters take 2.7 MB, where a set of strings takes 8.
struct RolloutUsers: Sendable {
    /// Each id with a line end behind it, in the order they came, each once.
    let bytes: [UInt8]
    let count: Int
    /// Open addressing: one more than where an id begins, 0 for a free place. At least a third of the places is free.
    private let places: [UInt32]

    static let none = RolloutUsers([])

    /// - Parameter ids: without line ends; those that come twice and those that are empty count once and not at all.
    init(_ ids: some Collection<String>) {
        self.init(bytes: ids.reduce(into: []) { $0 += Array($1.utf8) + [Self.end] })
    }

    /// - Parameter text: as ``bytes`` has it.
    init(bytes text: [UInt8]) {
        let lines = text.split(separator: Self.end)
        var places = [UInt32](repeating: 0, count: Self.size(for: lines.count))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var count = 0
        for line in lines where Self.insert(line, at: bytes.count, in: bytes, &places) {
            bytes += line
            bytes.append(Self.end)
            count += 1
        }
        (self.bytes, self.count, self.places) = (bytes, count, places)
    }

    private static let end = UInt8(ascii: "\n")

    private static func size(for count: Int) -> Int {
        var size = 4
        while size * 2 < count * 3 { size *= 2 }
        return size
    }

    /// - Returns: false for one that is there.
    private static func insert(_ id: ArraySlice<UInt8>, at start: Int, in bytes: [UInt8], _ places: inout [UInt32]) -> Bool {
        var place = hash(id) & (places.count - 1)
        while places[place] != 0 {
            if isAt(Int(places[place]) - 1, id, in: bytes) { return false }
            place = (place + 1) & (places.count - 1)
        }
        places[place] = UInt32(start + 1)
        return true
    }

    func contains(_ user: String) -> Bool {
        if user.isEmpty || count == 0 { return false }
        let id = Array(user.utf8)[...]
        var place = Self.hash(id) & (places.count - 1)
        while places[place] != 0 {
            if Self.isAt(Int(places[place]) - 1, id, in: bytes) { return true }
            place = (place + 1) & (places.count - 1)
        }
        return false
    }

    /// FNV-1a (draft-eastlake-fnv), begun anew for each process, so that nobody can choose ids that meet.
    private static func hash(_ id: ArraySlice<UInt8>) -> Int {
        let hash = id.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return Int(truncatingIfNeeded: hash ^ (hash >> 32))
    }

    private static let seed = UInt64.random(in: 0...UInt64.max)

    private static func isAt(_ start: Int, _ id: ArraySlice<UInt8>, in bytes: [UInt8]) -> Bool {
        let last = start + id.count
        return last < bytes.count && bytes[last] == end && bytes[start..<last] == id
    }

    /// In the order they came.
    var ids: [String] { bytes.split(separator: Self.end).map { String(decoding: $0, as: UTF8.self) } }

    /// Tells two lists apart.
    var digest: String { Hex.encode(Digest.sha256(bytes)) }
}
