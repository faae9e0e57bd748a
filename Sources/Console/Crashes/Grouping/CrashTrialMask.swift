import Formats
import Web

extension CrashTrial {
    /// Without telephone numbers and mail addresses in titles (``Formats/PersonalMask``).
    func masked() -> CrashTrial {
        let hidden = OrNull(outcome.value?.masked())
        return CrashTrial(id: id, setting: setting, job: job, outcome: hidden, createdAt: createdAt, createdBy: createdBy)
    }
}

extension CrashTrialOutcome {
    fileprivate func masked() -> CrashTrialOutcome {
        CrashTrialOutcome(
            reports: reports,
            groupsBefore: groupsBefore,
            groupsAfter: groupsAfter,
            splits: splits.map { split in
                Split(
                    group: split.group,
                    title: PersonalMask.masked(split.title),
                    reports: split.reports,
                    parts: split.parts.map { Part(title: PersonalMask.masked($0.title), culprit: $0.culprit, reports: $0.reports) }
                )
            },
            merges: merges.map { merge in
                Merge(
                    title: PersonalMask.masked(merge.title),
                    culprit: merge.culprit,
                    reports: merge.reports,
                    groups: merge.groups.map { Group(group: $0.group, title: PersonalMask.masked($0.title), reports: $0.reports) }
                )
            }
        )
    }
}
