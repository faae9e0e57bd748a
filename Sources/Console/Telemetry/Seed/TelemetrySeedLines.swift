import Foundation

/// Writes the lines of one app on one platform, in the positions of the contract, section 4.
struct TelemetrySeedLines: Sendable {
    let productId: String
    let app: TelemetrySeedTraffic.App
    let platform: TelemetrySeedTraffic.Platform
    let networks: [TelemetrySeedModels.Network]
    let crashes: [String: TelemetrySeedCrashText]
    let window: TelemetrySeedWindow
    /// Version of the patch that crashing devices run, if any.
    var hotpatch = ""

    /// What a device sends about one use of the app. Lines outside the window are not there: they have not been sent yet.
    ///
    /// - Parameter crashFactor: crashes are this many times as likely as the version's rate.
    func session(
        of device: TelemetrySeedDevice,
        at start: Date,
        crashFactor: Double = 1,
        random: inout TelemetrySeedRandom
    ) -> [TelemetrySeedLine] {
        guard let session = open(device, at: start, random: &random) else { return [] }
        var lines = [behaviour(session, "reportActive", at: start)]
        if random.chance(app.coldStartShare) { lines.append(startUp(session, random: &random)) }
        if session.userId != nil, random.chance(app.loginShare) { lines.append(behaviour(session, "login", at: start + random.between(3, 20))) }
        for _ in 0..<random.poisson(app.callsPerSession) { lines += call(session, random: &random) }
        for _ in 0..<random.poisson(app.eventsPerSession) { lines += event(session, random: &random) }
        let crashes = random.chance(session.version.crashRate * crashFactor) ? crash(session, random: &random) : []
        lines[0] = behaviour(session, "reportActive", extras: "sessions=1.1.\(crashes.isEmpty ? 0 : 1).0.0", at: start)
        lines += crashes
        return lines.filter { window.contains($0.time) }
    }

    private func open(_ device: TelemetrySeedDevice, at start: Date, random: inout TelemetrySeedRandom) -> TelemetrySeedSession? {
        guard let version = app.version(rank: device.rank, day: window.position(of: start)),
            let network = random.pick(networks, \.weight)
        else { return nil }
        return TelemetrySeedSession(
            device: device,
            version: version,
            start: start,
            length: min(random.logNormal(median: 90, spread: 0.8), 900),
            network: network,
            id: random.text(16, of: "0123456789abcdef"),
            userId: device.userId
        )
    }

    private func startUp(_ session: TelemetrySeedSession, random: inout TelemetrySeedRandom) -> TelemetrySeedLine {
        let isFirst = random.chance(0.06)
        let median = app.startUp.median * session.device.model.slowdown * (isFirst ? app.startUp.firstFactor : 1)
        let milliseconds = random.logNormal(median: median, spread: app.startUp.spread)
        return performance(session, "time_startup", milliseconds, isFirst ? "0" : "1", at: session.start + milliseconds / 1000)
    }

    private func call(_ session: TelemetrySeedSession, random: inout TelemetrySeedRandom) -> [TelemetrySeedLine] {
        guard let operation = random.pick(app.operations, \.weight) else { return [] }
        let failure = failure(of: operation, random: &random)
        let usual = random.logNormal(median: operation.median * session.network.slowdown, spread: operation.spread)
        let request = Int(operation.request * random.between(0.9, 1.2))
        let response = failure == nil ? Int(operation.response * random.between(0.6, 1.7)) : 0
        let detail = "op=\(operation.name)^req=\(request)^rsp=\(response)^code=\(failure?.code ?? 1000)"
        let time = session.start + random.between(0.5, session.length)
        return [performance(session, "rpc", failure?.milliseconds ?? usual, detail, at: time)]
    }

    private func failure(of operation: TelemetrySeedTraffic.Operation, random: inout TelemetrySeedRandom) -> TelemetrySeedTraffic.Failure? {
        var rest = random.unit()
        return operation.errors.first { failure in
            rest -= failure.rate
            return rest < 0
        }
    }

    private func event(_ session: TelemetrySeedSession, random: inout TelemetrySeedRandom) -> [TelemetrySeedLine] {
        guard let event = random.pick(app.events, \.weight) else { return [] }
        let time = session.start + random.between(1, session.length)
        return [behaviour(session, event.id, page: event.page, bizType: event.bizType, at: time)]
    }

    /// 48 fields.
    private func behaviour(
        _ session: TelemetrySeedSession,
        _ event: String,
        page: String = "",
        bizType: String = "",
        extras: String = "",
        at time: Date
    ) -> TelemetrySeedLine {
        let device = session.device
        return TelemetrySeedLine(
            time: time,
            version: session.version.name,
            count: 48,
            [
                0: "D-VM", 1: window.text(time), 2: productId, 3: session.version.name, 4: "2", 6: session.id, 7: session.userId ?? "",
                8: "event", 10: page, 15: event, 17: bizType, 22: extras, 25: device.id, 33: device.model.name, 34: device.systemVersion.name,
                35: session.network.name, 37: device.channel, 38: device.language, 45: device.model.resolution,
            ]
        )
    }

    /// 37 fields.
    private func performance(
        _ session: TelemetrySeedSession,
        _ measure: String,
        _ milliseconds: Double,
        _ detail: String,
        at time: Date
    ) -> TelemetrySeedLine {
        let device = session.device
        return TelemetrySeedLine(
            time: time,
            version: session.version.name,
            count: 37,
            [
                0: "D-MM", 1: window.text(time), 2: productId, 3: session.version.name, 6: session.id, 7: session.userId ?? "",
                11: "performance", 12: measure, 13: String(Int(milliseconds)), 14: detail, 17: device.system,
                18: device.systemVersion.name, 19: session.network.name, 20: device.model.name, 22: device.channel, 23: device.id,
                24: device.language, 32: device.model.resolution,
            ]
        )
    }

    /// 34 fields.
    private func crash(_ session: TelemetrySeedSession, random: inout TelemetrySeedRandom) -> [TelemetrySeedLine] {
        let possible = platform.crashes.filter { $0.versions?.contains(session.version.name) ?? true }
        guard let crash = random.pick(possible, \.weight), let text = crashes[crash.file] else { return [] }
        let device = session.device
        let time = session.start + random.between(2, session.length + 2)
        let report = text.filled(facts(session, at: time, random: &random))
        let line = TelemetrySeedLine(
            time: time,
            version: session.version.name,
            count: 34,
            [
                0: "e", 1: window.text(time), 2: productId, 3: session.version.name, 6: session.id, 7: session.userId ?? "",
                8: "exception", 9: crash.background == true ? "background" : "foreground", 13: "MonitorPoint_Crash", 14: report,
                15: crash.page, 16: device.channel, 23: device.model.name, 24: device.system, 25: session.network.name,
                28: device.id, 30: hotpatch, 31: platform.process, 32: crash.thread, 33: crash.runtime,
            ]
        )
        return [line]
    }

    private func facts(_ session: TelemetrySeedSession, at time: Date, random: inout TelemetrySeedRandom) -> [String: String] {
        let system = session.device.systemVersion
        let hexadecimal = "0123456789ABCDEF"
        let incident = [8, 4, 4, 4, 12].map { random.text($0, of: hexadecimal) }.joined(separator: "-")
        return [
            "process": platform.process, "identifier": platform.identifier, "version": session.version.name,
            "model": session.device.model.name, "system": system.build.map { "\(system.name) (\($0))" } ?? system.name,
            "time": window.stamp(time), "incident": incident, "reporter": session.device.id,
        ]
    }
}
