import Foundation
import Storage

/// The door for all device calls: checks who calls, when and how often, then answers from a room of the console or from the app's own server.
struct Gateway: Sendable {
    let apps: AppIndex
    let index: GatewayIndex
    let sessions: GatewaySessions
    let replays: GatewayReplays
    let proxy: GatewayProxy
    /// Told of every call of a known app.
    let count: @Sendable (GatewayRecord) -> Void
    let clock: Clock
    /// The console's own operations by name.
    let operations: [String: GatewayOperation]
    private let limits: GatewayLimits

    /// - Parameters:
    ///   - key: of the key file.
    ///   - nodes: how many are up: rates are divided among them.
    ///   - operations: of the other rooms.
    init(
        database: Database,
        apps: AppIndex,
        index: GatewayIndex,
        key: [UInt8],
        clock: Clock,
        nodes: @escaping @Sendable () -> Int = { 1 },
        operations: [GatewayOperation],
        count: @escaping @Sendable (GatewayRecord) -> Void
    ) {
        self.apps = apps
        self.index = index
        self.clock = clock
        self.count = count
        limits = GatewayLimits(nodes: nodes)
        sessions = GatewaySessions(key: key)
        replays = GatewayReplays(database: database, clock: clock)
        proxy = GatewayProxy(clients: GatewayClients(), sessions: sessions, clock: clock)
        let all = operations + GatewayDemo(sessions: sessions).operations
        self.operations = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    }

    /// What answers an operation of an app.
    enum Target: Sendable {
        case own(GatewayOperation)
        case upstream(GatewayUpstream)
        case nothing
    }

    func target(_ operation: String, of app: String) -> Target {
        if let own = operations[operation] { return .own(own) }
        return index.entry(app).upstreams[operation].map(Target.upstream) ?? .nothing
    }

    /// Bytes that the body of a call may have, before and after gzip.
    func bodyLimit(_ operation: String) -> Int {
        operations[operation]?.bodyLimit ?? GatewayOperation.usualBodyLimit
    }

    /// Finds the app behind a call.
    /// - Throws: a refusal with 7000 for an unknown AppKey, 3000 for another workspace.
    func signer(_ headers: GatewayHeaders) throws -> AppSigner {
        guard let signer = apps.signer(appKey: headers.appKey) else { throw GatewayRefusal(.noSecret, "no app has this AppId") }
        guard signer.platform.workspaceId == headers.workspace else { throw GatewayRefusal(.noOperation, "the app has no such workspace") }
        return signer
    }

    /// Checks a call and answers it.
    /// - Throws: a refusal, or what an operation failed with.
    func answer(_ headers: GatewayHeaders, _ signer: AppSigner, _ body: [UInt8], _ ask: GatewayAsk) async throws -> GatewayAnswer {
        let now = clock.now
        let settings = index.entry(signer.app.id).settings
        let target = target(headers.operation, of: signer.app.id)
        let proof = target.needsSignature ? try headers.proof() : nil
        let secret = try proof.map { try check($0, headers.operation, signer, body, settings, ask, now) }
        try checkLimits(headers, signer, target, settings, now)
        let user = headers.session.flatMap { sessions.user($0, app: signer.app.id, at: now) }
        if target.needsLogin, user == nil { throw GatewayRefusal(.loginExpired, "nobody is logged in") }
        let request = try GatewayBody.request(in: body)
        if let proof, target.changesState { try await replays.take(proof, of: headers.appKey, at: now) }
        let call = GatewayCall(headers, signer, user: user, request: request, at: now, secret: secret ?? "")
        switch target {
        case .own(let operation): return GatewayAnswer(.bytes(try await operation.handle(call)))
        case .upstream(let upstream): return try await proxy.answer(call, upstream, ask)
        case .nothing: throw GatewayRefusal(.noOperation, "no operation \(headers.operation.prefix(120))")
        }
    }

    /// - Returns: the secret that it is signed with.
    private func check(
        _ proof: GatewayProof,
        _ operation: String,
        _ signer: AppSigner,
        _ body: [UInt8],
        _ settings: GatewaySettings,
        _ ask: GatewayAsk,
        _ now: Date
    ) throws -> String {
        if settings.hmacOnly, proof.signature.form == .md5 { throw GatewayRefusal(.signatureMismatch, "the app takes hmac-sha256 only") }
        try GatewayTime.check(proof.time, now: now)
        let text = GatewaySignature.text(operation: operation, body: body, time: proof.time)
        if proof.signature.isMade(with: signer.secret, over: text) { return signer.secret }
        guard let old = signer.oldSecret(at: now), proof.signature.isMade(with: old, over: text) else {
            throw GatewayRefusal(.signatureMismatch, "the signature is not of this secret, body and time")
        }
        ask.usedOldSecret()
        return old
    }

    private func checkLimits(_ headers: GatewayHeaders, _ signer: AppSigner, _ target: Target, _ settings: GatewaySettings, _ now: Date) throws {
        let (app, time) = (signer.app.id, now.timeIntervalSince1970)
        if !headers.device.isEmpty, !limits.take(.device(headers.device, app: app), rate: settings.deviceRate, at: time) {
            throw GatewayRefusal(.tooFast, "more than \(settings.deviceRate) calls a second from one device")
        }
        if !limits.take(.operation(headers.operation, app: app), rate: target.rate, at: time) {
            throw GatewayRefusal(.tooFast, "more than \(target.rate) calls a second of the operation")
        }
        if !limits.take(.app(app), rate: settings.appRate, at: time) {
            throw GatewayRefusal(.tooFast, "more than \(settings.appRate) calls a second to the app")
        }
    }
}

extension Gateway.Target {
    /// What nobody knows is not told to those who cannot sign.
    var needsSignature: Bool {
        if case .upstream(let upstream) = self { upstream.needsSignature } else { true }
    }

    var needsLogin: Bool {
        switch self {
        case .own(let operation): operation.needsLogin
        case .upstream(let upstream): upstream.needsLogin
        case .nothing: false
        }
    }

    var changesState: Bool {
        switch self {
        case .own(let operation): operation.changesState
        case .upstream(let upstream): upstream.changesState
        case .nothing: false
        }
    }

    var rate: Int {
        if case .upstream(let upstream) = self { upstream.rate } else { 0 }
    }

    /// For the statistics: a known name, or one for all others.
    func name(_ operation: String) -> String {
        if case .nothing = self { GatewayRecord.unknown } else { operation }
    }
}

extension GatewayCall {
    fileprivate init(_ headers: GatewayHeaders, _ signer: AppSigner, user: String?, request: [UInt8], at time: Date, secret: String) {
        self.init(
            app: signer.app,
            platform: signer.platform,
            operation: headers.operation,
            device: headers.device,
            version: headers.version,
            user: user,
            request: request,
            receivedAt: time,
            secret: secret
        )
    }
}
