import NIOCore
import NIOPosix

/// One connection that is kept open, with several requests under way.
struct SimulatorLane {
    enum Fault: Error {
        case closed
    }

    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var reader = SimulatorReader()

    private init(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>) {
        self.inbound = inbound.makeAsyncIterator()
        self.outbound = outbound
    }

    /// Sends requests that were written one after the other, and hands over their answers in the same order.
    mutating func exchange(_ requests: ByteBuffer, count: Int, _ take: (Int, SimulatorAnswer) -> Void) async throws {
        try await outbound.write(requests)
        for number in 0..<count { take(number, try await next()) }
    }

    private mutating func next() async throws -> SimulatorAnswer {
        while true {
            if let answer = try reader.next() { return answer }
            guard var piece = try await inbound.next() else { throw Fault.closed }
            reader.feed(&piece)
        }
    }

    /// Opens a connection for the time of some work.
    static func open(_ plan: SimulatorPlan, _ group: MultiThreadedEventLoopGroup, _ work: (inout SimulatorLane) async throws -> Void) async throws {
        let channel = try await ClientBootstrap(group: group)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .connectTimeout(.seconds(5))
            .connect(host: plan.host, port: plan.port) { channel in
                channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel) }
            }
        try await channel.executeThenClose { inbound, outbound in
            var lane = SimulatorLane(inbound, outbound)
            try await work(&lane)
        }
    }
}
