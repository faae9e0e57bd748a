/// The images of a report by where they lie, to find those that frames lie in.
struct CrashImages {
    private let images: [CrashReport.Image]
    /// Indices of those that have a place, by base.
    private let placed: [Int]
    private let bases: [UInt64]
    /// Made when the first frame is not found by its address.
    private var byName: [String: Int]?
    /// How many of those that begin before an address are asked: images may lie in each other.
    private static let mostAsked = 8

    init(_ images: [CrashReport.Image]) {
        self.images = images
        placed = images.indices.filter { images[$0].base != nil }.sorted { (images[$0].base ?? 0, $0) < (images[$1].base ?? 0, $1) }
        bases = placed.map { images[$0].base ?? 0 }
    }

    /// Says of every frame which image it lies in, and how far.
    mutating func place(_ report: inout CrashReport) {
        guard !images.isEmpty else { return }
        report.updateFrames { place(&$0) }
    }

    private mutating func place(_ frame: inout CrashReport.Frame) {
        guard frame.image == nil, let found = index(of: frame) else { return }
        frame.image = found
        if frame.module.isEmpty { frame.module = images[found].name }
        if let address = frame.address, images[found].contains(address) { frame.offset = address - (images[found].base ?? 0) }
    }

    /// By the address, as one name may stand for several; by the name where there is none at the address, or one of another name.
    private mutating func index(of frame: CrashReport.Frame) -> Int? {
        let found = frame.address.flatMap(index)
        if let found, frame.module.isEmpty || images[found].name == frame.module { return found }
        return frame.module.isEmpty ? nil : index(named: frame.module) ?? found
    }

    private mutating func index(named name: String) -> Int? {
        if let byName { return byName[name] }
        let names = Dictionary(images.indices.lazy.map { [images] in (images[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
        byName = names
        return names[name]
    }

    /// The innermost image around an address.
    func index(of address: UInt64) -> Int? {
        var (low, high) = (0, bases.count)
        while low < high {
            let middle = (low + high) / 2
            if bases[middle] <= address { low = middle + 1 } else { high = middle }
        }
        return placed[max(0, low - Self.mostAsked)..<low].last { images[$0].contains(address) }
    }
}
