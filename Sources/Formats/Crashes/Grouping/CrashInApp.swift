/// Says of a report's frames which are the app's own; each image is asked about once.
public struct CrashInApp {
    private let report: CrashReport
    private let rules: [CrashModuleRules.Rule]
    /// How many of them, from the first on, are not the built-in ones but the app's own.
    private let ownRules: Int
    /// Of images: which rule is the first that fits.
    private var known: [Int: Int?] = [:]

    public init(_ report: CrashReport, _ rules: CrashModuleRules) {
        self.report = report
        self.rules = rules.rules
        let standard = CrashModuleRules.standard.rules
        let endsStandard = rules.rules.count >= standard.count && rules.rules.suffix(standard.count).elementsEqual(standard)
        ownRules = endsStandard ? rules.rules.count - standard.count : rules.rules.count
    }

    /// What the report itself says of a frame goes before the built-in rules, and after the app's.
    public mutating func isInApp(_ frame: CrashReport.Frame) -> Bool {
        guard let said = frame.isInApp else { return isInApp(unsaid: frame) }
        return ownRule(frame).map { rules[$0].isInApp } ?? said
    }

    private mutating func ownRule(_ frame: CrashReport.Frame) -> Int? {
        guard ownRules > 0 else { return nil }
        let type = frame.type.isEmpty ? nil : first { $0.subject == .type && $0.matches(frame.type) }
        let symbol = frame.symbol.isEmpty ? nil : first { $0.subject == .symbol && $0.matches(frame.symbol) }
        let image = frame.image.flatMap { rule(ofImage: $0) }
        return [type, symbol, image].compactMap { $0 }.filter { $0 < ownRules }.min()
    }

    private mutating func isInApp(unsaid frame: CrashReport.Frame) -> Bool {
        if !frame.type.isEmpty { return isInApp(type: frame.type) }
        // Java that was compiled while the app ran lies in no file.
        if let type = Self.javaType(frame.symbol), !isFile(frame) { return isInApp(type: type) }
        let image = frame.image.flatMap { rule(ofImage: $0) }
        let symbol = frame.symbol.isEmpty ? nil : first { $0.subject == .symbol && $0.matches(frame.symbol) }
        if let first = [image, symbol].compactMap({ $0 }).min() { return rules[first].isInApp }
        return (report.image(of: frame)?.path ?? "").isEmpty && isProgram(frame)
    }

    private func isInApp(type: String) -> Bool {
        first { $0.subject == .type && $0.matches(type) }.map { rules[$0].isInApp } ?? true
    }

    private mutating func rule(ofImage index: Int) -> Int? {
        if let rule = known[index] { return rule }
        guard report.images.indices.contains(index) else { return nil }
        let image = report.images[index]
        let rule = first { rule in
            switch rule.subject {
            case .path: !image.path.isEmpty && rule.matches(image.path)
            case .module: !image.name.isEmpty && rule.matches(image.name)
            case .type, .symbol: false
            }
        }
        known[index] = .some(rule)
        return rule
    }

    private func first(where fits: (CrashModuleRules.Rule) -> Bool) -> Int? {
        rules.firstIndex(where: fits)
    }

    private func isProgram(_ frame: CrashReport.Frame) -> Bool {
        !frame.module.isEmpty && frame.module == report.app.process
    }

    private func isFile(_ frame: CrashReport.Frame) -> Bool {
        // A script's functions have points in their names, too.
        if report.format == .sentry, frame.address == nil { return true }
        guard let path = report.image(of: frame)?.path else { return report.format != .tombstone }
        return path.hasPrefix("/") && !path.hasPrefix("/memfd:") && !path.hasPrefix("/dev/ashmem")
    }

    /// Of `com.example.Demo.run` the class; nil for a native function's name.
    private static func javaType(_ symbol: String) -> String? {
        guard let point = symbol.utf8.lastIndex(of: UInt8(ascii: ".")), point > symbol.startIndex else { return nil }
        let type = symbol[..<point]
        let isName = type.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "."), UInt8(ascii: "$"), UInt8(ascii: "_"): true
            default: byte >= 0x80
            }
        }
        return isName && type.utf8.contains(UInt8(ascii: ".")) ? String(type) : nil
    }
}
