import Foundation

/// Pictures in the WebP format, as Android apps mostly have their icons, read by libwebp where it is installed (`libwebp7`, which every
/// desktop and most servers have). It is looked for when it is first needed: without it nothing but such icons is missing.
public enum WebP {
    /// Whether libwebp is there.
    public static var isAvailable: Bool { WebPLibrary.shared != nil }

    public static func isWebP(_ bytes: [UInt8]) -> Bool {
        bytes.count > 12 && bytes.starts(with: "RIFF".utf8) && bytes[8..<12].elementsEqual("WEBP".utf8)
    }

    /// Width and height as the file's head says; nil for another file, and without the library.
    public static func sides(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard isWebP(bytes), let library = WebPLibrary.shared else { return nil }
        return library.sides(bytes)
    }

    /// A picture that does not move, as 8-bit RGBA, its alpha not multiplied in.
    ///
    /// - Parameters:
    ///   - maxPixels: the most width × height, asked before memory for the picture is taken.
    ///   - maxSide: the most of either.
    /// - Returns: nil for a damaged one or another file, for one that is larger, and without the library.
    public static func decode(_ bytes: [UInt8], maxPixels: Int, maxSide: Int) -> PNG.Image? {
        guard let sides = sides(bytes), max(sides.width, sides.height) <= maxSide, sides.width * sides.height <= maxPixels else { return nil }
        return WebPLibrary.shared?.decode(bytes, sides)
    }
}

/// libwebp's own calls (`webp/decode.h`), whose form has not changed since its first version with this name.
private final class WebPLibrary: Sendable {
    static let shared = WebPLibrary()

    private typealias GetInfo = @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?) -> Int32
    private typealias DecodeInto =
        @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int, Int32) -> UnsafeMutablePointer<UInt8>?

    private let getInfo: GetInfo
    private let decodeInto: DecodeInto

    /// It stays open as long as the program runs.
    private init?() {
        guard let library = dlopen("libwebp.so.7", RTLD_NOW | RTLD_LOCAL), let info = dlsym(library, "WebPGetInfo"),
            let decode = dlsym(library, "WebPDecodeRGBAInto")
        else { return nil }
        getInfo = unsafeBitCast(info, to: GetInfo.self)
        decodeInto = unsafeBitCast(decode, to: DecodeInto.self)
    }

    func sides(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        var (width, height): (Int32, Int32) = (0, 0)
        guard getInfo(bytes, bytes.count, &width, &height) != 0, width > 0, height > 0 else { return nil }
        return (Int(width), Int(height))
    }

    func decode(_ bytes: [UInt8], _ sides: (width: Int, height: Int)) -> PNG.Image? {
        let size = sides.width * sides.height * 4
        let pixels = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = decodeInto(bytes, bytes.count, buffer.baseAddress, size, Int32(sides.width * 4)) == nil ? 0 : size
        }
        return pixels.count == size ? PNG.Image(width: sides.width, height: sides.height, format: .rgba, pixels: pixels) : nil
    }
}
