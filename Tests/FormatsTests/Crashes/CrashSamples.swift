@testable import Formats

/// Reports written for these tests, after the descriptions that the readers name.
enum CrashSamples {
    /// As PLCrashReporter's text formatter writes it.
    static let plcrashText = """
        Incident Identifier: 5C32DF84-31A0-43E7-87D0-239F7F594940
        Hardware Model:      iPhone14,2
        Process:         Demo App [49028]
        Path:            /private/var/containers/Bundle/Application/01/Demo.app/Demo App
        Identifier:      com.example.demo
        Version:         4.21.1 (7)
        Code Type:       ARM-64
        Parent Process:  launchd [1]

        Date/Time:       2019-01-09 17:42:22 +0000
        OS Version:      iPhone OS 17.5 (21F79)
        Report Version:  104

        Exception Type:  SIGABRT
        Exception Codes: #0 at 0x1b2
        Crashed Thread:  1

        Application Specific Information:
        *** Terminating app due to uncaught exception 'NSRangeException', reason: '*** index 5
        beyond bounds 'of' [0 .. 1]'

        Last Exception Backtrace:
        0   CoreFoundation                      0x00000001b3f03e68 __exceptionPreprocess + 160
        1   libobjc.A.dylib                     0x00000001b3e01234 objc_exception_throw + 56
        2   Demo App                            0x0000000102268e70 -[NSArray+Demo (Demo) row:] + 64
        3   Demo App                            0x0000000102268f00 0x10211c000 + 1363712

        Thread 0:
        0   libsystem_kernel.dylib              0x00000001b3d59c2a mach_msg_trap + 8
        1   ???                                 0x0000000000000010 0x0 + 0

        Thread 1 Crashed:
        0   libsystem_kernel.dylib              0x00000001b3d59d00 __pthread_kill + 8
        1   Demo App                            0x0000000102268e70 0x10211c000 + 1363568

        Thread 1 crashed with ARM-64 Thread State:
            x0: 0x0000000000000000     x1: 0x0000000000000001     x2: 0xffffffffffffffff     fp: 0x000000016f04ef00
            lr: 0x00000001b3d59d00

        Binary Images:
               0x10211c000 -        0x1024b3fff +Demo App arm64  <debeff4e26534f38e59bc9de7b8daade> /private/var/containers/Bundle/Application/01/Demo.app/Demo App
               0x1b3d59000 -        0x1b3d86fff  libsystem_kernel.dylib arm64e  <1b7d718405d63a83bb1bf9af6aef61f3> /usr/lib/system/libsystem_kernel.dylib
               0x1b3e00000 -        0x1b3e0ffff  libobjc.A.dylib arm64e  <???> /usr/lib/libobjc.A.dylib
               0x1b3e5b000 -        0x1b41cffff  CoreFoundation arm64e  <7519e99910533367b9d58844f6d3bdc6> /System/Library/Frameworks/CoreFoundation.framework/CoreFoundation

        """

    /// As Xcode 16 and Apple's own reporter write it: wide columns, tabs, names of threads and queues.
    static let xcode = """
        -------------------------------------
        Translated Report (Full Report Below)
        -------------------------------------

        Incident Identifier: 3080438B-D8BC-417C-8D89-05BF95D28C18
        Hardware Model:      iPhone18,2
        Process:             Demo [2415]
        Path:                /private/var/containers/Bundle/Application/02/Demo.app/Demo
        Identifier:          com.example.demo
        Version:             1.0.0 (5)
        Code Type:           ARM-64 (Native)
        Role:                Background
        Parent Process:      launchd [1]

        Date/Time:           2026-03-17 22:50:41.6409 -0700
        Launch Time:         2026-03-17 22:50:41.4450 -0700
        OS Version:          iPhone OS 26.3.1 (23D8133)
        Report Version:      104

        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        Exception Subtype: KERN_INVALID_ADDRESS at 0x0000800000000099
        Exception Codes: 0x0000000000000001, 0x0000800000000099
        VM Region Info: 0x99 is not in any region.  Bytes before following region: 4338040679
              REGION TYPE                 START - END
        --->
              __TEXT                   102914000-102918000
        Termination Reason: SIGNAL 11 Segmentation fault: 11
        Terminating Process: exc handler [2415]

        Triggered by Thread:  2

        Thread 0 name:   Dispatch queue: com.apple.main-thread
        Thread 0:
        0   libsystem_kernel.dylib        \t       0x2315decd4 mach_msg2_trap + 8
        1   UIKitCore                     \t       0x1894bce54 UIApplicationMain + 336
        2   Demo                          \t       0x102919620 0x102914000 + 22048
        3   dyld                          \t       0x180a3ee28 start + 7116

        Thread 1:

        Thread 2 name:  worker
        Thread 2 Crashed:
        0   Demo                          \t       0x102919000 closure #1 in Cart.total() + 52 (Cart.swift:12) [inlined]
        1   Demo                          \t       0x102919000 Cart.total() + 52 (<compiler-generated>:0)
        2   Demo                          \t       0x102919100 specialized Cart.total(for:) (Cart.swift:-1)
        3   Demo                          \t       0x102919200 -[Cart run] (in Demo) (Cart.m:7)

        Thread 2 crashed with ARM Thread State (64-bit):
            x0: 0x000000016da5cb28   x1: 0x00000001096e0000
           far: 0x0000800000000099  esr: 0x92000004 (Data Abort) byte read Translation fault

        Binary Images:
               0x102914000 -        0x102e03fff Demo arm64  <11ce3f57-6264-3e8d-8a89-86894d83b974> /var/containers/Bundle/Application/02/Demo.app/Demo
               0x2315de000 -        0x231618d2b libsystem_kernel.dylib arm64e  <8d8301292cbe32a9b61ece493eecb399> /usr/lib/system/libsystem_kernel.dylib
               0x189476000 -        0x18b8d59bf UIKitCore arm64e  <c768f963a0cc3f5ca1d32e06d53a2381> /System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore
               0x180a3a000 -        0x180ad934b dyld arm64e  <8acdb5808ab738c0a586e667adb1c11c> /usr/lib/dyld
                       0x0 - 0xffffffffffffffff ??? unknown-arch  <00000000000000000000000000000000> ???

        EOF

        """

    /// macOS: bundle identifiers for names, no architecture.
    static let macOS = """
        Process:               Demo [21606]
        Version:               1.2 (34)
        Code Type:             ARM-64 (Native)
        OS Version:            macOS 14.0 (23A344)
        Crashed Thread:        0  Dispatch queue: com.apple.main-thread
        Exception Type:        EXC_BREAKPOINT (SIGTRAP)
        Termination Reason:    Namespace SIGNAL, Code 0x5
        Thread 0 Crashed:: main  Dispatch queue: com.apple.main-thread
        0   com.example.demo              \t0x0000000100000354 main + 16
        Thread 0 crashed with ARM Thread State (64-bit):
            x0: 0x0000000000000000
        Binary Images:
               0x100000000 -        0x200000000 +com.example.demo (1.2 - 34) <DEBEFF4E-2653-4F38-E59B-C9DE7B8DAADE> /Applications/Demo.app/Contents/MacOS/Demo
        """

    static let ips = """
        {"app_name":"Demo","timestamp":"2026-03-17 22:50:42.00 -0700","app_version":"1.0.0","slice_uuid":"11ce3f57-6264-3e8d-8a89-86894d83b974",\
        "build_version":"5","bundleID":"com.example.demo","bug_type":"309","os_version":"iPhone OS 26.3.1 (23D8133)",\
        "incident_id":"3080438B-D8BC-417C-8D89-05BF95D28C18","name":"Demo"}
        {
          "procRole" : "Foreground", "modelCode" : "iPhone18,2", "pid" : 2415, "cpuType" : "ARM-64", "procName" : "Demo",
          "captureTime" : "2026-03-17 22:50:41.6409 -0700", "procLaunch" : "2026-03-17 22:50:41.4450 -0700",
          "procPath" : "\\/private\\/var\\/containers\\/Bundle\\/Application\\/02\\/Demo.app\\/Demo", "parentProc" : "launchd",
          "bundleInfo" : {"CFBundleShortVersionString":"1.0.0","CFBundleVersion":"5","CFBundleIdentifier":"com.example.demo"},
          "vmRegionInfo" : "0x99 is not in any region.\\n--->  ",
          "exception" : {"codes":"0x0000000000000001, 0x0000800000000099","rawCodes":[1,140737488355481],"type":"EXC_BAD_ACCESS",
            "signal":"SIGSEGV","subtype":"KERN_INVALID_ADDRESS at 0x0000800000000099"},
          "termination" : {"flags":0,"code":11,"namespace":"SIGNAL","indicator":"Segmentation fault: 11","byProc":"exc handler","byPid":2415},
          "asi" : {"libsystem_c.dylib":["abort() called \\u00e9\\ud83d\\ude00"]},
          "faultingThread" : 1,
          "threads" : [
            {"id":1085650,"queue":"com.apple.main-thread","threadState":{"x":[{"value":7}],"pc":{"value":1}},
              "frames":[{"imageOffset":3284,"symbol":"mach_msg2_trap","symbolLocation":8,"imageIndex":1}]},
            {"id":1085651,"name":"worker","threadState":{"x":[{"value":18446744073709551569,"symbolLocation":0,"symbol":"x"},{"value":0}],
              "flavor":"ARM_THREAD_STATE64","lr":{"value":4369817372},"pc":{"value":4338040832,"matchesCrashFrame":1}},
              "triggered":true,
              "frames":[{"imageOffset":20480,"symbol":"Cart.total()","symbolLocation":52,"imageIndex":0,"sourceFile":"Cart.swift","sourceLine":12,
                "inline":true},{"imageOffset":20480,"symbol":"Cart.run()","symbolLocation":4,"imageIndex":0},{"imageOffset":9,"imageIndex":2},{}]}
          ],
          "usedImages" : [
            {"source":"P","arch":"arm64","base":4338040832,"size":5177344,"uuid":"11ce3f57-6264-3e8d-8a89-86894d83b974",
              "path":"\\/private\\/var\\/containers\\/Bundle\\/Application\\/02\\/Demo.app\\/Demo","name":"Demo","CFBundleShortVersionString":"1.0.0"},
            {"source":"P","arch":"arm64e","base":9418170368,"size":240940,"uuid":"8d830129-2cbe-32a9-b61e-ce493eecb399",
              "path":"\\/usr\\/lib\\/system\\/libsystem_kernel.dylib","name":"libsystem_kernel.dylib"},
            {"size":0,"source":"A","base":0,"uuid":"00000000-0000-0000-0000-000000000000"}
          ],
          "lastExceptionBacktrace" : [{"imageOffset":16,"imageIndex":0,"symbol":"-[Cart row:]","symbolLocation":1}],
          "exceptionReason" : {"type":"objc-exception","name":"NSRangeException","composed_message":"index 5 beyond bounds"},
          "vmSummary" : "TOTAL 1.7G"
        }

        """

    static let java = """
        FATAL EXCEPTION: main
        Process: com.example.demo, PID: 4711
        java.lang.RuntimeException: Unable to start activity
        second line: of the message
        \tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3449)
        \tat android.os.Handler.dispatchMessage(Handler.java:107)
        \tat com.android.internal.os.ZygoteInit.main(Native Method)
        \tSuppressed: java.io.IOException: close
        \t\tat com.example.Store.close(Store.kt:9)
        \t\t... 1 more
        \tCaused by: java.lang.Error
        \t\tat com.example.Store.flush(Unknown Source:12)
        Caused by: java.lang.IllegalStateException: list closed: 3
        \tat java.base/java.util.ArrayList.get(ArrayList.java:437)
        \tat com.example.Store$$Lambda$14/0x0000000800c03000.get(Unknown Source)
        \tat app//com.example.Store.get(Store.java:17)
        \t... 2 more
        Caused by: [CIRCULAR REFERENCE: java.lang.RuntimeException: Unable to start activity]
        """

    static let tombstone = """
        *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
        Build fingerprint: 'google/bluejay/bluejay:16/BP3A.250905.014/13873947:user/release-keys'
        Revision: 'MP1.0'
        ABI: 'arm64'
        Timestamp: 2021-05-12 10:00:00.123456789+0800
        Process uptime: 4s
        Cmdline: com.example.demo:push
        pid: 4711, tid: 4712, name: RenderThread  >>> com.example.demo:push <<<
        uid: 10350
        tagged_addr_ctrl: 0000000000000001 (PR_TAGGED_ADDR_ENABLE)
        signal 6 (SIGABRT), code -1 (SI_QUEUE from pid 4711, uid 10350), fault addr 0x00000000000000b0
        Cause: null pointer dereference
        Abort message: 'assertion failed
        in two lines'
            x0  0000000000000000  x1  0000000000001267  x2  0000000000000006  x3  0000007fe1e2
            lr  0000007b1d2a8c44  sp  0000007fe1e2c0b0  pc  0000007b1d2a8c70  pst 0000000000001000

        3 total frames
        backtrace:
          NOTE: Function names and BuildId information is missing
              #00 pc 0000000000053ef8  /apex/com.android.runtime/lib64/bionic/libc.so (abort+164) (BuildId: 29dc)
              #01 pc 0000000000000f10  /data/app/~~a==/com.example.demo-b==/lib/arm64/libdemo.so (demo::Cart::total(int, char (*)())+20) (BuildId: 01ab)
              #02 pc 0000000000001234  /data/app/~~a==/com.example.demo-b==/base.apk!libtwo.so (offset 0x4000) (BuildId: 02cd)
              #03 pc 000000000000ba10  [anon:dalvik-jit-code-cache] (com.example.Store.get+48)
              #04 pc 0000000000000010  /memfd:jit-cache (deleted) (offset 0x2000000)

        memory near x1 (/system/lib64/libc.so):
            0000007fe1e2c000 0000000000000000 0000000000000000  ................

        memory map (4 entries):
            0000007b'1d255000-0000007b'1d298fff r--         0     44000  /apex/com.android.runtime/lib64/bionic/libc.so (BuildId: 29dc) (load bias 0x1000)
            0000007b'1d299000-0000007b'1d32ffff r-x     44000     97000  /apex/com.android.runtime/lib64/bionic/libc.so (BuildId: 29dc) (load bias 0x1000)
        --->0000007c'00000000-0000007c'00000fff r--         0      1000  /apex/com.android.runtime/lib64/bionic/libc.so (BuildId: 29dc)
            0000007d'00000000-0000007d'00000fff r--         0      1000  /system/fonts/Roboto.ttf
        --------- tail end of log main
        05-12 10:00:00.100  4711  4712 F libc    : Fatal signal 6
        --- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---
        Cmdline: com.example.demo:push
        pid: 4711, tid: 4711, name: main  >>> com.example.demo:push <<<
            x0  0000000000000009

        backtrace:
              #00 pc 00000000000a1b2c  /apex/com.android.runtime/lib64/bionic/libc.so (__epoll_pwait+12) (BuildId: 29dc)

        open files:
            fd 0: /dev/null (unowned)
        """

    static let simpleTexts = [plcrashText, xcode, macOS, ips, java, tombstone]
    static let translated = xcode + translatedEnd + ips

    static let translatedEnd = """

        -----------
        Full Report
        -----------


        """
}

extension CrashReport {
    /// Of a text that has to be readable.
    static func reading(_ text: String, limits: CrashReadLimits = CrashReadLimits()) throws -> CrashReport {
        try read(Array(text.utf8), limits: limits)
    }
}
