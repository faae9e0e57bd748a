/// Values by a key of three small numbers, in order of appearance.
///
/// A dictionary would do, but hashing its keys was a sixth of the time a batch takes; this one multiplies. The factors are random, so that
/// an upload cannot be made whose keys collide.
struct TelemetryCells<Value> {
    var values: [Value] = []
    private var keys: [Key] = []
    /// 1 + index into `values`, 0 = free; a power of two, at most half full.
    private var table = [UInt32](repeating: 0, count: 16)
    private var last = (key: Key(first: .min, second: 0, third: 0), index: 0)
    private let factors = TelemetryFactors.process

    private struct Key: Equatable {
        let first: Int
        let second: Int
        let third: Int
    }

    /// Where the key's value is; made when it is the first time.
    mutating func index(_ first: Int, _ second: Int, _ third: Int = 0, new: () -> Value) -> Int {
        let key = Key(first: first, second: second, third: third)
        if key == last.key { return last.index }
        last = (key, find(key, new))
        return last.index
    }

    private mutating func find(_ key: Key, _ new: () -> Value) -> Int {
        let place = place(of: key)
        guard table[place] == 0 else { return Int(table[place]) - 1 }
        values.append(new())
        keys.append(key)
        table[place] = UInt32(keys.count)
        if keys.count * 2 > table.count { grow() }
        return values.count - 1
    }

    /// Where the key is or belongs.
    private func place(of key: Key) -> Int {
        var place = factors.hash(key.first, key.second, key.third) & (table.count - 1)
        while table[place] != 0, keys[Int(table[place]) - 1] != key {
            place = (place + 1) & (table.count - 1)
        }
        return place
    }

    private mutating func grow() {
        table = [UInt32](repeating: 0, count: table.count * 4)
        for (index, key) in keys.enumerated() { table[place(of: key)] = UInt32(index + 1) }
    }
}

/// Random factors, the same for the life of the process.
struct TelemetryFactors: Sendable {
    static let process = TelemetryFactors()

    private let first = UInt64.random(in: .min ... .max) | 1
    private let second = UInt64.random(in: .min ... .max) | 1

    /// Multiplies to 128 bits and folds the halves, twice.
    func hash(_ one: Int, _ two: Int, _ three: Int) -> Int {
        let key = fold(UInt64(bitPattern: Int64(one)) ^ fold(UInt64(bitPattern: Int64(two)), first), second)
        return Int(truncatingIfNeeded: fold(key ^ UInt64(bitPattern: Int64(three)), first))
    }

    private func fold(_ value: UInt64, _ factor: UInt64) -> UInt64 {
        let product = (value ^ second).multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}
