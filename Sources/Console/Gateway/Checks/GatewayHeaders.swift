import HTTPTypes

/// What a call says of itself, each as the contract names it.
struct GatewayHeaders: Sendable, Equatable {
    let appKey: String
    let workspace: String
    let operation: String
    private let time: String?
    private let sign: String?
    private let signType: String?
    /// Empty when unknown.
    let device: String
    /// Empty when unknown.
    let version: String
    let session: String?

    /// - Throws: a refusal with 7001 when it does not say which app, workspace and operation.
    init(_ fields: HTTPFields) throws {
        appKey = try Self.needed(fields[.appID], "AppId", .signatureIncomplete)
        workspace = try Self.needed(fields[.workspaceID], "WorkspaceId", .signatureIncomplete)
        operation = try Self.needed(fields[.operationType], "Operation-Type", .signatureIncomplete)
        time = fields[.callTime]
        sign = fields[.sign]
        signType = fields[.signType]
        device = fields[.deviceID].flatMap { Self.known($0, Self.isDevice) } ?? ""
        version = fields[.appVersion].flatMap { Self.known($0) { (0x21...0x7E).contains($0) } } ?? ""
        session = fields[.sessionID]
    }

    private static func needed(_ value: String?, _ name: String, _ status: GatewayStatus) throws -> String {
        guard let value, !value.isEmpty else { throw GatewayRefusal(status, "no header \(name)") }
        return value
    }

    /// What shows that the app's device made the call; only operations that need a signature ask for it.
    /// - Throws: a refusal with the code of the first header that is missing or cannot be right.
    func proof() throws -> GatewayProof {
        let time = try Self.needed(time, "Ts", .timeMissing)
        let sign = try Self.needed(sign, "Sign", .signatureMissing)
        guard let form = GatewaySignature.Form(signType: signType) else {
            throw GatewayRefusal(.signatureIncomplete, "signType is neither 0 nor hmac-sha256")
        }
        return GatewayProof(time: time, signature: GatewaySignature(form: form, hex: sign))
    }

    /// A short text of certain bytes; nil for anything else, and for `-`, which stands for nothing.
    private static func known(_ text: String, _ isAllowed: (UInt8) -> Bool) -> String? {
        (1...64).contains(text.utf8.count) && text != "-" && text.utf8.allSatisfy(isAllowed) ? text : nil
    }

    /// Contract, section 1: `[A-Za-z0-9_+/=.:-]`.
    private static func isDevice(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "_+/=.:-".utf8.contains(byte)
        }
    }
}

extension HTTPField.Name {
    static let appID = known("AppId")
    static let workspaceID = known("WorkspaceId")
    static let operationType = known("Operation-Type")
    static let callTime = known("Ts")
    static let sign = known("Sign")
    static let signType = known("signType")
    static let appVersion = known("Version")
    static let sessionID = known("sessionId")
    static let resultStatus = known("Result-Status")
    static let memo = known("Memo")
    static let tips = known("Tips")
    static let deviceID = known("Did")

    /// Only for names written here, which are tokens.
    private static func known(_ name: String) -> HTTPField.Name {
        HTTPField.Name(name) ?? .contentType
    }
}
