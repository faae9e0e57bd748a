import Foundation

/// What the child `console inspect-build` does: reads one package, within limits that it sets itself before it opens it.
public enum BuildInspection {
    /// The name of the hidden command.
    public static let subcommand = "inspect-build"

    /// - Parameter question: a ``BuildQuestion`` as JSON.
    /// - Returns: a ``BuildFinding`` as JSON.
    public static func run(_ question: String) throws -> String {
        let question = try JSONDecoder().decode(BuildQuestion.self, from: Data(question.utf8))
        FileInspection.limit(.app)
        return String(decoding: try JSONEncoder().encode(finding(question)), as: UTF8.self)
    }

    private static func finding(_ question: BuildQuestion) -> BuildFinding {
        do throws(BuildRefusal) {
            return BuildFinding(facts: try BuildReader.facts(of: question.path, name: question.name))
        } catch {
            return BuildFinding(refusal: error)
        }
    }
}

/// What the child is asked.
struct BuildQuestion: Codable, Sendable {
    let path: String
    let name: String
}

/// What the child says: one of two.
struct BuildFinding: Codable, Sendable {
    var facts: BuildFacts?
    var refusal: BuildRefusal?
}
