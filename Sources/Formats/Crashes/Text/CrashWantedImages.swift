/// The images that the frames of a report lie in, before they are read.
struct CrashWantedImages {
    private let addresses: [UInt64]
    private let names: [[UInt8]]

    init(_ report: CrashReport) {
        let frames = report.threads.flatMap(\.frames) + report.thrown.flatMap(\.frames)
        addresses = frames.compactMap(\.address).sorted()
        names = Set(frames.map(\.module)).filter { !$0.isEmpty }.map { Array($0.utf8) }
    }

    /// Whether one of the frames lies there.
    func contains(_ range: ClosedRange<UInt64>) -> Bool {
        var (low, high) = (0, addresses.count)
        while low < high {
            let middle = (low + high) / 2
            if addresses[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < addresses.count && addresses[low] <= range.upperBound
    }

    /// Whether what stands there begins like one of the modules.
    func contains(name part: CrashText.Part, _ text: CrashText) -> Bool {
        names.contains { name in
            name.count <= part.count && text.bytes[part.lowerBound] == name[0] && text.bytes[part.prefix(name.count)].elementsEqual(name)
        }
    }
}
