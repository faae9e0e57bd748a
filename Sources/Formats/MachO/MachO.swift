/// Programs as Apple's systems run them (`mach-o/loader.h`, `mach-o/fat.h`): what they run on, and where they are in a file of several.
public enum MachO {
    /// Bytes from the beginning that tell the architectures.
    public static let headBytes = 4096

    /// The architectures of a program, or of all programs of a fat file, in its order.
    /// - Parameter head: the first ``headBytes`` of it, or all there are.
    /// - Throws: `FormatError.malformed` for another file.
    public static func architectures(head: [UInt8]) throws(FormatError) -> [String] {
        let head = ByteView(head)
        switch try head.big(0, 4) {
        case 0xFEED_FACE, 0xFEED_FACF: return [name(try head.big(4, 4), try head.big(8, 4))]
        case 0xCEFA_EDFE, 0xCFFA_EDFE: return [name(try head.little(4, 4), try head.little(8, 4))]
        case 0xCAFE_BABE: return try slices(head, size: 20)
        case 0xCAFE_BABF: return try slices(head, size: 32)
        default: throw .malformed
        }
    }

    private static func slices(_ head: ByteView, size: Int) throws(FormatError) -> [String] {
        let count = try head.big(4, 4)
        // A class of Java begins alike, and where the number stands it has its version, 45 or higher.
        guard (1...most).contains(count) else { throw .malformed }
        var names: [String] = []
        for index in 0..<count {
            let name = name(try head.big(8 + index * size, 4), try head.big(12 + index * size, 4))
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// Programs of a fat file.
    static let most = 20

    static func name(_ type: Int, _ subtype: Int) -> String {
        // The highest byte of the second tells of capabilities.
        switch (type, subtype & 0xFF_FFFF) {
        case (7, _): "i386"
        case (0x100_0007, 8): "x86_64h"
        case (0x100_0007, _): "x86_64"
        case (12, 9): "armv7"
        case (12, 11): "armv7s"
        case (12, 12): "armv7k"
        case (12, 6): "armv6"
        case (12, _): "arm"
        case (0x100_000C, 2): "arm64e"
        case (0x100_000C, _): "arm64"
        case (0x200_000C, _): "arm64_32"
        default: "cpu\(type)"
        }
    }
}
