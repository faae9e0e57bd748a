extension CrashSentry {
    /// `debug_meta`: programs and libraries with the ids of their symbols, and mappings of names (Sentry, "Debug Meta Interface").
    mutating func images() throws(JSONReader.Malformed) {
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            guard name == "images", json.peek() == UInt8(ascii: "[") else {
                try json.skip()
                continue
            }
            guard try json.beginArray() else { continue }
            while try json.item() { try image() }
        }
    }

    private struct Ids {
        var type = ""
        var debug = ""
        var code = ""
        var uuid = ""
    }

    private mutating func image() throws(JSONReader.Malformed) {
        var (image, ids) = (CrashReport.Image(), Ids())
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            switch name {
            case "type": ids.type = try text()
            case "debug_id": ids.debug = try text()
            case "code_id": ids.code = try text()
            case "uuid": ids.uuid = try text()
            case "code_file": image.path = try text()
            case "name": if image.path.isEmpty { image.path = try text() } else { try json.skip() }
            case "image_addr": image.base = try address()
            case "image_size": image.size = try json.unsigned()
            case "arch": image.architecture = try text()
            default: try json.skip()
            }
        }
        add(image, ids)
    }

    private mutating func add(_ image: CrashReport.Image, _ ids: Ids) {
        guard ids.type != "proguard" else {
            let id = ids.uuid.isEmpty ? ids.debug : ids.uuid
            if !id.isEmpty, builder.report.mappings.count < Self.mostMappings { builder.report.mappings.append(id.lowercased()) }
            return
        }
        // Source maps have neither a place nor a file.
        guard ids.type != "sourcemap", ids.type != "jvm" else { return }
        var image = image
        image.name = CrashPath.lastComponent(image.path)
        if image.size == 0 { image.size = nil }
        image.buildID = buildID(ids)
        builder.add(image)
    }

    private static let mostMappings = 16

    /// Of a Mach-O the UUID; of an ELF the build id, of which the debug id is but a part, in another order.
    private func buildID(_ ids: Ids) -> String {
        let isELF = ids.type == "elf"
        for id in isELF ? [ids.code] : [ids.debug, ids.uuid, ids.code] {
            // A debug id may end with an age after a dash: of Mach-O files there is none.
            let bytes = Array(id.utf8.prefix(isELF ? 128 : 36))
            if let found = CrashBuildID.read(bytes) { return found }
        }
        return isELF ? CrashBuildID.read(Self.swapped(Array(ids.debug.utf8.prefix(36)))) ?? "" : ""
    }

    /// The first sixteen bytes of a build id, from the GUID that was made of them: its first three fields are little-endian.
    private static func swapped(_ guid: [UInt8]) -> [UInt8] {
        let digits = guid.filter { $0 != UInt8(ascii: "-") }
        guard digits.count == 32 else { return [] }
        let order = [3, 2, 1, 0, 5, 4, 7, 6] + Array(8..<16)
        return order.flatMap { digits[2 * $0..<2 * $0 + 2] }
    }

    /// Frames that say how far in which image.
    func placeRelative(_ report: inout CrashReport) {
        let images = report.images
        report.updateFrames { frame in
            guard let index = frame.image else { return }
            guard images.indices.contains(index) else {
                frame.image = nil
                return
            }
            if frame.module.isEmpty { frame.module = images[index].name }
            if let base = images[index].base, let offset = frame.offset { frame.address = base &+ offset }
        }
    }
}
