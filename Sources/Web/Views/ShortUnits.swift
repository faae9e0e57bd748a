import Foundation

/// How one language shortens large numbers.
///
/// In the catalogue as powers of ten with what is written behind, largest first: `9 "B" 6 "M" 3 "K"`.
struct ShortUnits: Sendable {
    private let steps: [Step]

    private struct Step: Sendable {
        let size: Double
        let unit: String
    }

    /// Numbers are written out.
    static let none = ShortUnits(steps: [])

    private init(steps: [Step]) {
        self.steps = steps
    }

    /// - Throws: `ViewError` for text of another form.
    init(_ text: String) throws {
        steps = text.matches(of: #/(\d+) "([^"]*)"/#).map { Step(size: pow(10, Double($0.1) ?? 0), unit: String($0.2)) }
        if steps.isEmpty { throw ViewError("not powers of ten with their units: \(text)") }
    }

    /// `12.3K`; nil for what is below every step.
    func text(_ value: Double) -> String? {
        steps.first { abs(value) >= $0.size }.map { ReaderFormatter.fixed(value / $0.size, 1) + $0.unit }
    }
}
