import CPNG

extension PNG {
    /// A picture in memory: rows from the top, pixels from the left, one byte a channel, no padding.
    public struct Image: Equatable, Sendable {
        /// What the bytes of a pixel are.
        public enum Format: Equatable, Sendable {
            /// One byte, 0 is black.
            case gray
            /// One byte, 0 is black and 1 is white; in the file one bit. Only written.
            case bilevel
            /// Red, green, blue, alpha; alpha 0 is transparent.
            case rgba

            /// Bytes in a pixel.
            public var channels: Int {
                switch self {
                case .gray, .bilevel: 1
                case .rgba: 4
                }
            }

            /// `PNG_FORMAT_GRAY`, the same with a colour map, and `PNG_FORMAT_RGBA`, which png.h composes of flags by macros.
            /// The grays that pixels are numbers of; empty where they are grays themselves.
            var map: [UInt8] { self == .bilevel ? [0, 255] : [] }

            var code: UInt32 {
                switch self {
                case .gray: 0
                case .bilevel: PNG_FORMAT_FLAG_COLORMAP
                case .rgba: PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA
                }
            }
        }

        /// The longest side in pixels that is written; a larger picture is a mistake.
        public static let sideLimit = 1 << 15

        /// In pixels.
        public let width: Int
        /// In pixels.
        public let height: Int
        /// Of `pixels`.
        public let format: Format
        /// `width` × `height` × `format.channels` bytes.
        public let pixels: [UInt8]

        public init(width: Int, height: Int, format: Format, pixels: [UInt8]) {
            self.width = width
            self.height = height
            self.format = format
            self.pixels = pixels
        }

        var isWhole: Bool {
            let sides = 1...Self.sideLimit
            return sides.contains(width) && sides.contains(height) && pixels.count == width * height * format.channels
        }
    }
}
