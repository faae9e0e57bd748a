/// What the server or libpq said when something failed.
struct PostgresFailure: Error {
    /// SQLSTATE, five characters (PostgreSQL's Appendix A); empty when the connection itself failed.
    let state: String
    let message: String

    /// The connection is of no use any more.
    var isConnectionLost: Bool {
        state.isEmpty || state.hasPrefix("08") || state.hasPrefix("57P") || state == "25006" || state == "25P03"
    }

    /// The same transaction may succeed when it is run again.
    var isConflict: Bool { state == "40001" || state == "40P01" }

    func translated(readLimit: Duration) -> StorageError {
        switch state {
        case "57014": .tooSlow(readLimit)
        case "55P03": .conflict(message)
        case "53100": .full(message)
        case "53200", "53300", "53400": .unavailable(message)
        case "P0001": .constraint(message)
        case _ where isConnectionLost: .unavailable(message)
        case _ where isConflict: .conflict(message)
        case _ where state.hasPrefix("23"): .constraint(message)
        case _ where state.hasPrefix("58") || state.hasPrefix("XX"): .disk(message)
        default: .engine("\(state) \(message)")
        }
    }
}
