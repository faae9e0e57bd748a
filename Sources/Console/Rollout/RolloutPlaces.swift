/// What came of asking for places.
struct RolloutTaken: Sendable {
    /// Those of the askers that have one now.
    let devices: Set<String>
    let isFull: Bool
    /// Marks of all that have one; only of a full window.
    var all: Set<Int>?
}

/// What one node knows of one window.
struct RolloutPlaces: Sendable {
    /// Hashes of 64 bits, seeded for each process, of devices that have a place: with a million of them one in 10^13 others is taken for one.
    private var marks: Set<Int> = []
    /// There is no place left, and everybody who has one is known.
    private var isFull = false
    private var waiting: [String: [CheckedContinuation<Bool, Never>]] = [:]
    private var isWriting = false

    enum Next {
        case answered(Bool)
        case waits
        /// And is the first to wait.
        case writes
    }

    static func mark(_ device: String) -> Int { device.hashValue }

    var isIdle: Bool { !isWriting }

    func knows(_ device: String) -> Bool? {
        marks.contains(Self.mark(device)) ? true : isFull ? false : nil
    }

    mutating func add(_ device: String, _ continuation: CheckedContinuation<Bool, Never>, upTo limit: Int) -> Next {
        if let known = knows(device) { return .answered(known) }
        guard waiting.count < limit else { return .answered(false) }
        waiting[device, default: []].append(continuation)
        defer { isWriting = true }
        return isWriting ? .waits : .writes
    }

    /// - Returns: none when nobody waits; then nobody is writing any more.
    mutating func nextGroup(upTo limit: Int) -> [String] {
        let group = Array(waiting.keys.prefix(limit))
        if group.isEmpty { isWriting = false }
        return group
    }

    /// - Parameter taken: nil when it could not be written.
    mutating func settle(_ devices: [String], _ taken: RolloutTaken?) -> [(CheckedContinuation<Bool, Never>, Bool)] {
        if let taken {
            marks.formUnion(taken.all ?? Set(taken.devices.map(Self.mark)))
            isFull = isFull || taken.all != nil
        }
        // Once it is full nobody who waits has to ask any more.
        return (isFull ? Array(waiting.keys) : devices).flatMap { device in
            (waiting.removeValue(forKey: device) ?? []).map { ($0, knows(device) ?? false) }
        }
    }
}
