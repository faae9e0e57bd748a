/// What devices ask the gateway for.
extension Switches {
    var operations: [GatewayOperation] {
        [
            GatewayOperation(raw: "alipay.client.switches.all.get") { [index] call in
                let device = RolloutDevice(try RolloutRequest(call), call)
                return index.answers(call.app.id)?.answer(device) ?? SwitchAnswers.none
            }
        ]
    }
}
