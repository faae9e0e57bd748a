import Formats

/// A package's icon as a picture that every browser shows.
enum BuildIcon {
    /// The longest side of what comes out.
    static let side = 512
    /// The longest side of what is looked at; 4 bytes a pixel are 64 MB.
    static let longestSide = 4096
    /// Of a file.
    static let mostBytes = 8 << 20
    /// Files that are looked at: Android has six densities, twice.
    static let mostFiles = 40

    /// The longer one; nil for a drawing, and for a picture in a format that is not read.
    static func longerSide(_ bytes: [UInt8]) -> Int? {
        let sides = (try? PNG.sides(bytes)) ?? WebP.sides(bytes)
        return sides.map { max($0.width, $0.height) }
    }

    /// - Returns: nil for a damaged one.
    static func picture(_ bytes: [UInt8]) -> [UInt8]? {
        let pixels = longestSide * longestSide
        let png = try? PNG.decodeAny(bytes, maxPixels: pixels, maxSide: longestSide)
        let image = png ?? WebP.decode(bytes, maxPixels: pixels, maxSide: longestSide)
        return image.flatMap { try? PNG.encode($0.fitted(to: side)) }
    }
}

extension BuildReader {
    /// Takes the largest that fits, else the smallest that does not. A package without an icon is as good as one with a broken one, which is noted.
    func addIcon(_ paths: [String], to facts: inout BuildFacts, read: (String, Int) throws(PackageError) -> [UInt8]?) {
        var candidates: [(path: String, bytes: [UInt8], side: Int)] = []
        for path in paths.prefix(BuildIcon.mostFiles) {
            guard let bytes = try? read(path, BuildIcon.mostBytes) else {
                facts.notes.append(BuildNote(word: "icon", entry: path))
                continue
            }
            guard let side = BuildIcon.longerSide(bytes) else {
                if WebP.isWebP(bytes) { facts.notes.append(BuildNote(word: WebP.isAvailable ? "icon" : "iconWebP", entry: path)) }
                continue
            }
            if side > BuildIcon.longestSide {
                facts.notes.append(BuildNote(word: "iconSize", entry: path))
            } else if isBetter(side, than: candidates.last?.side) {
                candidates.append((path, bytes, side))
            }
        }
        while facts.icon == nil, let best = candidates.popLast() {
            facts.icon = BuildIcon.picture(best.bytes)
            if facts.icon == nil { facts.notes.append(BuildNote(word: "icon", entry: best.path)) }
        }
    }

    private func isBetter(_ side: Int, than best: Int?) -> Bool {
        guard let best else { return true }
        let (fits, bestFits) = (side <= BuildIcon.side, best <= BuildIcon.side)
        return fits == bestFits ? (fits ? side > best : side < best) : fits
    }
}
