/// Frames as people read them.
enum CrashSymbolName {
    static func of(_ frame: CrashReport.Frame, _ format: CrashFormat) -> String {
        if format == .sentry, frame.address == nil, !frame.file.isEmpty, frame.type.isEmpty {
            return frame.symbol.isEmpty ? place(frame) : "\(frame.symbol) (\(place(frame)))"
        }
        if !frame.type.isEmpty { return "\(frame.type).\(frame.symbol)(\(place(frame)))" }
        if !frame.symbol.isEmpty { return format.hasFileOffsets && !frame.module.isEmpty ? "\(frame.symbol) (\(frame.module))" : frame.symbol }
        let module = frame.module.isEmpty ? "???" : frame.module
        guard let offset = frame.offset else { return module }
        return format.hasFileOffsets ? "\(module) + 0x\(String(offset, radix: 16))" : "\(module) + \(offset)"
    }

    /// As Java writes it.
    private static func place(_ frame: CrashReport.Frame) -> String {
        if frame.isNative { return "Native Method" }
        let file = frame.file.isEmpty ? "Unknown Source" : frame.file
        return frame.line.map { "\(file):\($0)" } ?? file
    }
}
