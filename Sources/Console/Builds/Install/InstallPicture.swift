import Formats
import Hummingbird
import Web

/// An address as a QR code: black on white with its quiet zone, whatever colours the page around it has.
enum InstallPicture {
    /// For a page.
    static func svg(_ address: String) throws -> SafeHTML {
        SafeHTML(trusted: try QRCode(address).svg(moduleSize: 5, title: address))
    }

    static func svgFile(_ address: String) throws -> Response {
        Response(bytes: Array(try QRCode(address).svg(moduleSize: 8, title: address).utf8), type: "image/svg+xml")
    }

    static func png(_ address: String) throws -> Response {
        Response(bytes: try QRCode(address).png(), type: "image/png")
    }
}
