import Formats
import Foundation
import Testing

/// Files of other programs, and of people who mean no good: what devices send as pictures comes from both.
struct PNGForeignTests {
    private let limit = 1 << 12

    @Test func sixteenBitsBecomeEight() throws {
        let file = try PNGSamples.file(2, 1, .init(depth: 16, color: 2), rows: [0] + [255, 255, 0, 0, 255, 255] + [0, 0, 0, 0, 0, 0])
        #expect(try PNG.decode(file, maxPixels: 2).pixels == [255, 0, 255, 255, 0, 0, 0, 255])
    }

    @Test func paletteAndTransparencyBecomeColours() throws {
        let palette = PNGSamples.chunk("PLTE", [10, 20, 30, 200, 100, 50])
        let file = try PNGSamples.file(
            2,
            1,
            .init(depth: 1, color: 3),
            rows: [0, 0b0100_0000],
            chunks: [palette, PNGSamples.chunk("tRNS", [255, 7])]
        )
        #expect(try PNG.decode(file, maxPixels: 2).pixels == [10, 20, 30, 255, 200, 100, 50, 7])
    }

    /// Adam7 of 3 × 1 pixels: the first is in pass 1, the third in pass 4, the second in pass 6 (PNG specification 8.2).
    @Test func interlacedRowsComeInOrder() throws {
        let file = try PNGSamples.file(3, 1, .init(color: 0, interlaced: true), rows: [0, 11, 0, 33, 0, 22])
        #expect(try PNG.decode(file, maxPixels: 3).pixels.enumerated().filter { $0.offset % 4 == 0 }.map(\.element) == [11, 22, 33])
    }

    @Test(arguments: ["IHDR", "IDAT"])
    func aWrongChecksumIsRefused(chunk: String) throws {
        let file = try PNGSamples.file(2, 2, rows: [0, 1, 2, 0, 3, 4])
        #expect(try PNG.decode(file, maxPixels: 4).width == 2)
        #expect(throws: PNGError.self) { try PNG.decode(PNGSamples.withWrongChecksum(of: chunk, file), maxPixels: 4) }
    }

    @Test(arguments: [(4_097, 1), (1, 4_097), (65, 64), (2_147_483_647, 2_147_483_647), (1_000_000, 1_000_000)])
    func hugeSidesAreRefusedBeforeMemoryIsTaken(width: UInt32, height: UInt32) throws {
        let file = try PNGSamples.file(width, height, rows: [0, 0])
        #expect(throws: PNGError.self) { try PNG.decode(file, maxPixels: limit, maxSide: 4_096) }
    }

    @Test func aSideAtItsLimitIsTaken() throws {
        let file = try PNGSamples.file(64, 1, rows: [UInt8](repeating: 0, count: 65))
        #expect(try PNG.decode(file, maxPixels: 64, maxSide: 64).width == 64)
        #expect(throws: PNGError.tooLarge(width: 64, height: 1)) { try PNG.decode(file, maxPixels: 64, maxSide: 63) }
    }

    @Test func zeroSidesAreRefused() throws {
        for (width, height) in [(0, 1), (1, 0)] as [(UInt32, UInt32)] {
            let file = try PNGSamples.file(width, height, rows: [0])
            #expect(throws: PNGError.self) { try PNG.decode(file, maxPixels: limit) }
        }
    }

    /// 16 MB of zeros in 16 KB, behind a picture of four pixels: what is not needed for them is not unpacked.
    @Test func aBombOfPixelsIsNotUnpacked() throws {
        let file = try PNGSamples.file(2, 2, rows: [UInt8](repeating: 0, count: 16 << 20))
        #expect(try PNG.decode(file, maxPixels: 4).pixels.count == 16)
    }

    /// A comment and a colour profile that unpack to 16 MB each.
    @Test func bombsInOtherChunksAreNotUnpacked() throws {
        let packed = try PNGSamples.zlib([UInt8](repeating: 65, count: 16 << 20))
        let bombs = [
            PNGSamples.chunk("iCCP", Array("profile".utf8) + [0, 0] + packed),
            PNGSamples.chunk("zTXt", Array("Comment".utf8) + [0, 0] + packed),
            PNGSamples.chunk("iTXt", Array("Comment".utf8) + [0, 1, 0, 0, 0] + packed),
        ]
        let file = try PNGSamples.file(1, 1, rows: [0, 77], chunks: bombs)
        #expect(try PNG.decode(file, maxPixels: 1).pixels == [77, 77, 77, 255])
    }

    @Test(arguments: ["<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "GIF89a", "\u{FFFD}JFIF", "", "\u{89}PNG"])
    func otherFormatsAreRefused(text: String) {
        #expect(throws: PNGError.self) { try PNG.decode(Array(text.utf8), maxPixels: limit) }
    }

    @Test func whatFollowsThePictureIsNotWrittenAgain() throws {
        let file = try PNGSamples.file(1, 1, rows: [0, 9]) + Array("PK<script>".utf8)
        #expect(try !String(decoding: PNG.encode(PNG.decode(file, maxPixels: 1)), as: UTF8.self).contains("<script>"))
    }

    @Test func randomChangesNeverCrashAndNeverPassTheLimits() throws {
        var random = SeededGenerator(seed: 20_261_121)
        let palette = PNGSamples.chunk("PLTE", [10, 20, 30, 200, 100, 50])
        let files = [
            try PNGSamples.file(3, 3, .init(color: 0, interlaced: true), rows: [UInt8](repeating: 0, count: 20)),
            try PNGSamples.file(4, 1, .init(depth: 16, color: 6), rows: [UInt8](repeating: 3, count: 33)),
            try PNGSamples.file(8, 2, .init(depth: 1, color: 3), rows: [0, 0xaa, 0, 0x55], chunks: [palette]),
        ]
        for turn in 0..<6_000 {
            guard let image = try? PNG.decode(random.damage(files[turn % 3]), maxPixels: limit, maxSide: 1_024) else { continue }
            #expect(image.width * image.height <= limit && max(image.width, image.height) <= 1_024)
            #expect(image.pixels.count == image.width * image.height * 4)
        }
    }
}
