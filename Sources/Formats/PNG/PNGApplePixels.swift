import Gzip

/// The pixels of a picture in Apple's form, made into ordinary ones.
struct PNGApplePixels {
    private let picture: PNGChunks
    private let stride: Int
    /// Rows as they are packed: a byte that names the filter, and the filtered bytes.
    private var rows: [UInt8]

    init(_ picture: PNGChunks) throws(PNGError) {
        self.picture = picture
        stride = picture.width * picture.channels
        let expected = (stride + 1) * picture.height
        do throws(GzipError) {
            rows = try Gzip.inflateRaw(picture.data, limit: expected)
        } catch {
            throw .corrupt("damaged data")
        }
        guard rows.count == expected else { throw .corrupt("too little data") }
    }

    func image() throws(PNGError) -> PNG.Image {
        var pixels = [UInt8](repeating: 0, count: picture.width * picture.height * 4)
        var above = [UInt8](repeating: 0, count: stride)
        for row in 0..<picture.height {
            let start = row * (stride + 1)
            var bytes = Array(rows[(start + 1)...(start + stride)])
            try Self.unfilter(&bytes, rows[start], above: above, step: picture.channels)
            write(bytes, to: &pixels, at: row * picture.width * 4)
            above = bytes
        }
        return PNG.Image(width: picture.width, height: picture.height, format: .rgba, pixels: pixels)
    }

    /// The five filters (PNG specification, 9.2).
    private static func unfilter(_ row: inout [UInt8], _ filter: UInt8, above: [UInt8], step: Int) throws(PNGError) {
        switch filter {
        case 0: return
        case 1: for index in row.indices.dropFirst(step) { row[index] &+= row[index - step] }
        case 2: for index in row.indices { row[index] &+= above[index] }
        case 3:
            for index in row.indices {
                let left = index < step ? 0 : Int(row[index - step])
                row[index] &+= UInt8((left + Int(above[index])) / 2)
            }
        case 4:
            for index in row.indices {
                let (left, corner) = index < step ? (0, 0) : (Int(row[index - step]), Int(above[index - step]))
                row[index] &+= UInt8(paeth(left, Int(above[index]), corner))
            }
        default: throw .corrupt("no such filter")
        }
    }

    private static func paeth(_ left: Int, _ above: Int, _ corner: Int) -> Int {
        let guess = left + above - corner
        let (toLeft, toAbove, toCorner) = (abs(guess - left), abs(guess - above), abs(guess - corner))
        if toLeft <= toAbove && toLeft <= toCorner { return left }
        return toAbove <= toCorner ? above : corner
    }

    /// Red first, and the alpha divided out.
    private func write(_ row: [UInt8], to pixels: inout [UInt8], at start: Int) {
        for column in 0..<picture.width {
            let (from, to) = (column * picture.channels, start + column * 4)
            let alpha = picture.channels == 4 ? row[from + 3] : 255
            pixels[to] = Self.divide(row[from + 2], by: alpha)
            pixels[to + 1] = Self.divide(row[from + 1], by: alpha)
            pixels[to + 2] = Self.divide(row[from], by: alpha)
            pixels[to + 3] = alpha
        }
    }

    private static func divide(_ value: UInt8, by alpha: UInt8) -> UInt8 {
        if alpha == 0 || alpha == 255 { return value }
        return UInt8(min(255, (Int(value) * 255 + Int(alpha) / 2) / Int(alpha)))
    }
}
