import Formats

/// Gives the frames of a report the names that symbols and mappings know, in place.
struct CrashNaming: Sendable {
    let lookup: SymbolLookup
    let rules: CrashModuleRules
    /// Found for reports before: those of a batch mostly need the same one.
    private var mappings: [SymbolMappingName: Retrace?] = [:]

    init(lookup: SymbolLookup, rules: CrashModuleRules) {
        (self.lookup, self.rules) = (lookup, rules)
    }

    /// Frames of one report that are looked up; a stack that recursed deeper tells nothing more.
    private static let mostFrames = 20_000

    /// Names native frames by the symbols of their images, and Java's by the mapping of the build. What is not known stays as it is.
    /// - Parameter version: of the app, by which a mapping is found that the report does not name.
    /// - Returns: what would have to be brought for frames of the app that still have no names.
    /// - Throws: what the database and the store throw.
    mutating func name(_ report: inout CrashReport, of app: String, version: String) async throws -> [SymbolWanted] {
        let native = try await nameNative(&report, of: app, version: version)
        let java = try await nameJava(&report, of: app, version: version)
        return native + java
    }

    // MARK: native code

    private func nameNative(_ report: inout CrashReport, of app: String, version: String) async throws -> [SymbolWanted] {
        let queries = queries(report)
        guard !queries.isEmpty else { return [] }
        let answer = try await lookup.resolve(queries, of: app)
        let found = Dictionary(zip(queries, answer.frames)) { first, _ in first }
        let wanted = missing(answer.missing, report, version)
        let (images, format) = (report.images, report.format)
        report.replaceFrames { frame, place in
            guard let query = Self.query(frame, place, images, format), let names = found[query], !names.isEmpty else { return nil }
            return names.map { frame.named($0) }
        }
        return wanted
    }

    /// Each place once.
    private func queries(_ report: CrashReport) -> [SymbolQuery] {
        var queries: Set<SymbolQuery> = []
        report.forEachFrame { frame, place in
            guard queries.count < Self.mostFrames, let query = Self.query(frame, place, report.images, report.format) else { return }
            queries.insert(query)
        }
        return Array(queries)
    }

    private static func query(
        _ frame: CrashReport.Frame,
        _ place: CrashFramePlace,
        _ images: [CrashReport.Image],
        _ format: CrashFormat
    ) -> SymbolQuery? {
        guard frame.type.isEmpty, !frame.isInlined, let offset = frame.offset, let index = frame.image, images.indices.contains(index),
            !images[index].buildID.isEmpty
        else { return nil }
        let at: SymbolQuery.Place = format.hasFileOffsets ? .address(offset) : .offset(offset)
        return SymbolQuery(image: images[index].buildID, architecture: images[index].architecture, place: at, isExact: place.isTopOfCrashed)
    }

    /// Of the images without symbols those that frames of the app lie in.
    private func missing(_ ids: Set<String>, _ report: CrashReport, _ version: String) -> [SymbolWanted] {
        var inApp = CrashInApp(report, rules)
        var wanted: [String: SymbolWanted] = [:]
        report.forEachFrame { frame, _ in
            guard let index = frame.image, report.images.indices.contains(index), case let image = report.images[index],
                ids.contains(image.buildID), wanted[image.buildID] == nil, inApp.isInApp(frame)
            else { return }
            wanted[image.buildID] = SymbolWanted(
                debugId: image.buildID,
                kind: report.isOfApple ? .dsym : .elf,
                name: image.name,
                architecture: image.architecture,
                version: version
            )
        }
        return wanted.values.sorted { $0.debugId < $1.debugId }
    }

    // MARK: Java and Kotlin

    private mutating func nameJava(_ report: inout CrashReport, of app: String, version: String) async throws -> [SymbolWanted] {
        let ids = report.mappingIDs
        guard report.hasJava else { return [] }
        if let retrace = try await mapping(SymbolMappingName(ids: ids, version: version), of: app) {
            report.retrace(retrace)
            return []
        }
        guard ids.isEmpty else { return ids.map { SymbolWanted(debugId: $0, kind: .mapping, version: version) } }
        return !version.isEmpty && report.looksShortened ? [.mapping(ofVersion: version)] : []
    }

    private mutating func mapping(_ name: SymbolMappingName, of app: String) async throws -> Retrace? {
        if let known = mappings[name] { return known }
        let found = try await lookup.retrace(name, of: app)
        mappings[name] = .some(found)
        return found
    }
}

/// Where in a report a frame stands.
struct CrashFramePlace {
    /// Whether its address is that of the instruction itself: everywhere else it is where a call comes back to.
    let isTopOfCrashed: Bool
}

extension CrashReport {
    fileprivate var isOfApple: Bool {
        switch format {
        case .apple, .ips, .plcrash: true
        default: images.contains { $0.buildID.utf8.count == 32 && $0.path.hasPrefix("/") && !$0.path.hasSuffix(".so") }
        }
    }

    fileprivate func forEachFrame(_ body: (Frame, CrashFramePlace) -> Void) {
        for exception in thrown { for frame in exception.frames { body(frame, CrashFramePlace(isTopOfCrashed: false)) } }
        for thread in threads {
            for (index, frame) in thread.frames.enumerated() { body(frame, CrashFramePlace(isTopOfCrashed: index == 0 && thread.isCrashed)) }
        }
    }

    /// - Parameter names: nil where a frame stays as it is.
    fileprivate mutating func replaceFrames(_ names: (Frame, CrashFramePlace) -> [Frame]?) {
        func replaced(_ frames: [Frame], isCrashed: Bool) -> [Frame] {
            frames.enumerated().flatMap { index, frame in names(frame, CrashFramePlace(isTopOfCrashed: index == 0 && isCrashed)) ?? [frame] }
        }
        for index in thrown.indices { thrown[index].frames = replaced(thrown[index].frames, isCrashed: false) }
        for index in threads.indices { threads[index].frames = replaced(threads[index].frames, isCrashed: threads[index].isCrashed) }
    }

    // MARK: Java

    fileprivate var hasJava: Bool {
        guard format != .harmony else { return false }
        return thrown.contains { $0.frames.contains { !$0.type.isEmpty } } || threads.contains { $0.frames.contains { !$0.type.isEmpty } }
    }

    /// Those it names, in its images or in place of files' names.
    fileprivate var mappingIDs: [String] {
        var ids = mappings
        for frame in thrown.flatMap(\.frames) {
            guard let id = SymbolMappingName.id(inFile: frame.file), !ids.contains(id) else { continue }
            ids.append(id)
        }
        return ids
    }

    /// R8 leaves classes of a few letters, in files of no name; whoever does not shorten names needs no mapping.
    fileprivate var looksShortened: Bool {
        thrown.contains { exception in
            exception.frames.contains { frame in
                // One to three bytes behind the last point.
                let end = frame.type.utf8.suffix(4)
                let name = end.lastIndex(of: UInt8(ascii: ".")).map { end[$0...].count - 1 } ?? end.count
                return (1...3).contains(name) && ["SourceFile", "Unknown Source", ""].contains(frame.file) && !frame.isNative
            }
        }
    }

    fileprivate mutating func retrace(_ retrace: Retrace) {
        for index in thrown.indices {
            let exception = thrown[index].type
            thrown[index].frames = Self.retraced(thrown[index].frames, retrace, thrownBy: exception)
            thrown[index].type = retrace.className(exception) ?? exception
            thrown[index].message = retrace.message(thrown[index].message)
        }
        for index in threads.indices where threads[index].frames.contains(where: { !$0.type.isEmpty }) {
            threads[index].frames = Self.retraced(threads[index].frames, retrace, thrownBy: nil)
        }
    }

    /// Of several possible calls the first one; frames that the compiler made are left out.
    private static func retraced(_ frames: [Frame], _ retrace: Retrace, thrownBy exception: String?) -> [Frame] {
        let asked = frames.map { RetraceFrame(className: $0.type, method: $0.symbol, file: $0.file.isEmpty ? nil : $0.file, line: $0.line) }
        let found = retrace.frames(asked, thrownBy: exception)
        return zip(frames, found).flatMap { frame, found -> [Frame] in
            guard found.isKnown, !frame.type.isEmpty else { return [frame] }
            return (found.alternatives.first ?? []).enumerated().map { place, call in
                frame.retraced(call, isInlined: place + 1 < (found.alternatives.first?.count ?? 0))
            }
        }
    }
}

extension CrashReport.Frame {
    fileprivate func named(_ name: SymbolicFrame) -> CrashReport.Frame {
        var frame = self
        frame.symbol = name.function
        frame.file = name.file ?? ""
        frame.line = name.line
        frame.isInlined = name.isInlined
        if name.isInlined { frame.symbolOffset = nil }
        return frame
    }

    fileprivate func retraced(_ call: RetraceFrame, isInlined: Bool) -> CrashReport.Frame {
        var frame = self
        frame.type = call.className
        frame.symbol = call.method
        frame.file = call.file ?? ""
        frame.line = call.line
        frame.isInlined = isInlined
        return frame
    }
}
