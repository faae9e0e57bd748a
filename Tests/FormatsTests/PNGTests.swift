import Formats
import Testing

struct PNGTests {
    private static func image(_ width: Int, _ height: Int, _ format: PNG.Image.Format) -> PNG.Image {
        PNG.Image(width: width, height: height, format: format, pixels: SeededGenerator.sample(width * height * format.channels))
    }

    @Test(arguments: [(1, 1), (3, 7), (200, 1), (64, 64)])
    func rgbaRoundTrip(_ width: Int, _ height: Int) throws {
        let image = Self.image(width, height, .rgba)
        #expect(try PNG.decode(PNG.encode(image), maxPixels: width * height) == image)
        #expect(try PNG.decode(PNG.encode(image, fast: true), maxPixels: width * height) == image)
    }

    @Test func grayComesBackAsRGBA() throws {
        let gray = Self.image(5, 4, .gray)
        let back = try PNG.decode(PNG.encode(gray), maxPixels: 20)
        #expect(back.format == .rgba)
        #expect(back.pixels == gray.pixels.flatMap { [$0, $0, $0, 255] })
    }

    @Test func fileStartsWithSignatureAndSize() throws {
        let file = try PNG.encode(Self.image(300, 2, .gray))
        #expect(file.prefix(8) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        #expect(file[16..<26] == [0, 0, 1, 44, 0, 0, 0, 2, 8, 0])
    }

    @Test func theLimitIsExact() throws {
        let file = try PNG.encode(Self.image(10, 10, .gray))
        #expect(try PNG.decode(file, maxPixels: 100).width == 10)
        #expect(throws: PNGError.tooLarge(width: 10, height: 10)) { try PNG.decode(file, maxPixels: 99) }
    }

    @Test(arguments: [(0, 1, 0), (1, 0, 0), (-1, -1, 1), (2, 2, 3), (2, 2, 5), (1 << 15 + 1, 1, 1 << 15 + 1)])
    func brokenPicturesAreRefused(_ width: Int, _ height: Int, _ count: Int) {
        let image = PNG.Image(width: width, height: height, format: .gray, pixels: [UInt8](repeating: 0, count: count))
        #expect(throws: PNGError.size) { try PNG.encode(image) }
    }

    @Test func truncationIsFoundAtEveryByte() throws {
        let file = try PNG.encode(Self.image(4, 4, .rgba))
        // libpng forgives a missing IEND, the last 12 bytes: all pixels are there.
        for count in 0..<file.count - 12 {
            #expect(throws: PNGError.self) { try PNG.decode(Array(file.prefix(count)), maxPixels: 16) }
        }
    }

    @Test func damageNeverCrashes() throws {
        var random = SeededGenerator(seed: 0x5eed)
        let files = try [Self.image(9, 9, .rgba), Self.image(40, 3, .gray)].map { try PNG.encode($0) }
        for turn in 0..<3000 {
            let image = try? PNG.decode(random.damage(files[turn % 2]), maxPixels: 1 << 16)
            #expect(image.map { $0.pixels.count == $0.width * $0.height * 4 } ?? true)
            let noise = try? PNG.decode(files[0].prefix(turn % 60) + random.bytes(turn % 200), maxPixels: 1 << 16)
            #expect(noise == nil || turn % 60 > 33)
        }
    }
}
