/// Apple's JSON (Apple, "Interpreting the JSON format of a crash report"): an object of one line that tells what kind of report it is, then the
/// report. Unknown members do not matter; the two are read alike, as some tools write only the second.
struct CrashIPS: CrashJSONTexts {
    var json: JSONReader
    var builder: CrashBuilder
    var names = CrashNames()
    /// Registers of a thread are read once it is known that it crashed; other threads have theirs, too.
    var state: Int?
    var faultingThread: Int?
    private var hasStacks = false

    private init(_ bytes: [UInt8], from place: Int, limits: CrashReadLimits) {
        json = JSONReader(bytes, from: place)
        builder = CrashBuilder(.ips, limits: limits)
    }

    /// - Parameter place: where the first object begins.
    static func read(_ bytes: [UInt8], from place: Int = 0, limits: CrashReadLimits) throws(CrashReadError) -> CrashReport {
        guard bytes.count - place <= limits.bytes else { throw .tooLarge(.ips) }
        var reader = CrashIPS(bytes, from: place, limits: limits)
        var part = "head"
        do throws(JSONReader.Malformed) {
            for _ in 0..<2 where !reader.json.isAtEnd() {
                try reader.object(&part)
                part = "body"
            }
        } catch {
            throw .malformed(.ips, part: part)
        }
        guard reader.hasStacks else { throw .noCrash(.ips) }
        return reader.finished()
    }

    private mutating func object(_ part: inout String) throws(JSONReader.Malformed) {
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            part = name
            try member(name)
        }
    }

    private mutating func member(_ name: String) throws(JSONReader.Malformed) {
        switch name {
        case "threads":
            hasStacks = true
            try threads()
        case "lastExceptionBacktrace":
            hasStacks = true
            try lastException()
        case "usedImages": try images()
        case "exception": try exception()
        case "exceptionReason": try thrown()
        case "termination": try termination()
        case "asi": try information()
        case "faultingThread": faultingThread = try json.integer()
        case "bundleInfo": try bundle()
        case "osVersion": try system()
        default: try fact(name)
        }
    }

    /// Members of one value.
    private mutating func fact(_ name: String) throws(JSONReader.Malformed) {
        switch name {
        case "incident", "incident_id": builder.report.incident = try text(or: builder.report.incident)
        case "captureTime": builder.report.time = CrashTime.read(try text(or: "")) ?? builder.report.time
        case "timestamp": if let time = CrashTime.read(try text(or: "")), builder.report.time == nil { builder.report.time = time }
        case "procLaunch": builder.report.launchTime = CrashTime.read(try text(or: ""))
        case "procRole": builder.report.isForeground = CrashApple.isForeground(role: try text(or: ""))
        case "modelCode": builder.report.device.model = try text(or: "")
        case "cpuType": builder.report.device.architecture = try text(or: "")
        case "os_version": builder.report.device.system = try text(or: "")
        case "procName", "app_name": builder.report.app.process = try text(or: builder.report.app.process)
        case "procPath": builder.report.app.path = try text(or: "")
        case "pid": builder.report.app.processID = try json.integer()
        case "parentProc": builder.report.app.parent = try text(or: "")
        case "bundleID": builder.report.app.identifier = try text(or: "")
        case "app_version": builder.report.app.version = try text(or: "")
        case "build_version": builder.report.app.build = try text(or: "")
        case "vmRegionInfo", "vmregioninfo": builder.report.memory.region = try message()
        case "vmSummary": builder.report.memory.summary = try message()
        default: try json.skip()
        }
    }

    private mutating func bundle() throws(JSONReader.Malformed) {
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            switch name {
            case "CFBundleIdentifier": builder.report.app.identifier = try text(or: builder.report.app.identifier)
            case "CFBundleShortVersionString": builder.report.app.version = try text(or: builder.report.app.version)
            case "CFBundleVersion": builder.report.app.build = try text(or: builder.report.app.build)
            default: try json.skip()
            }
        }
    }

    /// Used where the head does not say it.
    private mutating func system() throws(JSONReader.Malformed) {
        var (train, build) = ("", "")
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            switch name {
            case "train": train = try text(or: "")
            case "build": build = try text(or: "")
            default: try json.skip()
            }
        }
        if builder.report.device.system.isEmpty { builder.report.device.system = build.isEmpty ? train : "\(train) (\(build))" }
    }

    // MARK: texts

    /// What is there, or what was known before when it is another kind or empty.
    mutating func text(or other: String) throws(JSONReader.Malformed) -> String {
        let text = try text()
        return text.isEmpty ? other : text
    }

    // MARK: the end

    private mutating func finished() -> CrashReport {
        var report = builder.finish()
        markCrashed(&report)
        (report.device.systemVersion, report.device.systemBuild) = CrashApple.system(report.device.system)
        report.exception.address = CrashApple.address(in: report.exception.subtype)
        CrashApple.describeThrown(&report)
        let images = report.images
        // They come after the frames, which name them by number.
        report.updateFrames { place(&$0, images) }
        return report
    }

    /// By number, where no thread says that it was triggered.
    private func markCrashed(_ report: inout CrashReport) {
        guard report.crashedThread == nil, let index = report.threads.firstIndex(where: { $0.number == faultingThread }) else { return }
        report.threads[index].isCrashed = true
    }

    private func place(_ frame: inout CrashReport.Frame, _ images: [CrashReport.Image]) {
        guard let index = frame.image, images.indices.contains(index) else {
            frame.image = nil
            return
        }
        frame.module = images[index].name
        if let base = images[index].base, let offset = frame.offset { frame.address = base &+ offset }
    }
}
