import NIOCore

/// How long a peer may take. A client that sends a byte a second is never idle, so idleness alone does not protect.
struct Deadlines: Sendable {
    /// From the connection's start to the end of the first request's headers; on TLS the handshake has this long, and the headers again.
    var header: TimeAmount = .seconds(15)
    /// From an answer on a kept connection to the end of the next request's headers.
    var idle: TimeAmount = .seconds(75)
    /// Grace before a body has to come, or to be taken, at `bodyRate`.
    var bodyGrace: TimeAmount = .seconds(15)
    /// Bytes a second that a body has to keep on average, in either direction.
    var bodyRate = 1_024
    /// How long a body that nobody reads any more may go on before the connection is cut: many clients write all of a body before they
    /// look for an answer, and a 413 that they never see is an upload that they try again.
    var drain: TimeAmount = .seconds(5)
    /// How many bytes of it.
    var drainBytes = 16 << 20
}
