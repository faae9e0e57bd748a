extension PNG.Image {
    /// The same picture no larger than a square of `side` pixels: each pixel is the mean of those it stands for, weighted by how opaque they are.
    ///
    /// - Returns: the picture itself where it fits, or is not of colour.
    public func fitted(to side: Int) -> PNG.Image {
        let longest = max(width, height)
        guard longest > side, format == .rgba, isWhole else { return self }
        let (columns, rows) = (max(1, width * side / longest), max(1, height * side / longest))
        var small: [UInt8] = []
        small.reserveCapacity(columns * rows * 4)
        for row in 0..<rows {
            let lines = (row * height / rows)..<((row + 1) * height / rows)
            for column in 0..<columns { small += mean((column * width / columns)..<((column + 1) * width / columns), lines) }
        }
        return PNG.Image(width: columns, height: rows, format: .rgba, pixels: small)
    }

    private func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> [UInt8] {
        var (red, green, blue, opacity) = (0, 0, 0, 0)
        for row in rows {
            for column in columns {
                let at = (row * width + column) * 4
                let alpha = Int(pixels[at + 3])
                red += Int(pixels[at]) * alpha
                green += Int(pixels[at + 1]) * alpha
                blue += Int(pixels[at + 2]) * alpha
                opacity += alpha
            }
        }
        guard opacity > 0 else { return [0, 0, 0, 0] }
        return [UInt8(red / opacity), UInt8(green / opacity), UInt8(blue / opacity), UInt8(opacity / (columns.count * rows.count))]
    }
}
