extension QRCode {
    /// The code as an SVG element that may stand in a page under a policy without inline styles: black on white, quiet zone included.
    ///
    /// - Parameters:
    ///   - moduleSize: pixels on a module's side.
    ///   - title: what screen readers say; escaped here.
    public func svg(moduleSize: Int = 6, title: String) -> String {
        let side = size + 2 * Self.quietZone
        let frame = "viewBox=\"0 0 \(side) \(side)\" width=\"\(side * moduleSize)\" height=\"\(side * moduleSize)\""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" \(frame) role="img" shape-rendering="crispEdges">\
            <title>\(Self.escape(title))</title>\
            <rect width="\(side)" height="\(side)" fill="#fff"/>\
            <path fill="#000" d="\(path)"/></svg>
            """
    }

    /// Scalar by scalar: as a `Character`, `<` and a joiner after it would be something else than `<`.
    private static func escape(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    /// One bar of height 1 for every run of dark modules in a row.
    private var path: String {
        var path = ""
        for y in 0..<size {
            for run in runs(y) {
                path += "M\(run.lowerBound + Self.quietZone) \(y + Self.quietZone)h\(run.count)v1h-\(run.count)z"
            }
        }
        return path
    }

    private func runs(_ y: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        for x in 0...size where !self[x, y] {
            if start < x { runs.append(start..<x) }
            start = x + 1
        }
        return runs
    }

    /// The code as a picture file of black and white, quiet zone included.
    ///
    /// - Parameter scale: pixels on a module's side, taken into 1...32.
    public func png(scale: Int = 8) throws(PNGError) -> [UInt8] {
        let scale = min(max(scale, 1), 32)
        let side = (size + 2 * Self.quietZone) * scale
        var pixels: [UInt8] = []
        pixels.reserveCapacity(side * side)
        for y in -Self.quietZone..<size + Self.quietZone {
            let row = (-Self.quietZone..<size + Self.quietZone).flatMap { repeatElement(self[$0, y] ? 0 : 1 as UInt8, count: scale) }
            for _ in 0..<scale { pixels += row }
        }
        return try PNG.encode(PNG.Image(width: side, height: side, format: .bilevel, pixels: pixels), fast: true)
    }
}
