/// What `Seeds/gateway.json` says of one demo app.
struct GatewaySeedPlan: Decodable {
    let app: String
    let by: DemoPerson
    /// When the upstreams were registered.
    let at: DemoMoment
    let upstreams: [GatewayUpstreamDraft]
    /// The part of the calls that come from each version.
    let versions: [String: Double]
    /// Why calls failed, by code.
    let reasons: [String: String]
    let operations: [Operation]

    struct Operation: Decodable {
        let name: String
        let callsPerHour: Double
        /// Of a usual call.
        let gatewayMicroseconds: Double
        /// Of a usual call; nil for what the console answers itself.
        let upstreamMilliseconds: Double?
        /// Of a request and of an answer.
        let bytes: [Int]
        /// The part of the calls that end in each code.
        let errors: [String: Double]
    }

    /// The code that a call ends in.
    /// - Parameter draw: from 0, less than 1.
    static func status(_ operation: Operation, _ draw: Double) -> GatewayStatus {
        var rest = draw
        for (code, share) in operation.errors.sorted(by: { $0.key < $1.key }) {
            rest -= share
            if rest < 0 { return Int(code).flatMap { GatewayStatus(rawValue: $0) } ?? .unknown }
        }
        return .ok
    }

    /// - Parameter draw: from 0, less than 1.
    func version(_ draw: Double) -> String {
        var rest = draw
        for (version, share) in versions.sorted(by: { $0.key > $1.key }) {
            rest -= share
            if rest < 0 { return version }
        }
        return ""
    }
}
