import Signing

/// Bytes of a test vector written in hexadecimal; a wrong digit gives no bytes and so fails the test.
func hex(_ text: String) -> [UInt8] {
    Hex.decode(text) ?? []
}
