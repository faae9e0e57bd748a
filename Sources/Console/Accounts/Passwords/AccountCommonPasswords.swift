/// The first passwords anybody tries: number rows, keyboard walks, "password" and "admin" with a number, years and seasons.
///
/// Only those of ten characters and more, because shorter ones are refused anyway; all in lower case.
enum AccountCommonPasswords {
    static func contains(_ password: String) -> Bool {
        all.contains(password)
    }

    static let all = Set(
        #"""
        !qaz2wsx3edc 0000000000 000000000000 0123456789 0987654321 1010101010 1111111111 111111111111 1122334455 1212121212 1231231231
        123123123123 1233211234567 12341234123 1234512345 1234567890 12345678900 1234567890a 1234567890q 1234567891 12345678910
        123456789123 1234567899 123456789987 123456789a 123456789abc 123456789q 123456789qq 123456789z 123456abcdef 123456asd123
        123456qwerty 12345abcde 12345qwert 12345qwerty 1234qwerty 123abc123abc 1313131313 1314520520 1472583690 1478963250 159753159753
        1q2w3e4r123 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qaz@wsx3edc 1qazxsw23edc 2222222222 3333333333
        5201314520 520131452013 5201314521 5211314521 5555555555 6666666666 7418529630 7777777777 7894561230 8888888888 9638527410
        9876543210 9999999999 a123456789 a1234567890 a12345678910 a1b2c3d4e5 a1b2c3d4e5f6 aa123456789 aaaaaaaaaa aaaaaaaaaaaa abc1234567
        abc12345678 abc123456789 abc123abc123 abcabcabc123 abcd123456 abcde12345 abcdef123456 abcdefghij abcdefghijk abcdefghijklmnop
        admin12345 admin123456 admin1234567 admin12345678 admin123456789 admin123admin admin888888 admin@1234 admin@12345 admin@123456
        adminadmin adminadmin1 adminadmin123 administrator administrator1 administrator123 aini1314520 asd123456789 asdf123456 asdfasdfasdf
        asdfghjkl1 asdfghjkl123 asdfghjkl; asdfqwer1234 autumn2025 autumn2026 baseball12 baseball123 basketball batman1234 changeme123
        changeme1234 changemenow changethis123 charlie123 company123 company1234 computer12 computer123 correcthorsebatterystaple
        default123 defaultpassword dragon1234 football12 football123 freedom123 guest123456 guestguest ilovejesus ilovemyself iloveyou12
        iloveyou123 iloveyou1234 iloveyou520 iloveyouforever iloveyousomuch internet123 jennifer12 jordan2323 letmein123 letmein1234
        letmeinnow letmeinplease liverpool1 lovelovelove lovely1234 loveyou123 manchester master1234 michael123 minecraft1 minecraft123
        monkey1234 mypassword mypassword1 newpassword newpassword1 nopassword oldpassword p@ssw0rd12 p@ssw0rd123 p@ssw0rd1234 p@ssword123
        pa$$w0rd12 pa$$word123 pass123456 pass1234567 pass12345678 passw0rd12 passw0rd123 passw0rd1234 password01 password10 password11
        password12 password123 password1234 password12345 password123456 password2020 password2021 password2022 password2023 password2024
        password2025 password2026 password99 passwordpassword pokemon123 princess12 princess123 q123456789 q1w2e3r4t5 q1w2e3r4t5y6
        qazwsxedc1 qazwsxedc123 qazwsxedcrfv qq123456789 qwe123456789 qwe123qwe123 qweasdzxc1 qweasdzxc123 qweqweqwe123 qwerty1234
        qwerty12345 qwerty123456 qwerty1234567 qwerty123456789 qwerty123qwe qwertyqwerty qwertyuiop qwertyuiop1 qwertyuiop123
        qwertyuiopasdfghjkl root123456 root1234567 rootpassword rootrootroot secret1234 secretpassword shadow1234 spiderman123 spring2025
        spring2026 starwars12 starwars123 summer2024 summer2025 summer2026 sunshine12 sunshine123 superadmin superadmin123 superman12
        superman123 sysadmin123 system123456 test123456 test1234567 test12345678 testpassword testtest123 testtesttest thepassword
        trustno1trustno1 user123456 useruser123 w123456789 welcome123 welcome1234 welcome12345 welcome2024 welcome2025 welcome2026
        whatever12 whatever123 winter2024 winter2025 winter2026 woaini1314 woaini5201314 x123456789 yourpassword z123456789 zaq12wsxcde3
        zaq1zaq1zaq1 zxcvbnm123 zxcvbnm1234 zxcvbnmasdfghjkl zz123456789
        """#
        .split(whereSeparator: \.isWhitespace).map(String.init)
    )
}
