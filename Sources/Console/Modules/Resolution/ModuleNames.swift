/// What somebody may have meant.
enum ModuleNames {
    /// The name that it takes fewest changes of a letter to come to: at most two, or one in six letters; of two as near the first. nil where
    /// none is near.
    static func nearest(to name: String, in names: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().utf8.prefix(100))
        let most = max(2, wanted.count / 6)
        var best: (name: String, distance: Int)?
        for other in names where other != name {
            let distance = distance(wanted, Array(other.lowercased().utf8.prefix(100)), most: (best?.distance ?? most + 1) - 1)
            if let distance { best = (other, distance) }
        }
        return best?.name
    }

    /// Levenshtein's; nil when it is more than `most`.
    private static func distance(_ left: [UInt8], _ right: [UInt8], most: Int) -> Int? {
        guard abs(left.count - right.count) <= most else { return nil }
        var row = Array(0...right.count)
        for (line, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in right.enumerated() {
                let changed = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, diagonal + 1, row[column] + 1)
            }
            if row.allSatisfy({ $0 > most }) { return nil }
        }
        return row[right.count] <= most ? row[right.count] : nil
    }
}
