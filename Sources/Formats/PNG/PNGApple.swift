import Gzip

extension PNG {
    /// Any PNG, or one in Apple's own form, as 8-bit RGBA.
    ///
    /// That form (`CgBI`), which Xcode makes of an app's pictures, has a chunk of its own before all others, deflated data without zlib's
    /// wrapper, and pixels as blue, green, red, with the alpha multiplied in (as read in such files; Apple has not described it).
    ///
    /// - Throws: `PNGError`.
    public static func decodeAny(_ bytes: [UInt8], maxPixels: Int, maxSide: Int = Image.sideLimit) throws(PNGError) -> Image {
        guard isApple(bytes) else { return try decode(bytes, maxPixels: maxPixels, maxSide: maxSide) }
        let picture = try PNGChunks(bytes)
        guard max(picture.width, picture.height) <= maxSide, picture.width * picture.height <= maxPixels else {
            throw .tooLarge(width: picture.width, height: picture.height)
        }
        return try PNGApplePixels(picture).image()
    }

    /// Width and height as the file's head says, of both forms.
    /// - Throws: `PNGError.corrupt` for what begins like no PNG.
    public static func sides(_ bytes: [UInt8]) throws(PNGError) -> (width: Int, height: Int) {
        let head = ByteView(bytes)
        do throws(FormatError) {
            guard bytes.starts(with: PNGChunks.signature) else { throw .malformed }
            let header = isApple(bytes) ? 20 + (try head.big(8, 4)) : 8
            guard try head.part(header + 4, 4).array == Array("IHDR".utf8) else { throw .malformed }
            return (try head.big(header + 8, 4), try head.big(header + 12, 4))
        } catch {
            throw .corrupt("no header")
        }
    }

    static func isApple(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: PNGChunks.signature) && bytes.dropFirst(12).starts(with: "CgBI".utf8)
    }
}

/// What a PNG's chunks hold, as far as a picture in Apple's form needs.
struct PNGChunks {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private(set) var width = 0
    private(set) var height = 0
    /// Bytes of a pixel: of colour, perhaps with alpha.
    private(set) var channels = 0
    /// All `IDAT` together.
    private(set) var data: [UInt8] = []

    init(_ bytes: [UInt8]) throws(PNGError) {
        let file = ByteView(bytes)
        var place = Self.signature.count
        do throws(FormatError) {
            while place < bytes.count {
                let size = try file.big(place, 4)
                let name = try file.part(place + 4, 4).array
                let content = try file.part(place + 8, size)
                if name == Array("IHDR".utf8) { try readHeader(content) }
                if name == Array("IDAT".utf8) { data += content.array }
                if name == Array("IEND".utf8) { break }
                // A checksum follows; what is wrong inside shows when it is unpacked.
                place += size + 12
            }
            guard channels > 0, !data.isEmpty else { throw .malformed }
        } catch {
            throw .corrupt("damaged chunks")
        }
    }

    /// Xcode writes eight bits a channel in rows from top to bottom, in colour.
    private mutating func readHeader(_ header: ByteView) throws(FormatError) {
        width = try header.big(0, 4)
        height = try header.big(4, 4)
        let kind = (try header.big(8, 1), try header.big(9, 1), try header.big(12, 1))
        let sides = 1...PNG.Image.sideLimit
        guard kind == (8, 6, 0) || kind == (8, 2, 0), sides.contains(width), sides.contains(height) else { throw .malformed }
        channels = kind.1 == 6 ? 4 : 3
    }
}
