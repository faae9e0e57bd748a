/// PLCrashReporter's binary report (`PLCrashReport.proto` of microsoft/plcrashreporter): `plcrash`, a byte of version, and a protocol buffer.
struct CrashPLCrash {
    var builder: CrashBuilder
    /// The field of the report that is being read.
    private var part = "header"

    private init(limits: CrashReadLimits) {
        builder = CrashBuilder(.plcrash, limits: limits)
    }

    static let magic = Array("plcrash".utf8)
    private static let version: UInt8 = 1

    static func read(_ bytes: [UInt8], limits: CrashReadLimits) throws(CrashReadError) -> CrashReport {
        guard bytes.count <= limits.bytes else { throw .tooLarge(.plcrash) }
        guard bytes.count > magic.count, bytes[magic.count] == version else { throw .malformed(.plcrash, part: "header") }
        var reader = CrashPLCrash(limits: limits)
        do throws(FormatError) {
            try reader.read(ProtobufMessage(ByteView(bytes[(magic.count + 1)...])))
        } catch {
            throw .malformed(.plcrash, part: reader.part)
        }
        guard !reader.builder.report.threads.isEmpty || !reader.builder.report.exception.name.isEmpty else { throw .noCrash(.plcrash) }
        return reader.finished()
    }

    private mutating func read(_ report: ProtobufMessage) throws(FormatError) {
        var report = report
        part = "report"
        while let field = try report.next() {
            guard let message = field.value.message else { continue }
            part = Self.parts[field.number] ?? "report"
            switch field.number {
            case 1: try system(message)
            case 2: try application(message)
            case 3: try thread(message)
            case 4: builder.add(try image(message))
            case 5: try exception(message)
            case 6: try signal(message)
            case 7: try process(message)
            case 8: try machine(message)
            case 9: try information(message)
            default: break
            }
        }
    }

    private static let parts = [
        1: "system_info", 2: "application_info", 3: "threads", 4: "binary_images", 5: "exception", 6: "signal", 7: "process_info",
        8: "machine_info", 9: "report_info", 10: "custom_data",
    ]

    private mutating func finished() -> CrashReport {
        var report = builder.finish()
        var images = CrashImages(report.images)
        images.place(&report)
        if report.device.architecture.isEmpty { report.device.architecture = report.images.first?.architecture ?? "" }
        return report
    }

    // MARK: what it ran on

    private mutating func system(_ message: ProtobufMessage) throws(FormatError) {
        var message = message
        var (name, version, build) = ("", "", "")
        while let field = try message.next() {
            switch field.number {
            case 1: name = Self.systems[field.value.number ?? 3] ?? ""
            case 2: version = builder.name(field)
            case 3: builder.report.device.architecture = Self.architectures[field.value.number ?? 6] ?? ""
            case 4: builder.report.time = seconds(field)
            case 5: build = builder.name(field)
            default: break
            }
        }
        let words = [name, version, build.isEmpty ? "" : "(\(build))"].filter { !$0.isEmpty }
        builder.report.device.system = words.joined(separator: " ")
        (builder.report.device.systemVersion, builder.report.device.systemBuild) = (version, build)
    }

    /// As its own text has them.
    private static let systems = [0: "Mac OS X", 1: "iPhone OS", 2: "Mac OS X", 4: "Apple tvOS"]

    /// The older numbers, where there is no information on the machine.
    private static let architectures = [0: "i386", 1: "x86_64", 2: "armv6", 3: "ppc", 4: "ppc64", 5: "armv7"]

    /// 0 is none.
    private func seconds(_ field: ProtobufMessage.Field) -> Int? {
        field.value.unsigned.flatMap { 0 < $0 && $0 < 1 << 40 ? Int($0) * 1000 : nil }
    }

    private mutating func application(_ message: ProtobufMessage) throws(FormatError) {
        var message = message
        while let field = try message.next() {
            switch field.number {
            case 1: builder.report.app.identifier = builder.name(field)
            case 2: builder.report.app.build = builder.name(field)
            case 3: builder.report.app.version = builder.name(field)
            default: break
            }
        }
        // Without a version of its own for people, the build's is shown.
        guard builder.report.app.version.isEmpty else { return }
        (builder.report.app.version, builder.report.app.build) = (builder.report.app.build, "")
    }

    private mutating func process(_ message: ProtobufMessage) throws(FormatError) {
        var message = message
        while let field = try message.next() {
            switch field.number {
            case 1: builder.report.app.process = builder.name(field)
            case 2: builder.report.app.processID = field.value.number
            case 3: builder.report.app.path = builder.name(field)
            case 4: builder.report.app.parent = builder.name(field)
            case 7: builder.report.launchTime = seconds(field)
            default: break
            }
        }
    }

    private mutating func machine(_ message: ProtobufMessage) throws(FormatError) {
        var message = message
        while let field = try message.next() {
            if field.number == 1 { builder.report.device.model = builder.name(field) }
            if field.number == 2, let processor = field.value.message { builder.report.device.architecture = try architecture(processor) }
        }
    }

    private mutating func information(_ message: ProtobufMessage) throws(FormatError) {
        var message = message
        while let field = try message.next() {
            guard field.number == 2, case .content(let bytes) = field.value, bytes.count == 16 else { continue }
            builder.report.incident = CrashBuildID.uuid(bytes.array)
        }
    }
}
