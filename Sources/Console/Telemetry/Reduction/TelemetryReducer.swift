import Formats

extension TelemetryReduction {
    /// Reads an upload body of log lines.
    /// - Parameter body: decompressed; lines as the contract, section 4, says.
    /// - Throws: ``Formats/LogBatchError``; a line that cannot be read throws nothing, it is counted and quarantined.
    public init(_ body: [UInt8], of upload: TelemetryUpload) throws(LogBatchError) {
        var reducer = TelemetryReducer(upload)
        try LogLineReader(body).forEachLine { result, line in reducer.read(result, line) }
        self = reducer.finished()
    }
}

/// Counts the lines of one upload.
///
/// Values that repeat become small numbers first (``Formats/LogWords``), so that a line costs a few comparisons of integers; texts are
/// put back once per row at the end. 100 lines of 264 bytes take 16 µs from one device and 34 µs from a hundred.
struct TelemetryReducer {
    private let upload: TelemetryUpload
    private let product: [UInt8]
    private var moments: TelemetryMoments
    private var words: TelemetryWords
    private var minutes = TelemetryCells<TelemetryReduction.Minute>()
    private var devices = TelemetryDevices()
    private var startups = TelemetryCells<TelemetryReduction.Startup>()
    private var rpcs = TelemetryCells<TelemetryReduction.RemoteCall>()
    private var sessions = TelemetrySessions()
    private var earliest = Int.max
    private var latest = Int.min
    private var result = TelemetryReduction()

    init(_ upload: TelemetryUpload) {
        self.upload = upload
        product = Array(upload.productID.utf8)
        moments = TelemetryMoments(upload)
        words = TelemetryWords(upload)
    }

    mutating func read(_ reading: Result<LogLineKind, LogLineRejection>, _ line: borrowing LogLine) {
        switch reading {
        case .failure(let reason): reject(line, reason)
        case .success: if let reason = count(line) { reject(line, reason) }
        }
    }

    func finished() -> TelemetryReduction {
        var result = result
        result.times = earliest <= latest ? earliest...latest : nil
        result.minutes = minutes.values.sorted { ($0.version, $0.minute) < ($1.version, $1.minute) }
        result.devices = devices.rows(words)
        result.startups = startups.values.sorted { ($0.version, $0.quarter, $0.isFirst ? 1 : 0) < ($1.version, $1.quarter, $1.isFirst ? 1 : 0) }
        result.rpcs = rpcs.values.sorted { ($0.operation, $0.version, $0.quarter) < ($1.operation, $1.version, $1.quarter) }
        result.sessions = sessions.rows(words)
        result.sessionDevices = sessions.deviceRows(words)
        return result
    }

    private mutating func reject(_ line: borrowing LogLine, _ reason: LogLineRejection) {
        result.rejections[reason, default: 0] += 1
        guard result.quarantined.count < TelemetryReduction.mostQuarantined else { return }
        result.quarantined.append(.init(line: line.bytes(limit: TelemetryReduction.longestQuarantined), reason: reason))
    }

    /// Counts the line, or says why not, having changed nothing.
    private mutating func count(_ line: borrowing LogLine) -> LogLineRejection? {
        if let named = line.slice(.product), !line.matches(named, product) { return .otherProduct }
        guard let local = line.time else { return .badTime }
        let moment = moments.moment(local)
        if let reason = upload.rejection(at: moment.time) { return reason }
        let event = TelemetryEvent(line)
        if event == .unreadableMeasure { return .badNumber }
        add(line, event, moment)
        return nil
    }

    private mutating func add(_ line: borrowing LogLine, _ event: TelemetryEvent, _ moment: TelemetryMoment) {
        result.accepted += 1
        earliest = min(earliest, moment.time)
        latest = max(latest, moment.time)
        let version = words.versions.word(line.slice(.version), in: line)
        addMinute(version, event, moment)
        devices.add(line, event, moment, version: version, &words)
        if upload.isWatched { addSign(line, event, moment) }
        switch event {
        case .startup(let milliseconds): addStartup(line, version, milliseconds, moment)
        case .remoteCall(let milliseconds): addRemoteCall(line, version, milliseconds, moment)
        case .crash: result.crashes.append(crash(line, version, moment))
        case .active(let change), .session(let change): if let change { sessions.add(change, line, moment, upload, version: version, &words) }
        case .login, .other, .unreadableMeasure: break
        }
    }

    private mutating func addMinute(_ version: Int, _ event: TelemetryEvent, _ moment: TelemetryMoment) {
        let cell = minutes.index(moment.minute, version) { .init(version: words.versions[version], minute: moment.minute) }
        minutes.values[cell].lines += 1
        switch event {
        case .active(let change): minutes.values[cell].actives += change.map { max(1, $0.begun) } ?? 1
        case .login: minutes.values[cell].logins += 1
        case .crash: minutes.values[cell].crashes += 1
        case .startup: minutes.values[cell].launches += 1
        case .session, .remoteCall, .other, .unreadableMeasure: break
        }
    }

    private mutating func addStartup(_ line: borrowing LogLine, _ version: Int, _ milliseconds: Int, _ moment: TelemetryMoment) {
        let isFirst = line.isFirstStart ?? false
        let cell = startups.index(moment.quarter, version, isFirst ? 1 : 0) {
            .init(version: words.versions[version], quarter: moment.quarter, isFirst: isFirst)
        }
        startups.values[cell].milliseconds += milliseconds
        startups.values[cell].durations.add(milliseconds)
    }

    private mutating func addRemoteCall(_ line: borrowing LogLine, _ version: Int, _ milliseconds: Int, _ moment: TelemetryMoment) {
        let operation = words.operations.word(line.extra("op"), in: line)
        let cell = rpcs.index(moment.quarter, version, operation) {
            .init(operation: words.operations[operation], version: words.versions[version], quarter: moment.quarter)
        }
        rpcs.values[cell].calls += 1
        rpcs.values[cell].errors += isError(line) ? 1 : 0
        rpcs.values[cell].requestBytes += size(line.extra("req"), line)
        rpcs.values[cell].responseBytes += size(line.extra("rsp"), line)
        rpcs.values[cell].milliseconds += milliseconds
        rpcs.values[cell].durations.add(milliseconds)
    }

    private mutating func addSign(_ line: borrowing LogLine, _ event: TelemetryEvent, _ moment: TelemetryMoment) {
        let kind: TelemetryReduction.Sign.Kind
        switch event {
        case .active: kind = .active
        case .startup(let milliseconds): kind = .startup(milliseconds: milliseconds)
        case .remoteCall, .crash, .session, .login, .other, .unreadableMeasure: return
        }
        let device = words.devices[words.devices.word(line.slice(.device), in: line)]
        if !device.isEmpty { result.signs.append(.init(device: device, time: moment.time, kind: kind)) }
    }

    private func isError(_ line: borrowing LogLine) -> Bool {
        line.extra("code").map { !line.matches($0, "1000") } ?? false
    }

    /// At most 2^40 bytes, so that the sum of a batch cannot overflow.
    private func size(_ slice: LogSlice?, _ line: borrowing LogLine) -> Int {
        min(slice.flatMap { line.number($0) } ?? 0, 1 << 40)
    }

    private mutating func crash(_ line: borrowing LogLine, _ version: Int, _ moment: TelemetryMoment) -> TelemetryReduction.Crash {
        let report = line.decodedBytes(.crashText)
        var crash = TelemetryReduction.Crash(report, CrashSummary(report), at: moment.time)
        let device = words.devices.word(line.slice(.device), in: line)
        let user = words.users.word(line.slice(.user), in: line)
        crash.version = words.versions[version]
        crash.device = words.devices[device]
        crash.user = words.users[user]
        crash.isForeground = line.isForeground
        crash.describe(line)
        return crash
    }
}
