import AsyncHTTPClient
import NIOCore

/// What goes out with a request, in pieces of at most 1 MiB; files are read while they are sent.
struct RemoteBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    enum Piece: Sendable {
        case bytes([UInt8])
        case file(RemoteFile)

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(let file): file.size
            }
        }
    }

    let mediaType: String
    private let pieces: [Piece]
    private let progress: @Sendable (_ bytes: Int, _ all: Int) -> Void

    /// - Parameter progress: bytes that went, of all.
    init(_ pieces: [Piece], mediaType: String, progress: @escaping @Sendable (_ bytes: Int, _ all: Int) -> Void = { _, _ in }) {
        self.pieces = pieces
        self.mediaType = mediaType
        self.progress = progress
    }

    /// Bytes.
    var count: Int { pieces.reduce(0) { $0 + $1.count } }

    /// As the client takes it.
    var sent: HTTPClientRequest.Body { .stream(self, length: .known(Int64(count))) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let body: RemoteBody
        fileprivate let all: Int
        private var number = 0
        private var place = 0
        private var sent = 0

        fileprivate init(_ body: RemoteBody) {
            self.body = body
            all = body.count
        }

        mutating func next() async throws -> ByteBuffer? {
            body.progress(sent, all)
            while number < body.pieces.count {
                if let bytes = try more(of: body.pieces[number]) {
                    sent += bytes.count
                    return ByteBuffer(bytes: bytes)
                }
                (number, place) = (number + 1, 0)
            }
            return nil
        }

        private mutating func more(of piece: Piece) throws -> [UInt8]? {
            guard place < piece.count else { return nil }
            let bytes =
                switch piece {
                case .bytes(let bytes): Array(bytes[place..<Swift.min(place + 1 << 20, bytes.count)])
                case .file(let file): try file.read(at: place, upTo: 1 << 20)
                }
            place += bytes.count
            return bytes
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(self) }
}
