import Foundation
import Web

/// What people see of the guard.
extension HotpatchGuard {
    func view(_ release: Hotpatch) async throws -> HotpatchGuardView {
        let watch = try await database.read { try $0.readHotpatchWatch(release.app, release.id) }
        return HotpatchGuardView(release, watch, at: clock.now)
    }

    /// For the release page; nil for a draft.
    func panel(_ release: Hotpatch, _ context: Context) async throws -> HotpatchGuardPanel? {
        guard release.kept != .draft else { return nil }
        let view = try await view(release)
        let words = alerts.catalogue[context.reader.language]
        let chart = HotpatchGuardChart(words: words, reader: context.reader).html(view, try await marks(release, view))
        return HotpatchGuardPanel(release, view, chart: chart, words, context)
    }

    /// What changed while the guard watched.
    private func marks(_ release: Hotpatch, _ view: HotpatchGuardView) async throws -> LedgerMarks {
        guard view.series.count > 1, let first = view.series.first?.at, let last = view.series.last?.at else { return .none }
        return try await Ledger(database: database).marks(of: release.app, release.plan.platform, from: first, to: last.addingTimeInterval(0.001))
    }

    /// Whether more devices may have the patch as far as the guard is concerned, and how many of the treatment it has seen.
    func contentment(_ release: Hotpatch) async throws -> (isOn: Bool, isContent: Bool, isFrozen: Bool, treated: Int) {
        let state = try await database.read { try $0.readHotpatchWatch(release.app, release.id) }?.state ?? HotpatchWatchState()
        let isOn = release.plan.guardMode != .off
        return (isOn, isOn && state.isContent, state.freeze != nil, state.known.size(of: .treatment))
    }
}
