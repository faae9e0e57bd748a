/// An answer of HTTP/1.1.
struct SimulatorAnswer: Sendable, Equatable {
    var status = 0
    /// The gateway's `Result-Status`; 0 where there is none.
    var code = 0
    var body: [UInt8] = []
}
