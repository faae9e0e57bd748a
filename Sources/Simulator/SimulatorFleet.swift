/// What a part of the fleet has on its devices, in flat arrays: 21 bytes a device with the queue.
struct SimulatorFleet: Sendable {
    /// Numbers of these devices among all: `first`, `first + step`, …
    let first: Int
    let step: Int
    let count: Int
    private(set) var queue = SimulatorQueue()
    /// Versions of patches by number, from 1; 0 is none. A console that makes up thousands is not followed.
    private(set) var versions = [""]
    private var numbers: [String: UInt16] = [:]
    private var held: [UInt16]
    private var dropped: [UInt16]
    private var waits: [Bool]
    private var uses: [UInt32]

    static let mostVersions = 1_000

    /// - Parameter shard: from 0.
    init(shard: Int, of shards: Int, _ plan: SimulatorPlan, _ random: SimulatorRandom) {
        (first, step) = (shard, shards)
        count = (plan.devices - shard + shards - 1) / shards
        held = Array(repeating: 0, count: count)
        dropped = held
        waits = Array(repeating: false, count: count)
        uses = Array(repeating: 0, count: count)
        queue.reserve(count)
        for device in 0..<count {
            let number = shard + device * shards
            // The first time lies anywhere in a pause, as if the fleet had been living before.
            let pause = SimulatorDevice.pause(random.unit(.pace, number)) / plan.speed
            queue.add(device, at: random.unit(.phase, number) * pause)
        }
    }

    /// Its number in the whole fleet.
    func number(_ device: Int) -> Int { first + device * step }

    /// Who is to wake at `time` or before.
    mutating func wake(at time: Double) -> (device: Int, time: Double)? {
        guard let next = queue.next, next <= time else { return nil }
        return queue.take()
    }

    mutating func sleep(_ device: Int, until time: Double) {
        queue.add(device, at: time)
    }

    /// How often this device has used the app before; counts this one.
    mutating func use(_ device: Int) -> Int {
        uses[device] += 1
        return Int(uses[device]) - 1
    }

    // MARK: patches

    /// The number of a version; `nil` when there are too many.
    mutating func patch(_ version: String) -> UInt16? {
        if let number = numbers[version] { return number }
        guard versions.count <= Self.mostVersions else { return nil }
        numbers[version] = UInt16(versions.count)
        versions.append(version)
        return numbers[version]
    }

    /// The patch it holds; `nil` for none.
    func held(_ device: Int) -> UInt16? { held[device] == 0 ? nil : held[device] }

    /// Whether a patch is new to it.
    func wants(_ device: Int, _ patch: UInt16) -> Bool { held[device] != patch && dropped[device] != patch }

    /// - Parameter waits: for the next start.
    mutating func keep(_ device: Int, _ patch: UInt16, waits: Bool) {
        held[device] = patch
        self.waits[device] = waits
    }

    mutating func drop(_ device: Int, _ patch: UInt16) {
        dropped[device] = patch
        if held[device] == patch { held[device] = 0 }
        waits[device] = false
    }

    /// The patch that waited for this start, which is applied now.
    mutating func start(_ device: Int) -> UInt16? {
        guard waits[device], held[device] != 0 else { return nil }
        waits[device] = false
        return held[device]
    }

    /// The version in effect, for log lines and crashes.
    func inEffect(_ device: Int) -> UInt16? { waits[device] ? nil : held(device) }
}
