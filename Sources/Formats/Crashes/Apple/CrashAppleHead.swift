/// The lines `Key: value` of Apple's text; of a key that stands twice the first counts, and only known ones are kept.
struct CrashAppleHead {
    private var values: [String: CrashText.Part] = [:]

    private static let keys: Set<String> = [
        "Incident Identifier", "Hardware Model", "Process", "Path", "Identifier", "Version", "Code Type", "Role", "Parent Process", "Date/Time",
        "Launch Time", "OS Version", "Exception Type", "Exception Subtype", "Exception Codes", "Exception Message", "Termination Signal",
        "Termination Reason", "Termination Description", "Terminating Process", "Crashed Thread", "Triggered by Thread", "Model",
    ]
    private static let longest = 23

    mutating func read(_ line: CrashText.Part, _ text: inout CrashText) {
        guard let colon = text.find(UInt8(ascii: ":"), in: line.lowerBound..<min(line.upperBound, line.lowerBound + Self.longest + 1)) else { return }
        let key = text.name(line.lowerBound..<colon)
        guard Self.keys.contains(key), values[key] == nil else { return }
        values[key] = text.trimmed((colon + 1)..<line.upperBound)
    }

    /// Writes into the report what the head says.
    func describe(_ report: inout CrashReport, _ text: CrashText) {
        let values = CrashAppleValues(values, text)
        report.incident = values.text("Incident Identifier")
        report.time = values.part("Date/Time").flatMap(text.time)
        report.launchTime = values.part("Launch Time").flatMap(text.time)
        report.isForeground = CrashApple.isForeground(role: values.text("Role"))
        report.device = device(values, text)
        report.app = app(values, report.device, text)
        report.exception = exception(values, text)
        report.termination = termination(values, text)
        markCrashed(&report, text)
        CrashApple.describeThrown(&report)
    }

    private func device(_ values: CrashAppleValues, _ text: CrashText) -> CrashReport.Device {
        var device = CrashReport.Device()
        device.model = values.first(of: "Hardware Model", "Model")
        device.system = values.text("OS Version")
        (device.systemVersion, device.systemBuild) = CrashApple.system(device.system)
        device.architecture = values.text("Code Type").replacing(" (Native)", with: "")
        return device
    }

    private func app(_ values: CrashAppleValues, _ device: CrashReport.Device, _ text: CrashText) -> CrashReport.App {
        var app = CrashReport.App()
        app.identifier = values.text("Identifier")
        app.path = values.text("Path")
        (app.process, app.processID) = CrashApple.process(values.text("Process"))
        app.parent = CrashApple.process(values.text("Parent Process")).name
        let (first, second) = CrashApple.split(values.text("Version"))
        // Before iOS 15 Apple, and nobody else, wrote the build first.
        let isReversed = !second.isEmpty && values.text("Code Type").hasSuffix("(Native)") && CrashApple.isOldPhone(device)
        (app.version, app.build) = isReversed ? (second, first) : (first, second)
        return app
    }

    private func exception(_ values: CrashAppleValues, _ text: CrashText) -> CrashReport.Exception {
        var exception = CrashReport.Exception()
        let (first, second) = CrashApple.split(values.text("Exception Type"))
        // Without Mach's word it is PLCrashReporter's signal.
        (exception.type, exception.signal) = first.hasPrefix("SIG") ? ("", first) : (first, second)
        exception.codes = values.text("Exception Codes")
        exception.subtype = values.first(of: "Exception Subtype", "Exception Message")
        exception.address = CrashApple.address(in: exception.subtype) ?? CrashApple.address(in: exception.codes)
        // PLCrashReporter, and Apple before there was a line for it, have the code's name and the address in place of the numbers.
        if exception.subtype.isEmpty, exception.address != nil { (exception.subtype, exception.codes) = (exception.codes, "") }
        return exception
    }

    private func termination(_ values: CrashAppleValues, _ text: CrashText) -> CrashReport.Termination {
        var termination = CrashReport.Termination()
        termination.reason = values.first(of: "Termination Reason", "Termination Description", "Termination Signal")
        termination.process = CrashApple.process(values.text("Terminating Process")).name
        (termination.namespace, termination.code) = CrashApple.termination(termination.reason)
        return termination
    }

    /// The number of the thread that crashed.
    func crashedThread(_ text: CrashText) -> Int? {
        guard let value = values["Crashed Thread"] ?? values["Triggered by Thread"] else { return nil }
        // Every thread's heading asks: of a line that goes on for ever no more is looked at.
        return text.word(value.prefix(Self.longest)).flatMap { text.number($0.word) }
    }

    /// By number, where no thread's heading says that it crashed.
    private func markCrashed(_ report: inout CrashReport, _ text: CrashText) {
        guard report.crashedThread == nil, let number = crashedThread(text),
            let index = report.threads.firstIndex(where: { $0.number == number })
        else { return }
        report.threads[index].isCrashed = true
    }
}

/// Values of the head; `???` is none.
private struct CrashAppleValues {
    private let values: [String: CrashText.Part]
    private let source: CrashText

    init(_ values: [String: CrashText.Part], _ source: CrashText) {
        self.values = values
        self.source = source
    }

    func part(_ key: String) -> CrashText.Part? {
        values[key].flatMap { $0.isEmpty || source.equals($0, "???") ? nil : $0 }
    }

    func text(_ key: String) -> String {
        part(key).map(source.message) ?? ""
    }

    func first(of one: String, _ other: String, _ third: String = "") -> String {
        [one, other, third].lazy.map(text).first { !$0.isEmpty } ?? ""
    }
}
