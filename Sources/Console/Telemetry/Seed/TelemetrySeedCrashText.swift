import Foundation

/// A crash report of `Seeds/crashes` with `{{name}}` where reports of the same crash differ.
struct TelemetrySeedCrashText: Sendable {
    let template: String

    /// The report of one crash.
    func filled(_ values: [String: String]) -> String {
        values.reduce(template) { text, value in text.replacing("{{\(value.key)}}", with: value.value) }
    }
}
