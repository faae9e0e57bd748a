extension CrashPLCrash {
    /// The number and whether it crashed may come after the frames.
    mutating func thread(_ message: ProtobufMessage) throws(FormatError) {
        guard builder.wants(isCrashed: try isCrashed(message)) else { return }
        var message = message
        builder.add(CrashReport.Thread(number: 0))
        let place = builder.report.threads.count - 1
        var registers: [CrashReport.Register] = []
        while let field = try message.next() {
            switch field.number {
            case 1: builder.report.threads[place].number = field.value.number ?? 0
            case 2: if let message = field.value.message { builder.add(try frame(message)) }
            case 3: builder.report.threads[place].isCrashed = field.value.unsigned == 1
            case 4:
                guard let message = field.value.message, registers.count < builder.limits.registers else { break }
                registers.append(try register(message))
            default: break
            }
        }
        guard builder.report.threads[place].isCrashed, builder.report.registers.isEmpty else { return }
        builder.report.registers = registers
    }

    private func isCrashed(_ message: ProtobufMessage) throws(FormatError) -> Bool {
        guard builder.limits.stacks == .crashed else { return true }
        var message = message
        while let field = try message.next() { if field.number == 3 { return field.value.unsigned == 1 } }
        return false
    }

    private func frame(_ message: ProtobufMessage) throws(FormatError) -> CrashReport.Frame {
        var message = message
        var frame = CrashReport.Frame()
        var start: UInt64?
        while let field = try message.next() {
            if field.number == 3 { frame.address = field.value.unsigned }
            if field.number == 6, let symbol = field.value.message { (frame.symbol, start) = try self.symbol(symbol) }
        }
        if let start, let address = frame.address, address >= start { frame.symbolOffset = Int(exactly: address - start) }
        return frame
    }

    /// Without the underscore that the linker puts before every name, as its own text has it.
    private func symbol(_ message: ProtobufMessage) throws(FormatError) -> (name: String, start: UInt64?) {
        var message = message
        var (name, start): (String, UInt64?) = ("", nil)
        while let field = try message.next() {
            if field.number == 1 { name = builder.name(field) }
            if field.number == 2 { start = field.value.unsigned }
        }
        return (name.hasPrefix("_") && name.utf8.count > 1 ? String(name.dropFirst()) : name, start)
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

    func image(_ message: ProtobufMessage) throws(FormatError) -> CrashReport.Image {
        var message = message
        var image = CrashReport.Image()
        while let field = try message.next() {
            switch field.number {
            case 1: image.base = field.value.unsigned
            case 2: image.size = field.value.unsigned
            case 3: image.path = builder.name(field)
            case 4: if case .content(let bytes) = field.value { image.buildID = CrashBuildID.hex(bytes.array) }
            case 5: if let processor = field.value.message { image.architecture = try architecture(processor) }
            default: break
            }
        }
        image.name = CrashPath.lastComponent(image.path)
        return image
    }

    /// `Processor`: Mach's numbers for the kind of processor.
    func architecture(_ message: ProtobufMessage) throws(FormatError) -> String {
        var message = message
        var (encoding, type, subtype): (UInt64, UInt64, UInt64) = (0, 0, 0)
        while let field = try message.next() {
            switch field.number {
            case 1: encoding = field.value.unsigned ?? 0
            case 2: type = field.value.unsigned ?? 0
            case 3: subtype = field.value.unsigned ?? 0
            default: break
            }
        }
        return encoding == 1 ? MachO.name(Int(UInt32(truncatingIfNeeded: type)), Int(UInt32(truncatingIfNeeded: subtype))) : ""
    }

    // MARK: what happened

    mutating func exception(_ message: ProtobufMessage) throws(FormatError) {
        var message = message
        builder.add(CrashReport.Thrown(type: ""))
        guard !builder.report.thrown.isEmpty else { return }
        while let field = try message.next() {
            switch field.number {
            case 1: builder.report.thrown[0].type = builder.name(field)
            case 2: builder.report.thrown[0].message = builder.message(field)
            case 3: if let message = field.value.message { builder.add(thrownFrame: try frame(message)) }
            default: break
            }
        }
    }

    mutating func signal(_ message: ProtobufMessage) throws(FormatError) {
        var message = message
        var code = ""
        while let field = try message.next() {
            switch field.number {
            case 1: builder.report.exception.signal = builder.name(field)
            case 2: code = builder.name(field)
            case 3: builder.report.exception.address = field.value.unsigned
            case 4: if let message = field.value.message { try mach(message) }
            default: break
            }
        }
        // As its own text has it.
        builder.report.exception.subtype = code + " at 0x" + String(builder.report.exception.address ?? 0, radix: 16)
    }

    private mutating func mach(_ message: ProtobufMessage) throws(FormatError) {
        var message = message
        var codes: [UInt64] = []
        while let field = try message.next() {
            if field.number == 1 { builder.report.exception.type = Self.exceptions[field.value.number ?? 0] ?? "" }
            if field.number == 2, codes.count < 16 { codes += field.value.numbers.prefix(16) }
        }
        builder.report.exception.codes = codes.map { "0x" + String($0, radix: 16) }.joined(separator: ", ")
    }

    /// Of `mach/exception_types.h`.
    private static let exceptions = [
        1: "EXC_BAD_ACCESS", 2: "EXC_BAD_INSTRUCTION", 3: "EXC_ARITHMETIC", 4: "EXC_EMULATION", 5: "EXC_SOFTWARE", 6: "EXC_BREAKPOINT",
        7: "EXC_SYSCALL", 8: "EXC_MACH_SYSCALL", 9: "EXC_RPC_ALERT", 10: "EXC_CRASH", 11: "EXC_RESOURCE", 12: "EXC_GUARD", 13: "EXC_CORPSE_NOTIFY",
    ]
}
