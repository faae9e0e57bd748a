import Formats
import Web

extension CrashReport {
    /// Without telephone numbers and mail addresses in what people may have said, or the app about them (``Formats/PersonalMask``).
    func masked() -> CrashReport {
        var report = self
        for index in report.thrown.indices { report.thrown[index].message = PersonalMask.masked(report.thrown[index].message) }
        for index in report.threads.indices {
            report.threads[index].name = PersonalMask.masked(report.threads[index].name)
            report.threads[index].queue = PersonalMask.masked(report.threads[index].queue)
        }
        report.information = report.information.map(PersonalMask.masked)
        report.abortMessage = PersonalMask.masked(report.abortMessage)
        report.termination.reason = PersonalMask.masked(report.termination.reason)
        report.exception.subtype = PersonalMask.masked(report.exception.subtype)
        report.app.path = PersonalMask.masked(report.app.path)
        report.event = report.event?.masked()
        return report
    }
}

extension CrashReport.Event {
    fileprivate func masked() -> CrashReport.Event {
        var event = self
        event.message = PersonalMask.masked(event.message)
        event.transaction = PersonalMask.masked(event.transaction)
        for index in event.tags.indices { event.tags[index].value = PersonalMask.masked(event.tags[index].value) }
        for index in event.contexts.indices { event.contexts[index].value = PersonalMask.masked(event.contexts[index].value) }
        for index in event.breadcrumbs.indices {
            event.breadcrumbs[index].message = PersonalMask.masked(event.breadcrumbs[index].message)
            for fact in event.breadcrumbs[index].data.indices {
                event.breadcrumbs[index].data[fact].value = PersonalMask.masked(event.breadcrumbs[index].data[fact].value)
            }
        }
        return event
    }
}

extension CrashReportItem {
    func masked() -> CrashReportItem {
        var item = self
        item.user = PersonalMask.masked(user)
        item.title = OrNull(title.value.map(PersonalMask.masked))
        return item
    }
}

extension CrashReportBody {
    func masked() -> CrashReportBody {
        var body = self
        body.user = PersonalMask.masked(user)
        body.title = OrNull(title.value.map(PersonalMask.masked))
        return body
    }
}
