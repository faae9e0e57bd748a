import Foundation
import Signing
import Storage

extension Alerts {
    /// Tells of a patch that does harm, in the transaction that notes that people were told: in the console and by every channel that is on. No rule has to
    /// ask for it.
    func tell(of release: Hotpatch, _ finding: HotpatchFinding, isHalted: Bool, _ app: App, _ connection: Connection) throws {
        var facts = AlertFacts()
        facts.platform = release.plan.platform
        facts.hotpatch = AlertFacts.Hotpatch(
            release: release.id,
            version: release.version,
            halted: isHalted,
            percentage: finding.percentage / 100,
            evidence: finding.evidence,
            threshold: finding.threshold,
            treated: finding.treatment.devices,
            treatedCrashed: finding.treatment.crashedDevices,
            control: finding.control.devices,
            controlCrashed: finding.control.crashedDevices
        )
        let alert = Alert(id: Random.hex(8), at: finding.at, kind: .hotpatch, ruleId: "", ruleName: "", facts: facts)
        try connection.insertAlert(alert, of: app.id)
        for channel in try connection.alertChannels(of: app.id) where channel.enabled {
            try connection.insertAlertDelivery(try delivery(of: alert, to: channel, app), of: app.id, at: clock.now, next: clock.now)
        }
        try connection.changed(.alerts)
    }
}
