import Formats
import Foundation
import Testing

struct QRCodeTests {
    private static let address = "https://console.example.com/builds/42?token=abc&lang=中文"

    @Test(arguments: ["a", address, String(repeating: "x", count: QRCode.textLimit)])
    func readersReadThePicture(_ text: String) throws {
        let file = try QRCode(text).png()
        guard let reader = Self.zbarimg else { return }
        #expect(try Self.read(file, with: reader) == text)
    }

    private static let zbarimg = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
        .map { "\($0)/zbarimg" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    private static func read(_ file: [UInt8], with reader: String) throws -> String {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("qr-\(UUID().uuidString).png")
        try Data(file).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: reader)
        process.arguments = ["--quiet", "--raw", "--oneshot", "-Sdisable", "-Sqrcode.enable", "-Sbinary", url.path]
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// ISO/IEC 18004, 6.3.3: three of the four corners hold a dark 7 × 7 frame around a dark 3 × 3 square.
    @Test func findersStandInThreeCorners() throws {
        let code = try QRCode(Self.address)
        for (left, top) in [(0, 0), (code.size - 7, 0), (0, code.size - 7)] {
            for y in 0..<7 {
                for x in 0..<7 {
                    let ring = max(abs(x - 3), abs(y - 3))
                    #expect(code[left + x, top + y] == (ring != 2))
                }
            }
        }
    }

    @Test func outsideIsLight() throws {
        let code = try QRCode("a")
        #expect(code.size == 21)
        #expect(!code[-1, 0])
        #expect(!code[0, 21])
        #expect(code[0, 0])
    }

    @Test func moreCorrectionTakesMoreModules() throws {
        let sizes = try [QRCode.Correction.low, .medium, .quartile, .high].map { try QRCode(Self.address, correction: $0).size }
        #expect(sizes == sizes.sorted())
        #expect(Set(sizes).count > 1)
    }

    @Test func textIsBounded() throws {
        #expect(throws: QRCodeError.empty) { try QRCode("") }
        #expect(throws: QRCodeError.tooLong(limit: 1200)) { try QRCode(String(repeating: "é", count: 601)) }
        #expect(try QRCode(String(repeating: "é", count: 600), correction: .high).size == 173)
    }

    @Test func svgDrawsEveryModuleOnce() throws {
        let code = try QRCode(Self.address)
        let svg = code.svg(moduleSize: 5, title: "Scan")
        let side = code.size + 8
        #expect(svg.contains("viewBox=\"0 0 \(side) \(side)\" width=\"\(side * 5)\" height=\"\(side * 5)\" role=\"img\""))
        #expect(svg.contains("<rect width=\"\(side)\" height=\"\(side)\" fill=\"#fff\"/>"))
        let drawn = svg.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/).flatMap { bar -> [[Int]] in
            let (x, y, count) = (Int(bar.1) ?? 0, Int(bar.2) ?? 0, Int(bar.3) ?? 0)
            return (x..<x + count).map { [$0 - 4, y - 4] }
        }
        let dark = (0..<code.size).flatMap { y in (0..<code.size).filter { code[$0, y] }.map { [$0, y] } }
        #expect(drawn == dark)
    }

    @Test func svgObeysThePagePolicyAndEscapesItsTitle() throws {
        let svg = try QRCode("a").svg(title: "<b>\"A&B\"</b>'\u{200d}<\u{200d}")
        #expect(svg.contains("<title>&lt;b&gt;&quot;A&amp;B&quot;&lt;/b&gt;&#39;\u{200d}&lt;\u{200d}</title>"))
        #expect(!svg.contains("style"))
        #expect(svg.components(separatedBy: "<path").count == 2)
    }

    @Test func pictureHasAQuietZoneOfFourModules() throws {
        let code = try QRCode("a")
        let image = try PNG.decode(code.png(scale: 3), maxPixels: 1 << 20)
        #expect(image.width == (21 + 8) * 3)
        let red = { (x: Int, y: Int) in image.pixels[(y * image.width + x) * 4] }
        #expect(red(11, 11) == 255)
        #expect(red(12, 12) == 0)
        #expect(try PNG.decode(code.png(scale: 0), maxPixels: 1 << 20).width == 29)
    }
}
