import Foundation

/// Builds the log lines of one running app. Change `sender`, `device` or `session` when the app does: at a log-in, on another network.
///
/// A line has no line feed at its end and none inside.
public struct LogLineBuilder: Sendable {
    /// Who writes the lines.
    public var sender: LogSender
    /// What they say about the device.
    public var device: LogDevice
    /// New for every start of the app.
    public var session: String?
    /// The console's word for the installation where it is not the device id (IMSI|IMEI in the original format).
    public var clientId: String?
    /// The hotpatch in effect.
    public var hotpatch: String?

    public init(sender: LogSender, device: LogDevice, session: String? = nil, clientId: String? = nil, hotpatch: String? = nil) {
        self.sender = sender
        self.device = device
        self.session = session
        self.clientId = clientId
        self.hotpatch = hotpatch
    }

    /// The app is in use: what the statistics count as an active and divide crashes by. When to send it: ``ActiveReporter``.
    public func reportActive(at time: Date) -> String {
        event("reportActive", at: time)
    }

    /// Somebody logged in; set `sender.userId` first.
    public func login(at time: Date) -> String {
        event("login", at: time)
    }

    /// Something the app counts, in the 48 fields of `D-VM`.
    ///
    /// - Parameter ext: free pairs; a key must not contain `=`.
    public func event(
        _ id: String,
        previousPage: String? = nil,
        bizType: String? = nil,
        ext: [String: String] = [:],
        at time: Date
    ) -> String {
        typealias At = LogPosition.Behaviour
        var fields = start("D-VM", count: At.count, at: time)
        fields[At.logVersion] = "2"
        fields[At.marker] = "event"
        fields[At.previousPage] = previousPage
        fields[At.event] = id
        fields[At.bizType] = bizType
        fields[At.ext] = LogFields.pairs(ext)
        fields[At.device] = sender.deviceId
        fields[At.model] = device.model
        fields[At.systemVersion] = device.systemVersion
        fields[At.network] = device.network
        fields[At.channel] = device.channel
        fields[At.language] = device.language
        fields[At.hotpatch] = hotpatch
        fields[At.resolution] = device.resolution
        return fields.line
    }

    /// How long the app took to start.
    ///
    /// - Parameter first: whether it was the first start after installation, which the format writes as `0` (help.aliyun.com 99916).
    public func startUp(milliseconds: Int, first: Bool, at time: Date) -> String {
        performance("time_startup", milliseconds: milliseconds, detail: first ? "0" : "1", at: time)
    }

    /// One call through the gateway.
    ///
    /// - Parameters:
    ///   - requestBytes: the size of the request's body; `responseBytes` of the answer's.
    ///   - code: the gateway's `Result-Status`; 1000 is success.
    public func call(
        _ operation: String,
        milliseconds: Int,
        requestBytes: Int,
        responseBytes: Int,
        code: Int = 1000,
        at time: Date
    ) -> String {
        let detail = "op=\(LogFields.pair(operation))^req=\(requestBytes)^rsp=\(responseBytes)^code=\(code)"
        return performance("rpc", milliseconds: milliseconds, detail: detail, at: time)
    }

    /// One measurement, in the 37 fields of `D-MM`.
    private func performance(_ measure: String, milliseconds: Int, detail: String, at time: Date) -> String {
        typealias At = LogPosition.Performance
        var fields = start("D-MM", count: At.count, at: time)
        fields[At.marker] = "performance"
        fields[At.measure] = measure
        fields[At.milliseconds] = String(milliseconds)
        fields[At.detail] = detail
        fields[At.system] = device.system
        fields[At.systemVersion] = device.systemVersion
        fields[At.network] = device.network
        fields[At.model] = device.model
        fields[At.channel] = device.channel
        fields[At.device] = sender.deviceId
        fields[At.language] = device.language
        fields[At.hotpatch] = hotpatch
        fields[At.resolution] = device.resolution
        return fields.line
    }

    /// A crash, in the 34 fields of an `e` line.
    ///
    /// - Parameter time: when it happened, not when the line is written: crashes are sent at the next start.
    public func crash(_ crash: LogCrash, at time: Date) -> String {
        typealias At = LogPosition.Crash
        var fields = start("e", count: At.count, at: time)
        fields[At.marker] = "exception"
        fields[At.ground] = crash.inForeground ? "foreground" : "background"
        fields[At.point] = "MonitorPoint_Crash"
        fields[At.text] = crash.text
        fields[At.page] = crash.page
        fields[At.channel] = device.channel
        fields[At.model] = device.model
        fields[At.system] = device.system
        fields[At.network] = device.network
        fields[At.ext] = LogFields.pairs(crash.ext)
        fields[At.device] = sender.deviceId
        fields[At.hotpatch] = hotpatch
        fields[At.process] = crash.process
        fields[At.thread] = crash.thread
        fields[At.runtime] = crash.runtime.rawValue
        return fields.line
    }

    private func start(_ kind: String, count: Int, at time: Date) -> LogFields {
        var fields = LogFields(count: count)
        fields[LogPosition.kind] = kind
        fields[LogPosition.time] = LogTime.text(time, zone: sender.zone ?? .current)
        fields[LogPosition.product] = sender.productId
        fields[LogPosition.version] = sender.version
        fields[LogPosition.client] = clientId
        fields[LogPosition.session] = session
        fields[LogPosition.user] = sender.userId
        return fields
    }
}
