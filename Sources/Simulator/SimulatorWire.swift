import Foundation
import Gzip
import MainSiteClient
import NIOCore

/// Writes requests as bytes: what `MainSiteClient` would send, without the detour over `URLRequest`.
struct SimulatorWire: Sendable {
    let plan: SimulatorPlan
    let signer: GatewaySigner
    private let host: String
    private let gateway: String

    init(_ plan: SimulatorPlan, secret: String? = nil) {
        self.plan = plan
        signer = GatewaySigner(secret: secret ?? plan.secret)
        let base = plan.server.path().hasSuffix("/") ? String(plan.server.path().dropLast()) : plan.server.path()
        gateway = "\(base)/"
        host = "\(plan.host):\(plan.port)"
    }

    /// The log product id.
    var product: String { "\(plan.appKey)-\(plan.workspaceId)" }

    /// A signed call.
    /// - Parameter json: becomes `_requestBody`.
    func call(_ operation: String, _ json: [UInt8], of device: String, version: String, at time: Date, into buffer: inout ByteBuffer) {
        let body = GatewayEnvelope.body(json)
        let identity = GatewayIdentity(appKey: plan.appKey, workspaceId: plan.workspaceId, deviceId: device, version: version)
        let fields = GatewayEnvelope.fields(identity, operation, signer.sign(operation, body, at: time), session: nil)
        post("mgw.htm", fields, body, into: &buffer)
    }

    /// What a device asks, as ``HotpatchQuestion`` has it; written by hand, as an encoder takes longer than all the rest of a call.
    static func question(_ device: SimulatorDevice, current: String?) -> [UInt8] {
        var json: [UInt8] = [UInt8(ascii: "{")]
        json.reserveCapacity(224)
        add("current", current, to: &json)
        add("did", device.id, to: &json)
        add("mobileModel", device.model, to: &json)
        add("netType", device.network, to: &json)
        add("osVersion", device.systemVersion, to: &json)
        add("productVersion", device.version, to: &json)
        add("userId", device.user, to: &json)
        json[json.count - 1] = UInt8(ascii: "}")
        return json
    }

    /// - Parameter value: of the fleet's own making or a patch version, which is cleaned of what JSON would escape.
    private static func add(_ name: String, _ value: String?, to json: inout [UInt8]) {
        guard let value else { return }
        json.append(UInt8(ascii: "\""))
        json.append(contentsOf: name.utf8)
        json.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: ":"), UInt8(ascii: "\"")])
        for byte in value.utf8 where byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") { json.append(byte) }
        json.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: ",")])
    }

    static func json(_ report: HotpatchReport) -> [UInt8] {
        (try? GatewayEnvelope.json(report).get()) ?? Array("{}".utf8)
    }

    /// An upload of lines or of one crash report.
    func upload(_ path: String, _ body: [UInt8], batch: String, _ sender: LogSender, into buffer: inout ByteBuffer) throws {
        post(path, LogGateway.fields(sender, batch: batch), try Gzip.compress(body), into: &buffer)
    }

    private func post(_ path: String, _ fields: [(name: String, value: String)], _ body: [UInt8], into buffer: inout ByteBuffer) {
        buffer.writeStaticString("POST ")
        buffer.writeString(gateway)
        buffer.writeString(path)
        buffer.writeStaticString(" HTTP/1.1\r\nHost: ")
        buffer.writeString(host)
        for (name, value) in fields {
            buffer.writeStaticString("\r\n")
            buffer.writeString(name)
            buffer.writeStaticString(": ")
            buffer.writeString(value)
        }
        buffer.writeStaticString("\r\nContent-Length: ")
        buffer.writeString(String(body.count))
        buffer.writeStaticString("\r\n\r\n")
        buffer.writeBytes(body)
    }

    /// A package. Its address may name the console as phones see it; it is asked for where the fleet's console is.
    func download(_ offer: HotpatchOffer, into buffer: inout ByteBuffer) {
        let url = URL(string: offer.url, relativeTo: plan.server)?.absoluteURL
        let path = url?.path(percentEncoded: true) ?? "/"
        let query = url?.query(percentEncoded: true).map { "?\($0)" } ?? ""
        buffer.writeString("GET \(path.isEmpty ? "/" : path)\(query) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    }
}
