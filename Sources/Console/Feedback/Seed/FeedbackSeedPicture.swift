import Formats

/// A small drawing of a phone's screen, as demo feedback shows it: a bar on top, rows of content, and perhaps a notice in the middle.
struct FeedbackSeedPicture: Decodable {
    let width: Int
    let height: Int
    /// Of the bar: red, green, blue.
    let colour: [UInt8]
    let rows: Int
    /// Whether a notice covers the rows.
    let notice: Bool

    func file() throws -> [UInt8] {
        let pixels = (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y) } }
        return try PNG.encode(PNG.Image(width: width, height: height, format: .rgba, pixels: pixels))
    }

    private func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        if y < height / 9 { return colour + [255] }
        if notice, isNotice(x, y) { return [60, 64, 72, 255] }
        return isLine(x, y) ? [206, 211, 219, 255] : [246, 247, 249, 255]
    }

    private func isNotice(_ x: Int, _ y: Int) -> Bool {
        (width / 6..<width * 5 / 6).contains(x) && (height * 2 / 5..<height * 3 / 5).contains(y)
    }

    /// A picture on the left and two lines of text beside it, in every row.
    private func isLine(_ x: Int, _ y: Int) -> Bool {
        let tall = (height - height / 9) / max(rows, 1)
        let inRow = (y - height / 9) % max(tall, 1)
        if x < width / 4 { return x > width / 16 && (tall / 5..<tall * 4 / 5).contains(inRow) }
        return x < width * 7 / 8 && x > width / 3 && [tall / 4..<tall * 2 / 5, tall * 3 / 5..<tall * 7 / 10].contains { $0.contains(inRow) }
    }
}
