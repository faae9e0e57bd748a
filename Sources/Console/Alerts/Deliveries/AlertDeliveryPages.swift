import Web

/// A message in a table.
struct AlertDeliveryRow: Codable, Sendable {
    let delivery: AlertDelivery
    let good: Bool
    let bad: Bool

    init(_ delivery: AlertDelivery) {
        self.delivery = delivery
        good = delivery.state == .delivered
        bad = delivery.state == .failed
    }
}

/// What `Views/Alerts/deliveries` shows beside the list itself.
struct AlertDeliveriesPage: Codable, Sendable {
    let rows: [AlertDeliveryRow]
    let channels: [Channel]
    let states: [State]
    let subjects: [Subject]
    let filtered: Bool
    let pager: Pager

    struct Channel: Codable, Sendable {
        let id: String
        let name: String
        let chosen: Bool
    }

    struct State: Codable, Sendable {
        let state: AlertDeliveryState
        let chosen: Bool
    }

    struct Subject: Codable, Sendable {
        let about: AlertDeliverySubject
        let chosen: Bool
    }

    init(_ list: List<AlertDelivery>, _ filter: AlertDeliveryFilter, _ channels: [AlertChannel], _ place: ListPlace, _ context: Context) {
        rows = list.items.map(AlertDeliveryRow.init)
        self.channels = channels.map { Channel(id: $0.id, name: $0.name, chosen: $0.id == filter.channel) }
        states = AlertDeliveryState.allCases.map { State(state: $0, chosen: $0 == filter.state) }
        subjects = AlertDeliverySubject.allCases.map { Subject(about: $0, chosen: $0 == filter.about) }
        filtered = filter.channel != nil || filter.state != nil || filter.about != nil
        pager = Pager(list, place, context)
    }
}

/// What `Views/Alerts/delivery` shows beside the message itself.
struct AlertDeliveryPage: Codable, Sendable {
    let row: AlertDeliveryRow
    /// On several lines.
    let pretty: String
    /// Where the change is that it tells of.
    let change: String?
    let mayResend: Bool

    init(_ delivery: AlertDelivery, _ body: String, change: String?, mayResend: Bool) {
        self.change = change
        row = AlertDeliveryRow(delivery)
        pretty = JSONValue(text: body)?.text(pretty: true) ?? body
        self.mayResend = mayResend && delivery.state != .waiting
    }
}
