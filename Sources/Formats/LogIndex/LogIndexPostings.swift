/// Which uploads have which keys, gathered upload by upload.
struct LogIndexPostings {
    /// 1 + place in `keys`, 0 = free; a power of two, at most half full.
    private var slots = [UInt32](repeating: 0, count: 1 << 12)
    private(set) var keys: [UInt32] = []
    /// Places in `keys`, upload after upload.
    private var places: [UInt32] = []
    /// Where in `places` each upload ends.
    private var ends: [Int] = []

    /// How many pairs there are.
    var count: Int { places.count }

    /// Adds the next upload.
    /// - Parameter found: its keys, each once.
    mutating func add(_ found: some Sequence<UInt32>) {
        for key in found { places.append(place(of: key)) }
        ends.append(places.count)
    }

    private mutating func place(of key: UInt32) -> UInt32 {
        var slot = Self.slot(key, slots.count)
        while slots[slot] != 0 {
            let place = slots[slot] - 1
            if keys[Int(place)] == key { return place }
            slot = (slot + 1) & (slots.count - 1)
        }
        keys.append(key)
        slots[slot] = UInt32(truncatingIfNeeded: keys.count)
        if keys.count * 2 > slots.count { grow() }
        return UInt32(truncatingIfNeeded: keys.count - 1)
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 4)
        for (place, key) in keys.enumerated() {
            var slot = Self.slot(key, slots.count)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(truncatingIfNeeded: place + 1)
        }
    }

    /// The upper bits of a product depend on all bits of the key.
    private static func slot(_ key: UInt32, _ count: Int) -> Int {
        Int(truncatingIfNeeded: UInt64(key) &* 0x9E37_79B9_7F4A_7C15 >> 40) & (count - 1)
    }

    /// The numbers of the uploads that have each key, ascending, key after key in the order of `keys`.
    func gathered() -> (numbers: [UInt16], starts: [Int]) {
        var starts = [Int](repeating: 0, count: keys.count + 1)
        for place in places { starts[Int(place) + 1] += 1 }
        for place in keys.indices { starts[place + 1] += starts[place] }
        var next = starts
        var numbers = [UInt16](repeating: 0, count: places.count)
        var at = 0
        for (upload, end) in ends.enumerated() {
            for place in places[at..<end] {
                numbers[next[Int(place)]] = UInt16(truncatingIfNeeded: upload)
                next[Int(place)] += 1
            }
            at = end
        }
        return (numbers, starts)
    }
}
