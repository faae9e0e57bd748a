import CPNG

/// Pictures in the PNG format, read and written by libpng.
///
/// Only libpng's simplified calls are used: the others report errors by `longjmp`, which may not cross Swift's frames.
public enum PNG {
    /// The file for a picture.
    ///
    /// - Parameter fast: at a third of the time, for a file that is larger where colours run into each other (libpng's level 3 without filters).
    /// - Throws: `PNGError.size` if the picture is empty or its bytes do not match its sides; `PNGError.corrupt` never in practice.
    public static func encode(_ image: Image, fast: Bool = false) throws(PNGError) -> [UInt8] {
        guard image.isWhole else { throw .size }
        var control = control()
        control.width = UInt32(image.width)
        control.height = UInt32(image.height)
        control.format = image.format.code
        control.colormap_entries = UInt32(image.format.map.count)
        if fast { control.flags = UInt32(PNG_IMAGE_FLAG_FAST) }
        defer { png_image_free(&control) }
        return try [UInt8](unsafeUninitializedCapacity: room(for: image)) { buffer, count throws(PNGError) in
            var size = png_alloc_size_t(buffer.count)
            let written = png_image_write_to_memory(&control, buffer.baseAddress, &size, 0, image.pixels, 0, image.format.map)
            guard written != 0 else { throw .corrupt(message(control)) }
            count = Int(size)
        }
    }

    /// `PNG_IMAGE_PNG_SIZE_MAX` of png.h, a macro Swift cannot see: the most bytes zlib makes of rows with their filter bytes, and the chunks around.
    private static func room(for image: Image) -> Int {
        let rows = (image.width * image.format.channels + 1) * image.height
        let zlib = rows + (rows + 7) / 8 + (rows + 63) / 64 + 11
        return zlib + 8 + 25 + 16 + 44 + 12
    }

    /// Any PNG as 8-bit RGBA in sRGB, its alpha not multiplied in.
    ///
    /// Both limits are asked before memory for the picture is taken, which is 4 bytes a pixel; beside it libpng holds a few rows, and at most
    /// 8 MB of a packed colour profile (`PNG_USER_CHUNK_MALLOC_MAX`). Other packed chunks are not unpacked at all.
    ///
    /// - Parameters:
    ///   - maxPixels: the most width × height.
    ///   - maxSide: the most of either.
    /// - Throws: `PNGError`. Apple's `CgBI` variant is not PNG and so is `corrupt`.
    public static func decode(_ bytes: [UInt8], maxPixels: Int, maxSide: Int = Image.sideLimit) throws(PNGError) -> Image {
        var control = control()
        defer { png_image_free(&control) }
        return try bytes.withUnsafeBufferPointer { bytes throws(PNGError) in
            let begun = png_image_begin_read_from_memory(&control, bytes.baseAddress, bytes.count)
            guard begun != 0 else { throw .corrupt(message(control)) }
            return try finish(&control, maxPixels: maxPixels, maxSide: maxSide)
        }
    }

    private static func finish(_ control: inout png_image, maxPixels: Int, maxSide: Int) throws(PNGError) -> Image {
        let (width, height) = (Int(control.width), Int(control.height))
        guard max(width, height) <= maxSide, width * height <= maxPixels else { throw .tooLarge(width: width, height: height) }
        control.format = Image.Format.rgba.code
        let pixels = try [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count throws(PNGError) in
            guard png_image_finish_read(&control, nil, buffer.baseAddress, 0, nil) != 0 else { throw .corrupt(message(control)) }
            count = width * height * 4
        }
        return Image(width: width, height: height, format: .rgba, pixels: pixels)
    }

    private static func control() -> png_image {
        var control = png_image()
        control.version = UInt32(PNG_IMAGE_VERSION)
        return control
    }

    /// What libpng says went wrong, in English.
    private static func message(_ control: png_image) -> String {
        withUnsafeBytes(of: control.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// Why a picture was not read or written.
public enum PNGError: Error, Equatable, Sendable {
    /// Not a PNG, or a damaged one; with libpng's reason.
    case corrupt(String)
    /// More pixels, or a longer side, than the caller takes.
    case tooLarge(width: Int, height: Int)
    /// A picture without pixels, with sides above `PNG.Image.sideLimit`, or with the wrong number of bytes.
    case size
}
