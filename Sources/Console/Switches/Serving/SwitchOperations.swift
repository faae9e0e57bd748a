/// What devices ask the gateway for.
extension Switches {
    var operations: [GatewayOperation] {
        [
            GatewayOperation(raw: "alipay.client.switches.all.get") { [index, exposures] call in
                let device = RolloutDevice(try RolloutRequest(call), call)
                guard let answers = index.answers(call.app.id) else { return SwitchAnswers.none }
                exposures?.note(app: call.app.id, .switches, subject: answers.publication, device, at: call.receivedAt)
                return answers.answer(device)
            }
        ]
    }
}
