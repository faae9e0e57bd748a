extension CrashIPS {
    mutating func threads() throws(JSONReader.Malformed) {
        guard try json.beginArray() else { return }
        var number = 0
        while try json.item() {
            try thread(number)
            number += 1
        }
    }

    /// The members come in any order, so that the frames and the registers are read when it is known whether they are wanted.
    private mutating func thread(_ number: Int) throws(JSONReader.Malformed) {
        var thread = CrashReport.Thread(number: number)
        guard try json.beginObject() else { return builder.add(thread) }
        var (frames, state): (Int?, Int?)
        while let name = try json.name() {
            switch name {
            case "triggered": thread.isCrashed = try json.boolean() ?? false
            case "name": thread.name = try text()
            case "queue": thread.queue = try text()
            case "frames":
                frames = json.place
                try json.skip()
            case "threadState":
                state = json.place
                try json.skip()
            default: try json.skip()
            }
        }
        let isCrashed = thread.isCrashed || number == faultingThread
        guard builder.wants(isCrashed: isCrashed) else { return }
        builder.add(thread)
        if let frames { try self.frames(at: frames) { builder, frame in builder.add(frame) } }
        if let state, isCrashed { try registers(at: state) }
    }

    mutating func lastException() throws(JSONReader.Malformed) {
        if builder.report.thrown.isEmpty { builder.add(CrashReport.Thrown(type: "")) }
        let place = json.place
        try json.skip()
        try frames(at: place) { builder, frame in builder.add(thrownFrame: frame) }
    }

    private mutating func frames(
        at place: Int,
        _ add: (inout CrashBuilder, consuming CrashReport.Frame) -> Void
    ) throws(JSONReader.Malformed) {
        let after = json
        json = JSONReader(json.bytes, from: place)
        guard try json.beginArray() else {
            json = after
            return
        }
        while try json.item() { add(&builder, try frame()) }
        json = after
    }

    private mutating func frame() throws(JSONReader.Malformed) -> CrashReport.Frame {
        var frame = CrashReport.Frame()
        guard try json.beginObject() else { return frame }
        while let name = try json.name() {
            switch name {
            case "imageIndex": frame.image = try json.integer()
            case "imageOffset": frame.offset = try json.unsigned()
            case "symbol": frame.symbol = try text()
            case "symbolLocation": frame.symbolOffset = try json.integer()
            case "sourceFile": frame.file = try text()
            case "sourceLine": frame.line = try json.integer()
            case "inline": frame.isInlined = try json.boolean() ?? false
            default: try json.skip()
            }
        }
        return frame
    }

    // MARK: registers

    /// Reads them again, now that they are wanted.
    private mutating func registers(at place: Int) throws(JSONReader.Malformed) {
        guard builder.report.registers.isEmpty else { return }
        var state = JSONReader(json.bytes, from: place)
        guard try state.beginObject() else { return }
        while let name = try state.name() {
            if name == "x" { try numbered(&state) } else if let value = try value(&state) { add(name, value) }
        }
    }

    /// ARM's `x0` and up are an array.
    private mutating func numbered(_ state: inout JSONReader) throws(JSONReader.Malformed) {
        guard try state.beginArray() else { return }
        var number = 0
        while try state.item() {
            if let value = try value(&state) { add("x\(number)", value) }
            number += 1
        }
    }

    /// `{"value": 1}`, perhaps with the symbol that lies there.
    private func value(_ state: inout JSONReader) throws(JSONReader.Malformed) -> UInt64? {
        guard try state.beginObject() else { return nil }
        var value: UInt64?
        while let name = try state.name() {
            if name == "value" { value = try state.unsigned() } else { try state.skip() }
        }
        return value
    }

    private mutating func add(_ name: String, _ value: UInt64) {
        builder.add(CrashReport.Register(name: String(name.unicodeScalars.prefix(16)), value: value))
    }
}
