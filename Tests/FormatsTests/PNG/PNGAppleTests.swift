import Gzip
import Testing

@testable import Formats

struct PNGAppleTests {
    /// A picture in Apple's form, of rows after their filter bytes: blue, green, red and alpha.
    static func file(_ width: UInt32, _ height: UInt32, color: UInt8 = 6, rows: [UInt8]) throws -> [UInt8] {
        let header = PNGSamples.big(width) + PNGSamples.big(height) + [8, color, 0, 0, 0]
        let raw = Array(try Gzip.compress(rows).dropFirst(10).dropLast(8))
        let half = raw.count / 2
        let parts = [
            PNGSamples.chunk("CgBI", [0x50, 0, 0x20, 0x02]), PNGSamples.chunk("IHDR", header), PNGSamples.chunk("iDOT", [1, 2, 3]),
            PNGSamples.chunk("IDAT", Array(raw[..<half])), PNGSamples.chunk("IDAT", Array(raw[half...])), PNGSamples.chunk("IEND", []),
        ]
        return PNGChunks.signature + parts.flatMap { $0 }
    }

    @Test func coloursAndAlphaAreMadeOrdinary() throws {
        let bytes = try Self.file(2, 1, rows: [0, 10, 20, 30, 255, 64, 0, 128, 128])
        let image = try PNG.decodeAny(bytes, maxPixels: 100)
        #expect(image == PNG.Image(width: 2, height: 1, format: .rgba, pixels: [30, 20, 10, 255, 255, 0, 128, 128]))
        #expect(try PNG.decode(PNG.encode(image), maxPixels: 100) == image)
        #expect(throws: PNGError.self) { try PNG.decode(bytes, maxPixels: 100) }
        #expect(try PNG.decodeAny(PNG.encode(image), maxPixels: 100) == image)
    }

    @Test func allFiltersAreUndone() throws {
        // Each row is the same pixels, 1 2 3 255 and 4 6 8 255, by another filter.
        let rows: [UInt8] = [
            0, 1, 2, 3, 255, 4, 6, 8, 255,
            1, 1, 2, 3, 255, 3, 4, 5, 0,
            2, 0, 0, 0, 0, 0, 0, 0, 0,
            3, 1, 1, 2, 128, 2, 2, 3, 0,
            4, 0, 0, 0, 0, 0, 0, 0, 0,
        ]
        let image = try PNG.decodeAny(Self.file(2, 5, rows: rows), maxPixels: 100)
        #expect(image.pixels == Array((0..<5).map { _ in [3, 2, 1, 255, 8, 6, 4, 255] as [UInt8] }.joined()))
    }

    @Test func withoutAlphaItIsOpaque() throws {
        #expect(try PNG.decodeAny(Self.file(1, 1, color: 2, rows: [0, 1, 2, 3]), maxPixels: 1).pixels == [3, 2, 1, 255])
    }

    @Test func sidesAreToldWithoutThePicture() throws {
        let apple = try Self.file(2, 3, rows: [UInt8](repeating: 0, count: 27))
        #expect(try PNG.sides(Array(apple.prefix(40))) == (2, 3))
        let huge = try PNGSamples.file(30_000, 30_000, rows: [0])
        #expect(try PNG.sides(huge) == (30_000, 30_000))
        #expect(throws: PNGError.tooLarge(width: 30_000, height: 30_000)) { try PNG.decodeAny(huge, maxPixels: 4096 * 4096, maxSide: 4096) }
        #expect(throws: PNGError.self) { try PNG.sides(Array("GIF89a".utf8)) }
    }

    @Test func damagedOnesAreRefused() throws {
        // Cut anywhere before the last checksum, which is not asked for.
        let whole = try Self.file(2, 2, rows: [UInt8](repeating: 0, count: 18))
        for count in 16..<(whole.count - 16) { #expect(throws: PNGError.self) { try PNG.decodeAny(Array(whole.prefix(count)), maxPixels: 100) } }
        let wrong: [(UInt32, UInt32, UInt8, [UInt8])] = [
            (2, 2, 6, [0]), (2, 2, 6, [UInt8](repeating: 9, count: 18)), (2, 2, 6, [UInt8](repeating: 0, count: 19)), (0, 2, 6, [0]),
            (2, 2, 3, [UInt8](repeating: 0, count: 6)), (30_000, 30_000, 6, [0]),
        ]
        for (width, height, color, rows) in wrong {
            #expect(throws: PNGError.self) { try PNG.decodeAny(Self.file(width, height, color: color, rows: rows), maxPixels: 100) }
        }
    }

    @Test func aLargePictureIsFitted() throws {
        let pixels = (0..<4).flatMap { row in (0..<8).flatMap { _ in row < 2 ? [200, 100, 0, 255] as [UInt8] : [0, 0, 0, 0] } }
        let image = PNG.Image(width: 8, height: 4, format: .rgba, pixels: pixels)
        let small = image.fitted(to: 4)
        #expect(
            small.width == 4 && small.height == 2 && Array(small.pixels.prefix(4)) == [200, 100, 0, 255]
                && Array(small.pixels.suffix(4)) == [0, 0, 0, 0]
        )
        #expect(image.fitted(to: 8) == image)
        #expect(PNG.Image(width: 600, height: 1, format: .rgba, pixels: [UInt8](repeating: 9, count: 2400)).fitted(to: 512).height == 1)
    }
}
