import Foundation

/// Bodies packed as HTTP's `br` (RFC 7932), unpacked by libbrotlidec where it is installed (`libbrotli1`, which curl and every browser bring along). It is
/// looked for when it is first needed.
public enum Brotli {
    /// Whether libbrotlidec is there.
    public static var isAvailable: Bool { BrotliLibrary.shared != nil }

    public enum Fault: Error, Equatable, Sendable {
        case noLibrary
        /// No Brotli, or it ends too early, or goes on behind its end.
        case corrupt
        /// More bytes would come out than may.
        case tooLarge
    }

    /// - Parameter limit: the most bytes that may come out.
    public static func decompress(_ bytes: [UInt8], limit: Int) throws(Fault) -> [UInt8] {
        guard let library = BrotliLibrary.shared else { throw .noLibrary }
        let decoder = try BrotliDecoder(library)
        return try decoder.whole(bytes, limit: limit)
    }
}

/// libbrotlidec's own calls (`brotli/decode.h`), whose form has not changed since its first version.
private final class BrotliLibrary: Sendable {
    static let shared = BrotliLibrary()

    typealias Create = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> OpaquePointer?
    typealias Destroy = @convention(c) (OpaquePointer) -> Void
    typealias Step =
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafeMutablePointer<Int>,
            UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>?
        ) -> Int32

    let create: Create
    let destroy: Destroy
    let step: Step

    /// It stays open as long as the program runs.
    private init?() {
        guard let library = dlopen("libbrotlidec.so.1", RTLD_NOW | RTLD_LOCAL), let create = dlsym(library, "BrotliDecoderCreateInstance"),
            let destroy = dlsym(library, "BrotliDecoderDestroyInstance"), let step = dlsym(library, "BrotliDecoderDecompressStream")
        else { return nil }
        self.create = unsafeBitCast(create, to: Create.self)
        self.destroy = unsafeBitCast(destroy, to: Destroy.self)
        self.step = unsafeBitCast(step, to: Step.self)
    }
}

/// Owner of one decoder.
private final class BrotliDecoder {
    private let library: BrotliLibrary
    private let state: OpaquePointer

    init(_ library: BrotliLibrary) throws(Brotli.Fault) {
        guard let state = library.create(nil, nil, nil) else { throw .corrupt }
        self.library = library
        self.state = state
    }

    deinit {
        library.destroy(state)
    }

    private enum Outcome: Int32 {
        case corrupt = 0
        case done, wantsInput, wantsRoom
    }

    func whole(_ bytes: [UInt8], limit: Int) throws(Brotli.Fault) -> [UInt8] {
        var output: [UInt8] = []
        var taken = 0
        while true {
            // One byte more than may come tells too much from just enough.
            let room = min(max(output.count, min(max(bytes.count, 1 << 10) * 4, 1 << 20)), limit + 1 - output.count)
            let outcome = step(bytes, &taken, room, &output)
            guard output.count <= limit else { throw .tooLarge }
            switch outcome {
            case .done where taken == bytes.count: return output
            case .wantsRoom: continue
            case .done, .wantsInput, .corrupt, nil: throw .corrupt
            }
        }
    }

    private func step(_ bytes: [UInt8], _ taken: inout Int, _ room: Int, _ output: inout [UInt8]) -> Outcome? {
        var outcome: Int32 = 0
        var place = taken
        output.append(addingCapacity: room) { span in
            span.withUnsafeMutableBufferPointer { buffer, count in
                bytes.withUnsafeBufferPointer { input in
                    var (left, next) = (input.count - place, input.baseAddress.map { UnsafePointer($0 + place) })
                    var (free, target) = (buffer.count, buffer.baseAddress)
                    outcome = library.step(state, &left, &next, &free, &target, nil)
                    place = input.count - left
                    count = buffer.count - free
                }
            }
        }
        taken = place
        return Outcome(rawValue: outcome)
    }
}
