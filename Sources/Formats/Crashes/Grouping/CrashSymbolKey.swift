/// Frames as they are compared: without addresses, lines, and what compilers number anew in every build.
enum CrashSymbolKey {
    /// nil for a frame that says nothing.
    /// - Parameter isInApp: an unnamed frame of the app is told by its place in the library, which symbols will name; one of the system, which lies
    ///   elsewhere in every build of it, only by its library.
    static func of(_ frame: CrashReport.Frame, isInApp: Bool) -> String? {
        if !frame.type.isEmpty { return "\(CrashJavaKey.type(frame.type)).\(CrashJavaKey.method(frame.symbol))" }
        if !frame.symbol.isEmpty, !nameless.contains(frame.symbol) { return CrashNativeKey.of(frame.symbol) }
        guard !frame.module.isEmpty else { return frame.file.isEmpty ? nil : file(frame.file) }
        guard isInApp else { return frame.module }
        return frame.offset.map { "\(frame.module) + 0x\(String($0, radix: 16))" }
    }

    /// A script's, without the digest of its content that many have in their names: `main.9f86d081.js`.
    private static func file(_ path: String) -> String {
        let name = Array(CrashPath.lastComponent(path).utf8.prefix(200))
        let parts = name.split { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        let kept = parts.filter { part in
            part.count < 6 || !part.contains(where: CrashText.isDigit) || !part.allSatisfy { CrashText.hexDigit($0) != nil }
        }
        return kept.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
    }

    /// An exception's type.
    static func type(_ type: String) -> String {
        CrashJavaKey.type(type)
    }

    private static let nameless: Set<String> = ["<redacted>", "<unknown>", "<deduplicated_symbol>", "<compiler-generated>", "???", "unknown"]
}
