/// What a signed call carries beside its body.
public struct GatewaySignature: Sendable, Hashable {
    /// Header `Ts`.
    public let timestamp: String
    /// Header `Sign`: lower-case hexadecimal digits.
    public let sign: String
    /// Header `signType`.
    public let form: GatewaySigner.Form
}
