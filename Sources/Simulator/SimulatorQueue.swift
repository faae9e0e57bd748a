/// Who is to wake next: a binary heap in two flat arrays, 12 bytes a device.
struct SimulatorQueue: Sendable {
    private var times: [Double] = []
    private var devices: [UInt32] = []

    var count: Int { times.count }
    /// When the next one wakes, in seconds.
    var next: Double? { times.first }

    mutating func reserve(_ count: Int) {
        times.reserveCapacity(count)
        devices.reserveCapacity(count)
    }

    mutating func add(_ device: Int, at time: Double) {
        times.append(time)
        devices.append(UInt32(device))
        var child = times.count - 1
        while child > 0, times[(child - 1) / 2] > times[child] {
            swap(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// The one that wakes first, taken off.
    mutating func take() -> (device: Int, time: Double)? {
        guard let time = times.first else { return nil }
        let device = Int(devices[0])
        swap(0, times.count - 1)
        times.removeLast()
        devices.removeLast()
        sink()
        return (device, time)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = 2 * parent + 1
            guard least < times.count else { return }
            if least + 1 < times.count, times[least + 1] < times[least] { least += 1 }
            guard times[least] < times[parent] else { return }
            swap(parent, least)
            parent = least
        }
    }

    private mutating func swap(_ one: Int, _ other: Int) {
        times.swapAt(one, other)
        devices.swapAt(one, other)
    }
}
