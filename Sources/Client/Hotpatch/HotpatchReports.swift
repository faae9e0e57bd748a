extension GatewayFailure {
    /// Whether the console will never take this report. What it answers in words of its own is an answer.
    var endsReport: Bool {
        switch self {
        case .refused(let refusal): refusal.status == .badFormat || refusal.status == .accessDenied
        case .unreadable, .unwritable: true
        case .unreachable, .timedOut, .notTheGateway, .cancelled: false
        }
    }
}
