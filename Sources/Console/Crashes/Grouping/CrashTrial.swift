import Foundation
import Web

/// Another way of grouping, tried on stored reports.
struct CrashTrial: Codable, Sendable {
    let id: String
    let setting: CrashGroupingSetting
    /// The job that tries it.
    let job: String
    /// Null until it is there.
    let outcome: OrNull<CrashTrialOutcome>
    let createdAt: Date
    let createdBy: String
}

/// What another way of grouping would make of the newest reports.
struct CrashTrialOutcome: Codable, Sendable, Equatable {
    /// Reports that were read.
    let reports: Int
    /// Groups that they are in, and would be in.
    let groupsBefore: Int
    let groupsAfter: Int
    /// Groups that would be taken apart, those of most reports first, at most 50.
    let splits: [Split]
    /// Groups that would be one, those of most reports first, at most 50.
    let merges: [Merge]

    struct Part: Codable, Sendable, Equatable {
        let title: String
        let culprit: String
        let reports: Int
    }

    struct Split: Codable, Sendable, Equatable {
        /// The group as it is.
        let group: String
        let title: String
        let reports: Int
        let parts: [Part]
    }

    struct Merge: Codable, Sendable, Equatable {
        let title: String
        let culprit: String
        let reports: Int
        /// The groups as they are.
        let groups: [Group]
    }

    struct Group: Codable, Sendable, Equatable {
        let group: String
        let title: String
        let reports: Int
    }
}
