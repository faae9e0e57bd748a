extension CrashSentry {
    mutating func threads() throws(JSONReader.Malformed) {
        var number = 0
        try values { (reader: inout CrashSentry) throws(JSONReader.Malformed) in
            try reader.thread(number)
            number += 1
        }
    }

    /// - Parameter place: in the list, for a thread whose id is no number.
    private mutating func thread(_ place: Int) throws(JSONReader.Malformed) {
        var thread = CrashReport.Thread(number: place)
        var (stack, isCurrent): (Int?, Bool) = (nil, false)
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            switch name {
            case "id": thread.number = Int(try scalar()) ?? place
            case "name": thread.name = try scalar()
            case "crashed": thread.isCrashed = try json.boolean() ?? false
            case "current": isCurrent = try json.boolean() ?? false
            case "stacktrace":
                stack = json.peek() == UInt8(ascii: "{") ? json.place : nil
                try json.skip()
            default: try json.skip()
            }
        }
        // An event that is no crash is about the thread that wrote it.
        if crashedThread.map({ $0 == thread.number }) ?? (isCurrent && isHandled != false) { thread.isCrashed = true }
        try add(thread, stack)
    }

    private mutating func add(_ thread: CrashReport.Thread, _ stack: Int?) throws(JSONReader.Malformed) {
        guard builder.wants(isCrashed: thread.isCrashed) else { return }
        builder.add(thread)
        // Of what the system threw the exception has the better stack: that of the context in which it happened.
        let ownStack = thread.isCrashed ? signalStack ?? stack : stack
        if thread.isCrashed { signalStack = nil }
        keepsRegisters = thread.isCrashed
        if let ownStack { try self.stack(at: ownStack) { builder, frames in builder.add(frames) } }
    }

    /// Where no thread was listed that it belongs to.
    mutating func addSignalStack() throws(JSONReader.Malformed) {
        guard let stack = signalStack else { return }
        (signalStack, keepsRegisters) = (nil, true)
        var thread = CrashReport.Thread(number: crashedThread ?? 0)
        thread.isCrashed = true
        builder.add(thread)
        try self.stack(at: stack) { builder, frames in builder.add(frames) }
    }

    /// Of an event that has no exceptions: where it was written.
    mutating func looseStack() throws(JSONReader.Malformed) {
        guard builder.report.thrown.isEmpty, builder.report.threads.isEmpty, json.peek() == UInt8(ascii: "{") else { return }
        var thread = CrashReport.Thread(number: 0)
        thread.isCrashed = true
        builder.add(thread)
        try stack(at: json.place) { builder, frames in builder.add(frames) }
    }

    // MARK: frames

    /// Adds frames the innermost call first; of more than are kept it is the innermost that stay.
    mutating func stack(at place: Int, _ add: (inout CrashBuilder, [CrashReport.Frame]) -> Void) throws(JSONReader.Malformed) {
        let after = json.mark
        json.go(to: place)
        var frames: [CrashReport.Frame] = []
        if try json.beginObject() {
            while let name = try json.name() {
                switch name {
                case "frames": frames = try self.frames()
                case "registers": try registers()
                default: try json.skip()
                }
            }
        }
        json.go(to: after)
        add(&builder, frames)
    }

    private mutating func frames() throws(JSONReader.Malformed) -> [CrashReport.Frame] {
        guard try json.beginArray() else { return [] }
        // Where each begins: the innermost come last, and only of those that are kept more is read.
        var places: [Int] = []
        let most = builder.limits.stacks == .innermost ? min(Self.innermost, builder.limits.frames) : builder.limits.frames
        while try json.item() {
            _ = json.peek()
            places.append(json.place)
            try json.skip()
            guard places.count >= 2 * most else { continue }
            builder.report.cut.frames += most
            places.removeFirst(most)
        }
        builder.report.cut.frames += max(0, places.count - most)
        let after = json.mark
        var frames: [CrashReport.Frame] = []
        frames.reserveCapacity(min(places.count, most))
        for place in places.suffix(most).reversed() {
            json.go(to: place)
            frames.append(try frame())
        }
        json.go(to: after)
        return frames
    }

    /// A list shows the first of the app, which is among these.
    private static let innermost = 16

    /// What of a frame is looked at together.
    private struct Parts {
        var module = ""
        var package = ""
        var path = ""
        var mode = ""
        var base: UInt64?
    }

    private static let members: [StaticString] = [
        "function", "module", "filename", "lineno", "in_app", "package", "instruction_addr", "symbol_addr", "native", "abs_path", "addr_mode",
        "image_addr",
    ]

    private mutating func frame() throws(JSONReader.Malformed) -> CrashReport.Frame {
        var (frame, parts) = (CrashReport.Frame(), Parts())
        guard try json.beginObject() else { return frame }
        while let name = try json.name(among: Self.members) {
            switch name {
            case 0: frame.symbol = try text()
            case 1: parts.module = try text()
            case 2: frame.file = try text()
            case 3: frame.line = try json.integer()
            case 4: frame.isInApp = try json.boolean()
            case 5: parts.package = try text()
            case 6: frame.address = try address()
            case 7: frame.symbolOffset = (try address()).map { Int(truncatingIfNeeded: $0) }
            case 8: frame.isNative = try json.boolean() ?? false
            case 9: parts.path = try text()
            case 10: parts.mode = try text()
            case 11: parts.base = try address()
            default: try json.skip()
            }
        }
        finish(&frame, parts)
        return frame
    }

    private mutating func finish(_ frame: inout CrashReport.Frame, _ parts: Parts) {
        if Self.nameless.contains(frame.symbol) { frame.symbol = "" }
        if frame.file.isEmpty { frame.file = parts.path }
        if let line = frame.line, line <= 0 { frame.line = nil }
        if !parts.package.isEmpty, frame.address != nil || parts.module.isEmpty {
            frame.module = CrashPath.lastComponent(parts.package)
        } else if event.platform != "javascript" && event.platform != "node" {
            frame.type = parts.module
        }
        finish(address: &frame, parts.mode)
        // Where the list of images says nothing of it, or is not read.
        if frame.offset == nil, let base = parts.base, base > 0, let address = frame.address, address >= base { frame.offset = address - base }
    }

    /// An address counts from the start of the process, or of the image that `rel:` names.
    private mutating func finish(address frame: inout CrashReport.Frame, _ mode: String) {
        guard let address = frame.address else {
            frame.symbolOffset = nil
            return
        }
        // It was read as the address where the function begins.
        frame.symbolOffset = frame.symbolOffset.flatMap { start in
            let offset = address &- UInt64(bitPattern: Int64(start))
            return start != 0 && offset < 1 << 32 ? Int(offset) : nil
        }
        guard mode.hasPrefix("rel:"), let image = Int(mode.dropFirst(4)), image >= 0 else { return }
        (frame.image, frame.offset, frame.address) = (image, address, nil)
        hasRelative = true
    }

    private static let nameless: Set<String> = ["?", "<anonymous>", "(anonymous)", "<redacted>", "<unknown>", "unknown"]

    private mutating func registers() throws(JSONReader.Malformed) {
        guard keepsRegisters, builder.report.registers.isEmpty else { return try json.skip() }
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            guard let value = try address() else { continue }
            builder.add(
                CrashReport.Register(name: String(name.unicodeScalars.filter { $0.value > 0x20 }.prefix(16).map(Character.init)), value: value)
            )
        }
    }
}
