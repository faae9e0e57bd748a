/// A Java or Kotlin stack trace: `pkg.Type: message`, lines `at pkg.Class.method(File.java:42)`, and the same again after `Caused by:`.
struct CrashSummaryJava {
    private struct Thrown {
        var type: String
        var message: String
        var frames: [CrashFrame] = []
    }

    private var chain: [Thrown] = []

    /// nil when there is no exception followed by a frame.
    static func read(_ lines: CrashLines) -> CrashFindings? {
        var reader = CrashSummaryJava()
        for line in lines.all { reader.read(line.trimmed) }
        guard reader.chain.contains(where: { !$0.frames.isEmpty }), let shown = reader.shown else { return nil }
        var findings = CrashFindings(format: .java)
        findings.type = shown.type
        findings.reason = shown.message
        findings.frames = shown.frames
        return findings
    }

    /// The outermost exception thrown in the app's code: wrappers of the system, as "Unable to start activity", say nothing.
    private var shown: Thrown? {
        chain.first { $0.frames.contains(where: \.isInApp) } ?? chain.first
    }

    private mutating func read(_ line: Substring.UTF8View) {
        if let place = line.after("at ") {
            addFrame(place)
        } else if !line.begins("Suppressed:"), let thrown = thrown(line.after("Caused by: ") ?? line), chain.count < 16 {
            chain.append(thrown)
        }
    }

    private mutating func addFrame(_ place: Substring.UTF8View) {
        guard !chain.isEmpty, chain[chain.count - 1].frames.count < CrashFrame.most, let (method, _) = place.cut(at: "(") else { return }
        chain[chain.count - 1].frames.append(CrashFrame(name: place.text, key: key(method), isInApp: !Self.isSystem(method)))
    }

    /// A line is an exception when what stands before the colon is a name with a point in it.
    private func thrown(_ line: Substring.UTF8View) -> Thrown? {
        let line = line.between("Exception in thread \"", "\" ").flatMap { _ in line.cut(at: "\" ")?.after } ?? line
        let (type, message) = line.cut(at: ":") ?? (line, line.suffix(0))
        guard type.contains("."), type.allSatisfy(Self.isNameByte) else { return nil }
        return Thrown(type: type.text, message: message.trimmed.text)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "$"), UInt8(ascii: "_"): true
        default: byte >= 0x80
        }
    }

    /// Numbers after a `$` are the compiler's (lambdas, anonymous classes) and change with every edit.
    private func key(_ method: Substring.UTF8View) -> String {
        guard let (name, made) = method.cut(at: "$") else { return method.text }
        return "\(name.text)$\(CrashFingerprint.withoutNumbers(made.text))"
    }

    private static func isSystem(_ method: Substring.UTF8View) -> Bool {
        system.contains { method.begins($0) }
    }

    private static let system = [
        "android.", "androidx.", "com.android.", "com.google.android.", "dalvik.", "java.", "javax.", "jdk.", "kotlin.", "kotlinx.", "libcore.",
        "sun.",
    ]
}
