extension CrashIPS {
    mutating func images() throws(JSONReader.Malformed) {
        guard try json.beginArray() else { return }
        while try json.item() { builder.add(try image()) }
    }

    private mutating func image() throws(JSONReader.Malformed) -> CrashReport.Image {
        var image = CrashReport.Image()
        guard try json.beginObject() else { return image }
        while let name = try json.name() {
            switch name {
            case "name": image.name = try text()
            case "path": image.path = try text()
            case "base": image.base = try json.unsigned()
            case "size": image.size = try json.unsigned()
            case "arch": image.architecture = try text()
            case "uuid": image.buildID = try buildID()
            case "CFBundleShortVersionString": image.version = try text()
            default: try json.skip()
            }
        }
        // Of some, as of what dyld loaded last, only the path is said.
        if image.name.isEmpty { image.name = CrashPath.lastComponent(image.path) }
        return image
    }

    private mutating func buildID() throws(JSONReader.Malformed) -> String {
        guard let content = try json.string(), !content.hasEscapes else { return "" }
        return CrashBuildID.read(content.part, in: json.bytes) ?? ""
    }
}
