import Foundation
import Web

/// A change, and what a crash group has to do with it.
struct ExposureSuspect: Codable, Sendable, Equatable {
    let kind: ExposureKind
    let subject: String
    /// In no language: `ios #3`, `2.4.0`, what people named it.
    let title: String
    /// As the room that it comes from calls it; empty where there is none.
    let state: String
    /// Path of its page.
    let href: String
    /// When the first device was told.
    let since: Date
    /// Who published it; null where the ledger does not say.
    let by: OrNull<String>
    /// Devices that were told, and of these the ones that reported the group first after that.
    let told: ExposureSide
    /// Devices that were active since, and were not told, or only after they had reported the group.
    let others: ExposureSide
    /// Null where there is nothing to compare with.
    let lift: OrNull<ExposureLift>
    /// Whether enough devices crashed, and enough others are there, to say anything.
    let isEnough: Bool
    /// Whether those that were told crash more often, beyond chance.
    let standsOut: Bool

    /// Devices that were told and crashed, and others, from which on the interval is worth reading: below, a normal distribution is far from the truth.
    static let fewest = 5

    init(_ subject: ExposureSubject, _ name: ExposureName, since: Date, by actor: String?, told: ExposureSide, others: ExposureSide) {
        (kind, self.subject) = (subject.kind, subject.id)
        (title, state, href) = (name.title, name.state, name.href)
        self.since = since
        by = OrNull(actor)
        (self.told, self.others) = (told, others)
        let found = ExposureLift(told, others)
        lift = OrNull(found)
        isEnough = told.crashed >= Self.fewest && others.devices >= Self.fewest && found != nil
        standsOut = isEnough && (found?.low ?? 0) > 1
    }

    /// The most suspicious first: by the lower end of the interval, those behind of which too little is known; the latest of equals.
    static func comesBefore(_ left: ExposureSuspect, _ right: ExposureSuspect) -> Bool {
        if left.isEnough != right.isEnough { return left.isEnough }
        let (low, other) = (left.lift.value?.low ?? 0, right.lift.value?.low ?? 0)
        if low != other { return low > other }
        return (left.since, left.subject) > (right.since, right.subject)
    }
}

/// What devices of a crash group were told before they crashed, the most suspicious first.
struct ExposureRanking: Codable, Sendable, Equatable, Listing {
    let items: [ExposureSuspect]
    /// Devices of the group that were looked at: those that reported it first since ``since``.
    let devicesRead: Int
    /// Whether there are more of them.
    let isSample: Bool
    /// Changes of which the first device was told earlier are left out.
    let since: Date
}
