import Foundation
import Storage

extension Exposures {
    /// What a device was told, newest first: what is noted here, the pushes that a service took for it, and the times it was asked for its log.
    /// - Parameter limit: 1 to 500.
    func told(_ device: String, of app: String, limit: Int) async throws -> [ExposureTold] {
        let (limit, now) = (min(max(limit, 1), Self.mostTold), clock.now)
        return try await database.read { connection in
            let noted = try connection.exposures(of: device, app, limit: limit)
            let pushed = try connection.pushesTold(device, app, limit: limit).map { push in
                ExposureMark(device: device, subject: ExposureSubject(kind: .push, id: push.message), at: push.at.milliseconds)
            }
            // What the demo notes of pushes is noted twice.
            let known = Set(pushed.map(\.subject))
            let marks = noted.filter { !known.contains($0.subject) } + pushed
            let names = try connection.exposureNames(Set(marks.map(\.subject)), app, at: now)
            let told = marks.compactMap { mark in names[mark.subject].map { ExposureTold(mark, $0) } }
            let asked = try connection.diagnosesTold(device, app, limit: limit).map { part in
                let state = ExposureName(title: part.platform.rawValue, state: part.state.rawValue, href: "/apps/\(app)/diagnostics/\(part.task)")
                let subject = ExposureSubject(kind: .diagnosis, id: part.task)
                return ExposureTold(ExposureMark(device: device, subject: subject, at: part.at.milliseconds), state)
            }
            return Array((told + asked).sorted { ($0.at, $0.subject) > ($1.at, $1.subject) }.prefix(limit))
        }
    }

    static let mostTold = 500
}

extension ExposureTold {
    fileprivate init(_ mark: ExposureMark, _ name: ExposureName) {
        self.init(
            kind: mark.subject.kind,
            subject: mark.subject.id,
            title: name.title,
            state: name.state,
            at: Date(milliseconds: mark.at),
            href: name.href
        )
    }
}
