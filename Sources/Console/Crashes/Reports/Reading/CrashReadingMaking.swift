import Formats
import Foundation
import Storage
import Web

extension CrashReadingBody {
    init(_ id: String, _ reading: Result<CrashReading, CrashReadError>, isMasked: Bool) {
        switch reading {
        case .success(var reading):
            if isMasked { reading.report = reading.report.masked() }
            self.init(id, reading)
        case .failure(let error): self.init(id, CrashReport(format: error.format), problem: error.word)
        }
    }

    private init(_ id: String, _ reading: CrashReading) {
        let missing = reading.missing.map {
            Missing(uuid: $0.debugId, kind: $0.kind, name: $0.name, architecture: $0.architecture, version: $0.version)
        }
        self.init(id, reading.report, rules: reading.rules, missing: missing, symbols: reading.symbols, isPossible: reading.isPossible)
    }

    private init(
        _ id: String,
        _ report: CrashReport,
        problem: String? = nil,
        rules: CrashModuleRules = CrashModuleRules([]),
        missing: [Missing] = [],
        symbols: Set<String> = [],
        isPossible: Bool = true
    ) {
        var inApp = CrashInApp(report, rules)
        self.id = id
        self.problem = OrNull(problem)
        format = report.format.rawValue
        exception = Exception(report.exception)
        thrown = report.thrown.map { thrown in Thrown(thrown, thrown.frames.map { Frame($0, report, inApp: inApp.isInApp($0)) }) }
        let crashed = report.threads.firstIndex(where: \.isCrashed)
        let order = (crashed.map { [$0] } ?? []) + report.threads.indices.filter { $0 != crashed }
        threads = order.map { index in
            let thread = report.threads[index]
            return Thread(thread, thread.frames.map { Frame($0, report, inApp: inApp.isInApp($0)) })
        }
        registers = report.registers.map { Register(name: $0.name, value: Self.hex($0.value)) }
        images = report.images.map { Image($0, symbols: symbols.contains($0.buildID)) }
        app = Place(report.app)
        device = Device(model: report.device.model, system: report.device.system, architecture: report.device.architecture)
        termination = Termination(report.termination)
        abortMessage = report.abortMessage
        information = report.information
        event = OrNull(report.event.map { Event($0) })
        self.missing = missing
        symbolizer = isPossible
        cut = report.cut
    }

    fileprivate static func hex(_ number: UInt64) -> String { "0x\(String(number, radix: 16))" }
    fileprivate static func hex(_ number: UInt64?) -> OrNull<String> { OrNull(number.map { hex($0) }) }
}

extension CrashReadingBody.Exception {
    fileprivate init(_ exception: CrashReport.Exception) {
        self.init(
            type: exception.type,
            signal: exception.signal,
            codes: exception.codes,
            subtype: exception.subtype,
            address: CrashReadingBody.hex(exception.address)
        )
    }
}

extension CrashReadingBody.Thrown {
    fileprivate init(_ thrown: CrashReport.Thrown, _ frames: [CrashReadingBody.Frame]) {
        self.init(
            type: thrown.type,
            message: thrown.message,
            relation: thrown.relation,
            parent: OrNull(thrown.parent),
            frames: frames,
            commonFrames: thrown.commonFrames,
            circular: thrown.isCircular
        )
    }
}

extension CrashReadingBody.Thread {
    fileprivate init(_ thread: CrashReport.Thread, _ frames: [CrashReadingBody.Frame]) {
        self.init(number: thread.number, name: thread.name, queue: thread.queue, crashed: thread.isCrashed, frames: frames)
    }
}

extension CrashReadingBody.Frame {
    fileprivate init(_ frame: CrashReport.Frame, _ report: CrashReport, inApp: Bool) {
        self.init(
            module: frame.module,
            function: frame.type.isEmpty ? frame.symbol : "\(frame.type).\(frame.symbol)",
            file: frame.file,
            line: OrNull(frame.line),
            address: CrashReadingBody.hex(frame.address),
            offset: CrashReadingBody.hex(frame.offset),
            inApp: inApp,
            inlined: frame.isInlined
        )
    }
}

extension CrashReadingBody.Image {
    fileprivate init(_ image: CrashReport.Image, symbols: Bool) {
        self.init(
            name: image.name,
            path: image.path,
            base: CrashReadingBody.hex(image.base),
            size: CrashReadingBody.hex(image.size),
            architecture: image.architecture,
            buildId: image.buildID,
            version: image.version,
            symbols: symbols
        )
    }
}

extension CrashReadingBody.Place {
    fileprivate init(_ app: CrashReport.App) {
        self.init(identifier: app.identifier, version: app.version, build: app.build, process: app.process, parent: app.parent)
    }
}

extension CrashReadingBody.Termination {
    fileprivate init(_ termination: CrashReport.Termination) {
        self.init(
            namespace: termination.namespace,
            code: CrashReadingBody.hex(termination.code),
            reason: termination.reason,
            process: termination.process
        )
    }
}

extension CrashReadError {
    /// In the API and the catalogues.
    fileprivate var word: String {
        switch self {
        case .empty: "empty"
        case .unknown: "unknown"
        case .tooLarge: "tooLarge"
        case .malformed: "malformed"
        case .noCrash: "noCrash"
        }
    }
}

extension CrashReadingBody.Event {
    fileprivate init(_ event: CrashReport.Event) {
        self.init(
            level: event.level,
            message: event.message,
            logger: event.logger,
            environment: event.environment,
            release: event.release,
            transaction: event.transaction,
            tool: event.tool,
            tags: event.tags.map { CrashReadingBody.Fact($0) },
            contexts: event.contexts.map { CrashReadingBody.Fact($0) },
            breadcrumbs: event.breadcrumbs.map { crumb in
                CrashReadingBody.Breadcrumb(
                    time: OrNull(crumb.time.map { Date(milliseconds: $0) }),
                    type: crumb.type,
                    category: crumb.category,
                    level: crumb.level,
                    message: crumb.message,
                    data: crumb.data.map { CrashReadingBody.Fact($0) }
                )
            }
        )
    }
}

extension CrashReadingBody.Fact {
    fileprivate init(_ fact: CrashReport.Fact) {
        self.init(name: fact.name, value: fact.value)
    }
}
