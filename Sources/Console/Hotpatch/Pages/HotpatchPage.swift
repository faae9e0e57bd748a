import Foundation
import Web

/// What the page of one release shows beside its fields.
struct HotpatchPage: Codable, Sendable {
    let facts: HotpatchFacts
    let ruleRows: [UpdatePage.Rule]
    let history: [HotpatchEvent]
    let approvals: [Approval]
    let failures: [HotpatchFailure]
    /// What a parser says of the script.
    let check: HotpatchScriptCheckView
    let lines: [HotpatchScriptLine]
    /// How many lines are not shown; null when all are.
    let hidden: OrNull<Int>
    /// Against the patch that devices of one of its versions have now; null for none.
    let diff: OrNull<HotpatchDiff>
    /// The patch version that it differs from.
    let diffTo: String
    let may: May
    /// Something can end it for good.
    let leaving: Bool
    let typed: Typed
    /// What the guard knows.
    let `guard`: OrNull<HotpatchGuardPanel>
    /// Where it is on its schedule.
    let ramp: OrNull<HotpatchRampPanel>

    /// One question, with its percentage as 12.5%.
    struct Approval: Codable, Sendable {
        let approval: HotpatchApproval
        let percentage: String
    }

    /// What was typed.
    struct Typed: Codable, Sendable {
        let whitelist: String
        let percentage: String
        let reason: String
    }

    /// Which buttons there are.
    struct May: Codable, Sendable {
        let edit: Bool
        let publish: Bool
        let pause: Bool
        let resume: Bool
        let end: Bool
        let rollBack: Bool
        let raise: Bool
        let setUsers: Bool
        /// Who is named is shown to those who may name users.
        let seeUsers: Bool
        let decide: Bool
        /// It is the asker's own question: it can be taken back, not agreed to.
        let own: Bool
    }
}

/// What a page needs that is not of the release's row.
struct HotpatchPageParts: Sendable {
    var history: [HotpatchEvent]
    var approvals: [HotpatchApproval]
    var failures: [HotpatchFailure]
    var script: [UInt8]
    var check: HotpatchScriptCheck
    /// The script that devices have now, and of which patch version.
    var running: (script: [UInt8], version: String)?
    /// Id of the account that asked what is open.
    var asker: String?
    var watch: HotpatchGuardPanel?
    var ramp: HotpatchRampPanel?
}

extension HotpatchPage {
    init(_ hotpatch: Hotpatch, _ view: HotpatchView, _ parts: HotpatchPageParts, _ context: Context) {
        facts = HotpatchFacts(view)
        ruleRows = hotpatch.plan.rules.map { rule in
            let words = rule.value.items.prefix(20).joined(separator: rule.operation.isRange ? "-" : ", ")
            return UpdatePage.Rule(element: rule.element, operation: rule.operation, value: words + (rule.value.items.count > 20 ? " …" : ""))
        }
        history = parts.history
        approvals = parts.approvals.map { Approval(approval: $0, percentage: RolloutFinding.percent($0.percentage)) }
        failures = parts.failures
        check = HotpatchScriptCheckView(parts.check)
        lines = HotpatchScript.highlight(parts.script, hotpatch.script.language)
        let hidden = HotpatchScript.hiddenLines(parts.script)
        self.hidden = OrNull(hidden > 0 ? hidden : nil)
        diff = OrNull(parts.running.map { HotpatchDiff($0.script, parts.script) })
        diffTo = parts.running?.version ?? ""
        may = May(hotpatch, view, asker: parts.asker, context)
        leaving = may.end || may.rollBack || may.edit
        typed = Typed(whitelist: context.filled("whitelist"), percentage: context.filled("percentage"), reason: context.filled("reason"))
        self.guard = OrNull(parts.watch)
        ramp = OrNull(parts.ramp)
    }
}

extension HotpatchPage.May {
    init(_ hotpatch: Hotpatch, _ view: HotpatchView, asker: String?, _ context: Context) {
        let operates = Policy.role(.operator).admits(context.viewer, app: hotpatch.app)
        let releases = Policy.role(.releaser).admits(context.viewer, app: hotpatch.app)
        let state = view.state
        let isAsked = view.asked.value != nil
        let isOwn = isAsked && asker == (context.viewer?.account ?? context.viewer?.id)
        self.init(
            edit: operates && state == .draft,
            publish: releases && state.after(.publication) != nil,
            pause: releases && state.after(.pause) != nil,
            resume: releases && state.after(.resume) != nil,
            end: releases && state.after(.end) != nil,
            rollBack: releases && state.after(.rollback) != nil,
            raise: releases && state.isLive,
            setUsers: state == .draft ? operates : releases && state.isLive,
            seeUsers: hotpatch.named > 0 && operates,
            decide: releases && isAsked && !isOwn,
            own: releases && isOwn
        )
    }
}
