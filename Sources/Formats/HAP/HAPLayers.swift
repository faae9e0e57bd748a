import Foundation

/// A picture of two layers: `{"layered-image":{"background":"$media:1","foreground":"$media:2"}}`.
struct HAPLayers: Decodable {
    let background: String?
    let foreground: String?

    /// - Returns: nil for another document.
    init?(_ document: [UInt8]) {
        guard let layers = try? JSONDecoder().decode([String: HAPLayers].self, from: Data(document))["layered-image"] else { return nil }
        self = layers
    }

    /// Both as one picture of at most 512 pixels; the foreground alone when the background is missing, broken or of another shape.
    /// - Returns: nil for a foreground that cannot be read.
    static func picture(_ foreground: [UInt8], over background: [UInt8]?) -> [UInt8]? {
        guard let above = image(foreground) else { return nil }
        guard let below = background.flatMap(image), below.width == above.width, below.height == above.height else { return foreground }
        return try? PNG.encode(above.over(below))
    }

    private static func image(_ bytes: [UInt8]) -> PNG.Image? {
        (try? PNG.decode(bytes, maxPixels: side * side, maxSide: side))?.fitted(to: 512)
    }

    private static let side = 2048
}

extension PNG.Image {
    /// Laid upon another of the same sides, which shows where this one is transparent.
    func over(_ below: PNG.Image) -> PNG.Image {
        var mixed = below.pixels
        for place in stride(from: 0, to: mixed.count, by: 4) {
            let (alpha, under) = (Int(pixels[place + 3]), Int(mixed[place + 3]))
            let shown = under * (255 - alpha) / 255
            let sum = alpha + shown
            guard sum > 0 else { continue }
            for channel in place..<place + 3 { mixed[channel] = UInt8((Int(pixels[channel]) * alpha + Int(mixed[channel]) * shown) / sum) }
            mixed[place + 3] = UInt8(sum)
        }
        return PNG.Image(width: width, height: height, format: .rgba, pixels: mixed)
    }
}
