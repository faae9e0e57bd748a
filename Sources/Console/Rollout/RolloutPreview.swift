import Web

/// Who would get a release, of the devices that were there lately.
struct RolloutPreview<Obstacle: Codable & Hashable & CaseIterable & Sendable>: Codable, Sendable {
    /// How far back.
    let days: Int
    /// Devices of the platform that were there.
    let devices: Int
    /// How many of them were held against the release; fewer only of very many.
    let examined: Int
    /// Those that would get it.
    let matching: Int
    /// `matching` ÷ `examined`; null without any.
    let share: OrNull<Double>
    /// The ten largest, and the rest together with an empty name at the end.
    let versions: [RolloutPreviewPart]
    let models: [RolloutPreviewPart]
    let osVersions: [RolloutPreviewPart]
    /// Why the others would not, most frequent first.
    let obstacles: [RolloutPreviewObstacle<Obstacle>]

    /// - Parameter obstacle: why a device would not get it; nil when it would.
    init(days: Int, devices all: Int, _ devices: [RolloutDevice], obstacle: (RolloutDevice) -> Obstacle?) {
        var (versions, models, systems) = (RolloutTally(), RolloutTally(), RolloutTally())
        var reasons: [Obstacle: Int] = [:]
        var matching = 0
        for device in devices {
            let found = obstacle(device)
            if let found { reasons[found, default: 0] += 1 } else { matching += 1 }
            versions.add(device.version.text, found == nil)
            models.add(device.model, found == nil)
            systems.add(device.osVersion.text, found == nil)
        }
        self.days = days
        self.devices = all
        examined = devices.count
        self.matching = matching
        share = OrNull(devices.isEmpty ? nil : Double(matching) / Double(devices.count))
        self.versions = versions.parts
        self.models = models.parts
        osVersions = systems.parts
        obstacles = Obstacle.allCases.compactMap { obstacle in reasons[obstacle].map { RolloutPreviewObstacle(obstacle: obstacle, devices: $0) } }
            .sorted { $0.devices > $1.devices }
    }
}

/// Devices that have something in common.
struct RolloutPreviewPart: Codable, Sendable, Equatable {
    /// `-` for what is not known; empty for the rest.
    let name: String
    let devices: Int
    let matching: Int
}

struct RolloutPreviewObstacle<Obstacle: Codable & Sendable>: Codable, Sendable {
    let obstacle: Obstacle
    let devices: Int
}

/// Counts devices by name.
private struct RolloutTally {
    private var counts: [String: (devices: Int, matching: Int)] = [:]

    mutating func add(_ name: String, _ matches: Bool) {
        let name = name.isEmpty ? "-" : name
        let before = counts[name] ?? (0, 0)
        counts[name] = (before.devices + 1, before.matching + (matches ? 1 : 0))
    }

    var parts: [RolloutPreviewPart] {
        let all = counts.map { RolloutPreviewPart(name: $0, devices: $1.devices, matching: $1.matching) }
            .sorted { ($1.devices, $0.name) < ($0.devices, $1.name) }
        let rest = all.dropFirst(Self.shown)
        if rest.isEmpty { return all }
        return all.prefix(Self.shown) + [
            RolloutPreviewPart(name: "", devices: rest.reduce(0) { $0 + $1.devices }, matching: rest.reduce(0) { $0 + $1.matching })
        ]
    }

    private static let shown = 10
}
