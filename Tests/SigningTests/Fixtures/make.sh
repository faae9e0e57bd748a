#!/bin/sh
# Makes the files of this folder again: `.p12` files as OpenSSL 1 and old Keychains wrote them, which our own code cannot write.
# Their password is `secret`. Run in this folder.
set -e
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
subject="/UID=com.example.demo/CN=Apple Push Services: com.example.demo/OU=LQ38NAVXP6/C=US"
openssl req -x509 -newkey rsa:2048 -nodes -keyout "$work/root.pem" -out "$work/root.crt" -days 36500 -subj "/C=US/O=Example/CN=Example Root" 2>/dev/null
openssl req -newkey rsa:2048 -nodes -keyout "$work/key.pem" -out "$work/leaf.csr" -subj "$subject" 2>/dev/null
cat > "$work/extensions" <<END
1.2.840.113635.100.6.3.1=DER:05:00
1.2.840.113635.100.6.3.2=DER:05:00
1.2.840.113635.100.6.3.6=ASN1:SEQUENCE:topics
[topics]
a=UTF8:com.example.demo
b=SEQUENCE:app
c=UTF8:com.example.demo.voip
d=SEQUENCE:voip
[app]
a=UTF8:app
[voip]
a=UTF8:voip
END
openssl x509 -req -in "$work/leaf.csr" -CA "$work/root.crt" -CAkey "$work/root.pem" -CAcreateserial -days 36500 -extfile "$work/extensions" \
    -out "$work/leaf.crt" 2>/dev/null
seal() { openssl pkcs12 -export -passout pass:secret -name "Push Services" "$@"; }
leaf="-inkey $work/key.pem -in $work/leaf.crt -certfile $work/root.crt"
# RC2 with 40 bits for the certificates, triple DES for the key, SHA-1 for the code: what macOS exported for years.
seal $leaf -legacy -out legacy.p12
seal $leaf -legacy -nomac -out legacy-without-code.p12
seal $leaf -out modern.p12
seal -nokeys -in "$work/leaf.crt" -out without-key.p12
seal -nocerts -inkey "$work/key.pem" -in "$work/key.pem" -out without-certificate.p12
openssl pkcs12 -export -passout pass: $leaf -out empty-password.p12
# 5 million rounds.
seal $leaf -iter 5000000 -out slow.p12
openssl pkcs8 -topk8 -in "$work/key.pem" -passout pass:secret -out encrypted.pem
cp "$work/leaf.crt" leaf.crt
