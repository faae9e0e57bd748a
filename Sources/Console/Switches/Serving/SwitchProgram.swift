/// An app's answers on one platform, ready to be put together: what is the same for every device stands in one run, and only rules that can
/// hold on the platform are looked at, each different condition once.
///
/// All of it lies in a few flat arrays and refers to them by place: with 50 rules most of the time would otherwise go into counting
/// references (50 percentages took 23 µs and take 17, most of it SHA-256; 50 constants take 4, half of it the request).
struct SwitchProgram: Sendable {
    /// Runs, values and salts, one behind the other.
    private var bytes: [UInt8] = []
    private var pieces: [Piece] = []
    private var rules: [Rule] = []
    /// Of the rules, places in `conditions`.
    private var places: [Int] = []
    private var conditions: [RolloutCondition] = []

    /// What comes before a value that depends on the device, and the value. The last piece has no value.
    private struct Piece {
        let run: Range<Int>
        let rules: Range<Int>
        let otherwise: Range<Int>
    }

    private struct Rule {
        let places: Range<Int>
        /// Looked at last, as a hash takes longest; an empty salt for none.
        let salt: Range<Int>
        let buckets: Int
        let value: Range<Int>
    }

    // MARK: making

    init(_ switches: [(key: String, definition: SwitchDefinition)], on platform: Platform, number: Int) {
        var known: [RolloutCondition: Int] = [:]
        var run = #"{"switches":{"#
        for (place, (key, definition)) in switches.enumerated() {
            // Keys hold nothing that JSON escapes.
            run += "\(place == 0 ? "" : ",")\"\(key)\":"
            let (own, otherwise) = definition.values(on: platform)
            if own.isEmpty {
                run += otherwise.text()
            } else {
                add(run, own, otherwise: otherwise.text(), &known)
                run = ""
            }
        }
        add(run + #"},"version":"\#(number)"}"#, [], otherwise: "", &known)
    }

    private mutating func add(
        _ run: String,
        _ own: [(conditions: [RolloutCondition], value: String)],
        otherwise: String,
        _ known: inout [RolloutCondition: Int]
    ) {
        let first = rules.count
        for (conditions, value) in own { add(conditions, value, &known) }
        pieces.append(Piece(run: keep(run), rules: first..<rules.count, otherwise: keep(otherwise)))
    }

    private mutating func add(_ own: [RolloutCondition], _ value: String, _ known: inout [RolloutCondition: Int]) {
        let first = places.count
        for condition in own where condition.share == nil { places.append(place(of: condition, &known)) }
        let share = own.lazy.compactMap(\.share).first
        rules.append(
            Rule(places: first..<places.count, salt: keep(share.map { "\($0.salt):" } ?? ""), buckets: share?.limit ?? 0, value: keep(value))
        )
    }

    private mutating func place(of condition: RolloutCondition, _ known: inout [RolloutCondition: Int]) -> Int {
        if let place = known[condition] { return place }
        known[condition] = conditions.count
        conditions.append(condition)
        return conditions.count - 1
    }

    private mutating func keep(_ text: String) -> Range<Int> {
        bytes += Array(text.utf8)
        return bytes.count - text.utf8.count..<bytes.count
    }

    // MARK: answering

    func answer(_ device: RolloutDevice) -> [UInt8] {
        let buckets = RolloutBuckets(device: device.device)
        // Of each condition whether it holds; nil until somebody asks.
        var found = [Bool?](repeating: nil, count: conditions.count)
        var answer: [UInt8] = []
        answer.reserveCapacity(4_096)
        for piece in pieces {
            answer += bytes[piece.run]
            answer += bytes[value(piece, device, &found, buckets)]
        }
        return answer
    }

    private func value(_ piece: Piece, _ device: RolloutDevice, _ found: inout [Bool?], _ buckets: RolloutBuckets) -> Range<Int> {
        for place in piece.rules where holds(rules[place], device, &found, buckets) { return rules[place].value }
        return piece.otherwise
    }

    private func holds(_ rule: Rule, _ device: RolloutDevice, _ found: inout [Bool?], _ buckets: RolloutBuckets) -> Bool {
        for place in rule.places where !holds(places[place], device, &found) { return false }
        return rule.salt.isEmpty || buckets.isIn(bytes[rule.salt], rule.buckets)
    }

    private func holds(_ place: Int, _ device: RolloutDevice, _ found: inout [Bool?]) -> Bool {
        if let known = found[place] { return known }
        let holds = conditions[place].holds(for: device)
        found[place] = holds
        return holds
    }
}
