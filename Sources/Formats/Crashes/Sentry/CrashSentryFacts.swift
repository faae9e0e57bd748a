// What surrounds an exception.
extension CrashSentry {
    /// A message: a text, or a template with what was put into it.
    mutating func said() throws(JSONReader.Malformed) {
        guard json.peek() == UInt8(ascii: "{") else {
            let text = try message()
            if event.message.isEmpty { event.message = text }
            return
        }
        var (template, formatted) = ("", "")
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            switch name {
            case "message": template = try message()
            case "formatted": formatted = try message()
            default: try json.skip()
            }
        }
        event.message = formatted.isEmpty ? template : formatted
        if !formatted.isEmpty { event.template = template }
    }

    mutating func user() throws(JSONReader.Malformed) {
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            switch name {
            case "id": event.user.id = try scalar()
            case "username", "name": event.user.name = try scalar()
            case "email": event.user.email = try text()
            case "ip_address": event.user.address = try text()
            default: try json.skip()
            }
        }
    }

    mutating func tool() throws(JSONReader.Malformed) {
        var (tool, version) = ("", "")
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            switch name {
            case "name": tool = try text()
            case "version": version = try text()
            default: try json.skip()
            }
        }
        event.tool = [tool, version].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The members of an object, or pairs in an array, as SDKs write tags.
    mutating func facts(in context: String = "") throws(JSONReader.Malformed) -> [CrashReport.Fact] {
        var facts: [CrashReport.Fact] = []
        let prefix = context.isEmpty ? "" : context + "."
        if json.peek() == UInt8(ascii: "[") {
            guard try json.beginArray() else { return facts }
            while try json.item() { if let fact = try pair(), facts.count < builder.limits.facts { facts.append(fact) } }
            return facts
        }
        guard try json.beginObject() else { return facts }
        while let name = try json.name() {
            guard facts.count < builder.limits.facts else {
                try json.skip()
                continue
            }
            facts.append(CrashReport.Fact(prefix + short(name), try scalar()))
        }
        return facts
    }

    private mutating func pair() throws(JSONReader.Malformed) -> CrashReport.Fact? {
        var texts: [String] = []
        try self.texts { if texts.count < 2 { texts.append($1) } }
        return texts.count == 2 ? CrashReport.Fact(texts[0], texts[1]) : nil
    }

    private func short(_ name: String) -> String {
        name.utf8.count <= 200 && !name.utf8.contains(0) ? name : CrashNames.make(Array(name.utf8.prefix(200))[...])
    }

    // MARK: contexts

    mutating func contexts() throws(JSONReader.Malformed) {
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            guard json.peek() == UInt8(ascii: "{") else {
                try json.skip()
                continue
            }
            try context(short(name))
        }
    }

    /// Known members go where other formats have them, too.
    private mutating func context(_ context: String) throws(JSONReader.Malformed) {
        let isWhole = builder.limits.stacks == .all
        guard isWhole || Self.known.contains(context) else { return try json.skip() }
        guard try json.beginObject() else { return }
        var system = (name: "", version: "", build: "")
        while let name = try json.name() {
            if context == "app", name == "view_names" {
                try page()
                continue
            }
            let value = try scalar()
            switch context {
            case "device": device(name, value)
            case "app": app(name, value)
            case "os": Self.system(name, value, &system)
            default: break
            }
            if isWhole, event.contexts.count < builder.limits.facts, !value.isEmpty {
                event.contexts.append(CrashReport.Fact("\(context).\(short(name))", value))
            }
        }
        if context == "os" { finish(system) }
    }

    private static let known: Set<String> = ["device", "app", "os"]

    private mutating func device(_ name: String, _ value: String) {
        switch name {
        case "model": builder.report.device.model = value
        case "arch": builder.report.device.architecture = value
        case "id": event.device = value
        default: break
        }
    }

    private mutating func app(_ name: String, _ value: String) {
        switch name {
        case "app_identifier": builder.report.app.identifier = value
        case "app_version": builder.report.app.version = value
        case "app_build": builder.report.app.build = value
        case "app_name": builder.report.app.process = value
        case "in_foreground": builder.report.isForeground = value == "true" ? true : value == "false" ? false : nil
        case "app_start_time": builder.report.launchTime = SentryTime.milliseconds(value)
        default: break
        }
    }

    /// The first is the page in front.
    private mutating func page() throws(JSONReader.Malformed) {
        var isFirst = true
        try texts { reader, name in
            if isFirst { reader.view = name }
            isFirst = false
        }
    }

    private static func system(_ name: String, _ value: String, _ system: inout (name: String, version: String, build: String)) {
        switch name {
        case "name": system.name = value
        case "version": system.version = value
        case "build": system.build = value
        default: break
        }
    }

    /// As Apple writes it: `iOS 17.5 (21F79)`.
    private mutating func finish(_ system: (name: String, version: String, build: String)) {
        let name = [system.name, system.version].filter { !$0.isEmpty }.joined(separator: " ")
        builder.report.device.system = system.build.isEmpty || name.isEmpty ? name : "\(name) (\(system.build))"
        (builder.report.device.systemVersion, builder.report.device.systemBuild) = (system.version, system.build)
    }

    // MARK: breadcrumbs

    /// Of more than are kept it is the newest that stay.
    mutating func breadcrumbs() throws(JSONReader.Malformed) {
        let most = builder.limits.facts
        try values { (reader: inout CrashSentry) throws(JSONReader.Malformed) in
            guard let crumb = try reader.breadcrumb() else { return }
            reader.event.breadcrumbs.append(crumb)
            if reader.event.breadcrumbs.count >= 2 * most { reader.event.breadcrumbs.removeFirst(most) }
        }
        event.breadcrumbs = event.breadcrumbs.suffix(most)
    }

    private mutating func breadcrumb() throws(JSONReader.Malformed) -> CrashReport.Breadcrumb? {
        var crumb = CrashReport.Breadcrumb()
        guard try json.beginObject() else { return nil }
        while let name = try json.name() {
            switch name {
            case "timestamp": crumb.time = try time()
            case "type": crumb.type = try text()
            case "category": crumb.category = try text()
            case "level": crumb.level = try text()
            case "message": crumb.message = try message()
            case "data": crumb.data = json.peek() == UInt8(ascii: "{") ? try facts() : try skipped()
            default: try json.skip()
            }
        }
        return crumb
    }

    private mutating func skipped() throws(JSONReader.Malformed) -> [CrashReport.Fact] {
        try json.skip()
        return []
    }
}
