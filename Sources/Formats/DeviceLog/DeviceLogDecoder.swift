import Foundation

/// Makes UTF-8 of the lines of a log that may be in UTF-8 or in GB18030 (which GBK and GB 2312 are parts of): old libraries write what the phone's
/// language asked for.
///
/// A line that is UTF-8 is taken as it is. The first line that is not decides, unless the log has said something else than ASCII before: a log in
/// UTF-8 with a broken line is not Chinese. What fits neither becomes U+FFFD.
struct DeviceLogDecoder {
    private var kind = Kind.open
    private let converter = DeviceLogConverter()

    private enum Kind {
        case open, utf8, gb18030
    }

    mutating func decode(_ line: ArraySlice<UInt8>) -> [UInt8] {
        guard line.contains(where: { $0 >= 0x80 }) else { return Array(line) }
        if kind != .gb18030, String(validating: line, as: UTF8.self) != nil {
            kind = .utf8
            return Array(line)
        }
        if kind != .utf8, let text = converter.decode(line, strictly: kind == .open) {
            kind = .gb18030
            return text
        }
        return Array(String(decoding: line, as: UTF8.self).utf8)
    }
}

/// Owner of one of the C library's converters from GB18030, which Foundation has not on Linux.
final class DeviceLogConverter {
    private let handle: iconv_t?

    init() {
        let handle = iconv_open("UTF-8", "GB18030")
        self.handle = Int(bitPattern: handle) == -1 ? nil : handle
    }

    deinit {
        if let handle { iconv_close(handle) }
    }

    /// - Parameter isStrict: nothing comes of bytes that are not GB18030; otherwise U+FFFD stands for each of them.
    /// - Returns: nil also where the system has no such converter.
    func decode(_ bytes: ArraySlice<UInt8>, strictly isStrict: Bool) -> [UInt8]? {
        guard handle != nil else { return nil }
        var (rest, text): (ArraySlice<UInt8>, [UInt8]) = (bytes, [])
        text.reserveCapacity(bytes.count * 2)
        while true {
            let (output, taken) = convert(rest)
            text += output
            rest = rest.dropFirst(taken)
            if rest.isEmpty { return text }
            if isStrict { return nil }
            text += [0xEF, 0xBF, 0xBD]
            rest = rest.dropFirst()
        }
    }

    /// As many bytes as can be converted, and how many they were. Two bytes become three at most, four become four.
    private func convert(_ bytes: ArraySlice<UInt8>) -> (output: [UInt8], taken: Int) {
        _ = iconv(handle, nil, nil, nil, nil)
        var input = bytes.map { CChar(bitPattern: $0) }
        var left = input.count
        let output = [UInt8](unsafeUninitializedCapacity: bytes.count * 2 + 8) { buffer, count in
            count = buffer.withMemoryRebound(to: CChar.self) { buffer in
                input.withUnsafeMutableBufferPointer { input in
                    var (from, to) = (input.baseAddress, buffer.baseAddress)
                    var room = buffer.count
                    _ = iconv(handle, &from, &left, &to, &room)
                    return buffer.count - room
                }
            }
        }
        return (output, input.count - left)
    }
}
