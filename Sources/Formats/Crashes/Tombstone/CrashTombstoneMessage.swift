/// Android's native crash as a protocol buffer (AOSP, `tombstone.proto`), as apps get it from `ApplicationExitInfo`.
struct CrashTombstoneMessage {
    private var builder: CrashBuilder
    private var images = CrashTombstoneImages()
    private var thread = 0
    private var uptime = 0
    /// The field of the tombstone that is being read.
    private var part = "tombstone"

    private init(limits: CrashReadLimits) {
        builder = CrashBuilder(.tombstone, limits: limits)
    }

    static func read(_ bytes: [UInt8], limits: CrashReadLimits) throws(CrashReadError) -> CrashReport {
        guard bytes.count <= limits.bytes else { throw .tooLarge(.tombstone) }
        var reader = CrashTombstoneMessage(limits: limits)
        do throws(FormatError) {
            try reader.read(ProtobufMessage(ByteView(bytes)))
        } catch {
            throw .malformed(.tombstone, part: reader.part)
        }
        guard !reader.builder.report.threads.isEmpty || !reader.builder.report.exception.signal.isEmpty else { throw .noCrash(.tombstone) }
        return reader.finished()
    }

    private mutating func read(_ tombstone: ProtobufMessage) throws(FormatError) {
        var tombstone = tombstone
        var architecture = 0
        while let field = try tombstone.next() {
            part = Self.parts[field.number] ?? "tombstone"
            switch field.number {
            case 1: architecture = field.value.number ?? 0
            case 6: thread = field.value.number ?? 0
            case 10: if let message = field.value.message { try signal(message) }
            case 15: if let message = field.value.message { try cause(message) }
            case 16: if let message = field.value.message { try thread(entry: message) }
            case 17: if builder.limits.stacks == .all, let message = field.value.message { try mapping(message) }
            default: fact(field)
            }
        }
        // The first of them is 0, which is not written.
        builder.report.device.architecture = Self.architectures[architecture] ?? ""
    }

    private static let architectures = [0: "arm", 1: "arm64", 2: "x86", 3: "x86_64", 4: "riscv64"]
    private static let parts = [9: "command_line", 10: "signal_info", 15: "causes", 16: "threads", 17: "memory_mappings", 18: "log_buffers"]

    private mutating func fact(_ field: ProtobufMessage.Field) {
        switch field.number {
        case 2: CrashTombstoneWords.describe(&builder.report.device, fingerprint: builder.name(field))
        case 4: builder.report.time = CrashTime.read(builder.name(field))
        case 5: builder.report.app.processID = field.value.number
        case 9: if builder.report.app.process.isEmpty { CrashTombstoneWords.describe(&builder.report.app, process: builder.name(field)) }
        case 14: builder.report.abortMessage = builder.message(field)
        case 20: uptime = field.value.number ?? 0
        default: break
        }
    }

    private mutating func signal(_ message: ProtobufMessage) throws(FormatError) {
        var message = message
        var (hasAddress, address): (Bool, UInt64) = (false, 0)
        while let field = try message.next() {
            switch field.number {
            case 2: builder.report.exception.signal = builder.name(field)
            case 4: builder.report.exception.codes = builder.name(field)
            case 8: hasAddress = field.value.unsigned == 1
            case 9: address = field.value.unsigned ?? 0
            default: break
            }
        }
        builder.report.exception.address = hasAddress ? address : nil
    }

    private mutating func cause(_ message: ProtobufMessage) throws(FormatError) {
        var message = message
        while let field = try message.next() { if field.number == 1 { builder.add(information: builder.message(field)) } }
    }

    // MARK: threads

    /// An entry of a map: the key, which the thread has, too, and the thread.
    private mutating func thread(entry: ProtobufMessage) throws(FormatError) {
        var entry = entry
        var number = thread
        while let field = try entry.next() {
            if field.number == 1 { number = field.value.number ?? 0 }
            guard field.number == 2, let message = field.value.message else { continue }
            if builder.wants(isCrashed: number == thread) { try thread(message) }
        }
    }

    private mutating func thread(_ message: ProtobufMessage) throws(FormatError) {
        builder.add(CrashReport.Thread(number: 0))
        let place = builder.report.threads.count - 1
        var registers: [CrashReport.Register] = []
        var message = message
        while let field = try message.next() {
            switch field.number {
            case 1: builder.report.threads[place].number = field.value.number ?? 0
            case 2: builder.report.threads[place].name = builder.name(field)
            case 3:
                guard let message = field.value.message, registers.count < builder.limits.registers else { break }
                registers.append(try register(message))
            case 4: if let message = field.value.message { builder.add(try frame(message)) }
            default: break
            }
        }
        guard builder.report.threads[place].number == thread else { return }
        builder.report.threads[place].isCrashed = true
        builder.report.registers = registers
    }

    private func register(_ message: ProtobufMessage) throws(FormatError) -> CrashReport.Register {
        var message = message
        var register = CrashReport.Register(name: "", value: 0)
        while let field = try message.next() {
            if field.number == 1 { register.name = builder.name(field) }
            if field.number == 2 { register.value = field.value.unsigned ?? 0 }
        }
        return register
    }

    private mutating func frame(_ message: ProtobufMessage) throws(FormatError) -> CrashReport.Frame {
        var message = message
        var frame = CrashReport.Frame()
        var (path, id) = ("", "")
        frame.offset = 0
        while let field = try message.next() {
            switch field.number {
            case 1: frame.offset = field.value.unsigned
            case 2: frame.address = field.value.unsigned
            case 4: frame.symbol = builder.name(field)
            case 5: frame.symbolOffset = field.value.unsigned.flatMap { Int(exactly: $0) }
            case 6: path = builder.name(field)
            case 8: id = CrashBuildID.read(Array(builder.name(field).utf8)) ?? ""
            default: break
            }
        }
        if !path.isEmpty { frame.image = images.index(of: path, buildID: id) }
        frame.module = CrashTombstoneWords.module(path)
        return frame
    }

    private mutating func mapping(_ message: ProtobufMessage) throws(FormatError) {
        var message = message
        var (begin, end, offset): (UInt64, UInt64, UInt64) = (0, 0, 0)
        var (path, id) = ("", "")
        while let field = try message.next() {
            switch field.number {
            case 1: begin = field.value.unsigned ?? 0
            case 2: end = field.value.unsigned ?? 0
            case 3: offset = field.value.unsigned ?? 0
            case 7: path = builder.name(field)
            case 8: id = CrashBuildID.read(Array(builder.name(field).utf8)) ?? ""
            default: break
            }
        }
        if begin < end { images.map(path, begin..<end, offset: offset, buildID: id) }
    }

    private mutating func finished() -> CrashReport {
        for image in images.all { builder.add(image) }
        var report = builder.finish()
        if let time = report.time, uptime > 0 { report.launchTime = time - uptime * 1000 }
        report.placeTombstone()
        return report
    }
}
