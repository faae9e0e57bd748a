extension CrashSentry {
    /// One exception before its place in the chain is known.
    private struct Found {
        var type = ""
        var module = ""
        var message = ""
        var thread: Int?
        /// Where its stack is.
        var stack: Int?
        var mechanism = Mechanism()
    }

    /// How it came about and who saw it (Sentry, "Exception Interface").
    private struct Mechanism {
        var type = ""
        var isHandled: Bool?
        var id: Int?
        var parent: Int?
        var signal = ""
        var signalCode = ""
        var mach = ""
        var machCodes: [UInt64] = []
        var address: UInt64?

        /// Whether no language threw it.
        var isOfSystem: Bool {
            switch type {
            case "mach", "signal", "signalhandler", "minidump", "UnhandledExceptionFilter": true
            default: !mach.isEmpty && type != "nsexception" && type != "cpp_exception"
            }
        }
    }

    /// An app that does not respond, or responds late, goes on: that is no crash, whoever noticed it.
    private static let stalls: Set<String> = ["ANR", "AppExitInfo", "AppHang", "HangTracker", "anr", "apphang"]

    mutating func exceptions() throws(JSONReader.Malformed) {
        hasExceptions = true
        var found: [Found] = []
        let most = builder.limits.thrown
        try values { (reader: inout CrashSentry) throws(JSONReader.Malformed) in
            if let one = try reader.exception() { found.append(one) }
            // What nobody caught is the last: of a longer chain the oldest go.
            if found.count > most {
                found.removeFirst()
                reader.builder.report.cut.thrown += 1
            }
        }
        let stalls = found.contains { Self.stalls.contains($0.mechanism.type) }
        if stalls { isHandled = true } else if found.contains(where: { $0.mechanism.isHandled == false }) { isHandled = false }
        try add(found.reversed())
    }

    private mutating func add(_ found: [Found]) throws(JSONReader.Malformed) {
        crashedThread = found.lazy.compactMap(\.thread).first
        var indices: [Int: Int] = [:]
        for one in found {
            if one.mechanism.isOfSystem, builder.report.exception.name.isEmpty {
                describe(one)
                signalStack = one.stack
                continue
            }
            try add(one, &indices)
        }
    }

    private mutating func add(_ one: Found, _ indices: inout [Int: Int]) throws(JSONReader.Malformed) {
        let index = builder.report.thrown.count
        let isFirst = index == 0
        var thrown = CrashReport.Thrown(type: name(one), relation: isFirst ? .uncaught : .cause)
        thrown.message = one.message
        if !isFirst { thrown.parent = one.mechanism.parent.flatMap { indices[$0] } ?? index - 1 }
        if let id = one.mechanism.id { indices[id] = index }
        builder.add(thrown)
        if let stack = one.stack { try self.stack(at: stack) { builder, frames in builder.add(thrownFrames: frames) } }
    }

    /// Java's types have their package apart; others' modules tell only where a type was written.
    private func name(_ one: Found) -> String {
        one.module.isEmpty || event.platform != "java" ? one.type : "\(one.module).\(one.type)"
    }

    /// A Mach exception or a signal.
    private mutating func describe(_ one: Found) {
        let mechanism = one.mechanism
        var exception = CrashReport.Exception()
        exception.signal = mechanism.signal.isEmpty && one.type.hasPrefix("SIG") ? one.type : mechanism.signal
        exception.type = mechanism.mach.isEmpty && !one.type.hasPrefix("SIG") ? one.type : mechanism.mach
        let codes = mechanism.machCodes.map { "0x" + String($0, radix: 16) }.joined(separator: ", ")
        exception.codes = codes.isEmpty ? mechanism.signalCode : codes
        exception.subtype = one.message
        exception.address = mechanism.address
        builder.report.exception = exception
    }

    // MARK: one

    private mutating func exception() throws(JSONReader.Malformed) -> Found? {
        var found = Found()
        guard try json.beginObject() else { return nil }
        while let name = try json.name() {
            switch name {
            case "type": found.type = try text()
            case "module": found.module = try text()
            case "value": found.message = json.peek() == UInt8(ascii: "\"") ? try message() : try scalar()
            case "thread_id": found.thread = Int(try scalar())
            case "stacktrace":
                found.stack = json.peek() == UInt8(ascii: "{") ? json.place : nil
                try json.skip()
            case "mechanism": found.mechanism = try mechanism()
            default: try json.skip()
            }
        }
        return found
    }

    private mutating func mechanism() throws(JSONReader.Malformed) -> Mechanism {
        var mechanism = Mechanism()
        guard try json.beginObject() else { return mechanism }
        while let name = try json.name() {
            switch name {
            case "type": mechanism.type = try text()
            case "handled": mechanism.isHandled = try json.boolean()
            case "exception_id": mechanism.id = try json.integer()
            case "parent_id": mechanism.parent = try json.integer()
            case "meta": try meta(&mechanism)
            case "data": try data(&mechanism)
            default: try json.skip()
            }
        }
        return mechanism
    }

    private mutating func data(_ mechanism: inout Mechanism) throws(JSONReader.Malformed) {
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            if name == "relevant_address" { mechanism.address = try address() } else { try json.skip() }
        }
    }

    private mutating func meta(_ mechanism: inout Mechanism) throws(JSONReader.Malformed) {
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            switch name {
            case "signal": (mechanism.signal, mechanism.signalCode) = try signal()
            case "mach_exception": (mechanism.mach, mechanism.machCodes) = try mach()
            default: try json.skip()
            }
        }
    }

    private mutating func signal() throws(JSONReader.Malformed) -> (name: String, code: String) {
        var (found, code) = ("", "")
        guard try json.beginObject() else { return (found, code) }
        while let name = try json.name() {
            switch name {
            case "name": found = try text()
            case "code_name": code = try text()
            default: try json.skip()
            }
        }
        return (found, code)
    }

    private mutating func mach() throws(JSONReader.Malformed) -> (name: String, codes: [UInt64]) {
        var found = ""
        var (code, subcode): (UInt64?, UInt64?)
        guard try json.beginObject() else { return (found, []) }
        while let name = try json.name() {
            switch name {
            case "name": found = try text()
            case "code": code = try json.unsigned()
            case "subcode": subcode = try json.unsigned()
            default: try json.skip()
            }
        }
        return (found, [code, subcode].compactMap { $0 })
    }
}
