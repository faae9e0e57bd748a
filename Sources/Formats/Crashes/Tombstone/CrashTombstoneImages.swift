/// The files that frames and the map of the memory name, each once.
struct CrashTombstoneImages {
    private(set) var all: [CrashReport.Image] = []
    private var byPath: [String: Int] = [:]
    /// Files beyond are not told apart; a process has some hundred.
    private static let most = 20_000

    /// nil when there are too many.
    mutating func index(of path: String, buildID: String) -> Int? {
        if let known = byPath[path] {
            if all[known].buildID.isEmpty { all[known].buildID = buildID }
            return known
        }
        guard all.count < Self.most else { return nil }
        var image = CrashReport.Image()
        (image.path, image.name, image.buildID) = (path, CrashTombstoneWords.module(path), buildID)
        byPath[path] = all.count
        all.append(image)
        return all.count - 1
    }

    /// `    00000071'2b4c5000-00000071'2b4c8fff r-x     45000    4000  /system/lib64/libc.so (BuildId: 29dc) (load bias 0x1000)`, the end
    /// inclusive: protection, offset in the file and size.
    mutating func map(_ line: CrashText.Part, _ text: inout CrashText) {
        guard let (range, afterRange) = text.word(line), let (begin, last) = text.cut(range, at: "-"), let base = address(begin, text),
            let end = address(last, text), end >= base
        else { return }
        guard let (_, afterBits) = text.word(afterRange), let (digits, afterOffset) = text.word(afterBits), let offset = text.hex(digits) else {
            return
        }
        guard let slash = text.find(UInt8(ascii: "/"), in: afterOffset) else { return }
        let rest = slash..<line.upperBound
        let path = text.cut(rest, at: " (BuildId: ")?.before ?? text.cut(rest, at: " (load bias ")?.before ?? rest
        let id = text.between(rest, "(BuildId: ", ")").flatMap(text.buildID)
        map(text.name(text.trimmed(path)), base..<(end == .max ? end : end + 1), offset: offset, buildID: id ?? "")
    }

    /// The parts of a file lie behind each other, read-only, executable and writable; with its beginning it is loaded, perhaps for a second time.
    /// Files that are no programs, as fonts, have no build id, and count only when a frame named them.
    mutating func map(_ path: String, _ range: Range<UInt64>, offset: UInt64, buildID: String) {
        guard path.hasPrefix("/"), byPath[path] != nil || !buildID.isEmpty else { return }
        if offset == 0, let known = byPath[path], let base = all[known].base, base &+ (all[known].size ?? 0) != range.lowerBound {
            byPath[path] = nil
        }
        guard let index = index(of: path, buildID: buildID) else { return }
        guard let base = all[index].base, let size = all[index].size else {
            (all[index].base, all[index].size) = (range.lowerBound, range.upperBound - range.lowerBound)
            return
        }
        let start = min(base, range.lowerBound)
        (all[index].base, all[index].size) = (start, max(base &+ size, range.upperBound) - start)
    }

    private func address(_ part: CrashText.Part, _ text: CrashText) -> UInt64? {
        guard let (high, low) = text.cut(part, at: "'") else { return text.hex(part) }
        guard let high = text.hex(high), let low = text.hex(low), high >> 32 == 0, low >> 32 == 0 else { return nil }
        return high << 32 | low
    }
}

extension CrashReport {
    /// Of frames whose image was loaded more than once the load that they lie in; none of those that were left out.
    mutating func placeTombstone() {
        let (images, placed) = (images, CrashImages(images))
        updateFrames { frame in
            guard let image = frame.image else { return }
            guard images.indices.contains(image) else {
                frame.image = nil
                return
            }
            guard let address = frame.address, !images[image].contains(address), let found = placed.index(of: address) else { return }
            if images[found].path == images[image].path { frame.image = found }
        }
    }
}
