import CQREncode
import Foundation

/// A QR code (ISO/IEC 18004), laid out by libqrencode: a square of dark and light modules.
public struct QRCode: Equatable, Sendable {
    /// How much of the picture may be lost or dirty and still be read: 7, 15, 25 or 30 percent.
    public enum Correction: Sendable {
        case low
        case medium
        case quartile
        case high
    }

    /// The most UTF-8 bytes of text; denser codes are hard to scan from a screen.
    public static let textLimit = 1200
    /// Light modules around the code: readers need them to find it.
    public static let quietZone = 4

    /// Modules on a side, without the quiet zone: 21 to 177.
    public let size: Int
    private let modules: [Bool]

    /// - Throws: `QRCodeError` for empty or too long text.
    public init(_ text: String, correction: Correction = .medium) throws(QRCodeError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.textLimit else { throw .tooLong(limit: Self.textLimit) }
        // Version 0: the smallest that fits.
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, correction.level) else { throw .engine(errno) }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        // The lowest bit of a byte is the module's colour (qrencode.h).
        modules = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
    }

    /// Whether the module in column `x` from the left and row `y` from the top is dark. Outside the code everything is light.
    public subscript(x: Int, y: Int) -> Bool {
        guard (0..<size).contains(x), (0..<size).contains(y) else { return false }
        return modules[y * size + x]
    }
}

extension QRCode.Correction {
    fileprivate var level: QRecLevel {
        switch self {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        case .quartile: QR_ECLEVEL_Q
        case .high: QR_ECLEVEL_H
        }
    }
}

/// Why a QR code was not made.
public enum QRCodeError: Error, Equatable, Sendable {
    case empty
    /// More UTF-8 bytes than `limit`.
    case tooLong(limit: Int)
    /// libqrencode refused; the number is its `errno`.
    case engine(Int32)
}
