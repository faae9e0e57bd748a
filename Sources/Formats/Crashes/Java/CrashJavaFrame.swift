/// `at java.base/java.lang.Thread.run(Thread.java:834)`: perhaps a loader and a module, the class and the method, the file and the line.
enum CrashJavaFrame {
    /// What follows `at`; nil for another line, also for prose that begins so.
    static func place(_ line: CrashText.Part, _ text: CrashText) -> CrashText.Part? {
        guard text.begins(line, "at "), let place = text.after(line, "at"), let open = text.find(UInt8(ascii: "("), in: place) else { return nil }
        return text.find(UInt8(ascii: "."), in: place.lowerBound..<open) == nil ? nil : place
    }

    /// - Parameter place: what follows `at`.
    static func read(_ place: CrashText.Part, _ text: inout CrashText) -> CrashReport.Frame? {
        guard let open = text.find(UInt8(ascii: "("), in: place) else { return nil }
        let name = withoutModule(place.lowerBound..<open, text)
        guard let point = text.findLast(UInt8(ascii: "."), in: name) else { return nil }
        var frame = CrashReport.Frame()
        frame.type = text.name(name.lowerBound..<point)
        frame.symbol = text.name((point + 1)..<name.upperBound)
        let close = text.findLast(UInt8(ascii: ")"), in: open..<place.upperBound) ?? place.upperBound
        describe((open + 1)..<close, &frame, &text)
        return frame
    }

    /// What stands before the last slash; a class that was made at run time has one in its own name (`Demo$$Lambda$14/0x0000000800c03000`).
    private static func withoutModule(_ name: CrashText.Part, _ text: CrashText) -> CrashText.Part {
        var rest = name
        while let slash = text.findLast(UInt8(ascii: "/"), in: rest) {
            if !text.begins((slash + 1)..<name.upperBound, "0x") { return (slash + 1)..<name.upperBound }
            rest = name.lowerBound..<slash
        }
        return name
    }

    private static func describe(_ location: CrashText.Part, _ frame: inout CrashReport.Frame, _ text: inout CrashText) {
        if text.equals(location, "Native Method") {
            frame.isNative = true
            return
        }
        var file = location
        if let colon = text.findLast(UInt8(ascii: ":"), in: location), let line = text.number((colon + 1)..<location.upperBound) {
            frame.line = line
            file = location.lowerBound..<colon
        }
        if !text.equals(file, "Unknown Source") { frame.file = text.name(file) }
    }
}
