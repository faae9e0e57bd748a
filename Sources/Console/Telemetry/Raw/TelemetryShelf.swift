/// The pieces of chunks and objects that were read last, the latest at the end.
struct TelemetryShelf {
    private var pieces: [Piece] = []
    private var size = 0

    private struct Piece {
        let name: String
        let start: Int
        let bytes: [UInt8]

        func holds(_ name: String, _ range: Range<Int>) -> Bool {
            self.name == name && start <= range.lowerBound && range.upperBound <= start + bytes.count
        }
    }

    private static let most = 16
    private static let largest = 32 << 20

    /// - Parameter range: in the whole of that name.
    mutating func take(_ name: String, _ range: Range<Int>) -> ArraySlice<UInt8>? {
        guard let place = pieces.lastIndex(where: { $0.holds(name, range) }) else { return nil }
        let piece = pieces[place]
        if place < pieces.count - 1 {
            pieces.remove(at: place)
            pieces.append(piece)
        }
        return piece.bytes[range.lowerBound - piece.start..<range.upperBound - piece.start]
    }

    mutating func put(_ name: String, _ start: Int, _ bytes: [UInt8]) {
        pieces.append(Piece(name: name, start: start, bytes: bytes))
        size += bytes.count
        while pieces.count > Self.most || size > Self.largest, pieces.count > 1 { size -= pieces.removeFirst().bytes.count }
    }
}
