/** Sign that an attack worked; scripts print it in two parts, so that a script that is shown does not hold it. */
export const BROKEN = 'BROKEN-OUT';

/**
 * A script for bash, and what must be in the result: the reason why it came to nothing. `DATA`, `OUT`, `OTHER`: folders outside with
 * secrets; `TCP`, `UDP`: ports of the test on the loopback address; `HOST`: another address of this machine; `ABSTRACT`: a socket's
 * name; `VICTIM`, `GATEWAY`: processes outside. `won` prints the sign.
 */
export type SandboxRow = readonly [what: string, script: string, reason: RegExp];

const NOT_THERE = /No such file or directory/;
const READ_ONLY = /Read-only file system|Permission denied|No such file or directory/;
const NOT_PERMITTED = /not permitted|Permission denied|must be superuser|No such file|command not found/i;
const NO_NETWORK = /unreachable|refused|ENETUNREACH|ECONNREFUSED|EAI_AGAIN|ENOTFOUND|Invalid argument|not permitted/i;

const FILES: readonly SandboxRow[] = [
  ['the passwords of the machine', 'cat /etc/shadow && won', NOT_THERE],
  ['its users', 'cat /etc/passwd && won', NOT_THERE],
  ['its name servers', 'cat /etc/resolv.conf && won', NOT_THERE],
  ['its keys', 'cat /etc/ssl/private/* /etc/ssh/ssh_host_* && won', NOT_THERE],
  ['the data base', 'cat DATA/gateway.db && won', NOT_THERE],
  ['the token of the gateway', 'cat DATA/http-token && won', NOT_THERE],
  ['its folder', 'ls DATA && won', NOT_THERE],
  ['all workspaces', 'ls DATA/workspaces && won', NOT_THERE],
  ['the files of another lane', 'cat OTHER/secret.txt && won', NOT_THERE],
  ['another folder', 'cat OUT/secret.txt && won', NOT_THERE],
  [
    'what lies above the workspace',
    'cat ../OTHER/secret.txt ../../gateway.db /workspace/../http-token && won',
    NOT_THERE,
  ],
  ['the homes', 'ls -A /root /home && won', NOT_THERE],
  ['logs and mail', 'ls -A /var/log /var/mail /srv && won', NOT_THERE],
  ['where it was started', 'ls -A GATEWAYDIR/package.json && won', NOT_THERE],
  [
    'all files, by name',
    'find / -name "gateway.db*" -o -name http-token -o -name id_rsa 2>/dev/null | grep . && won; cat /gateway.db',
    NOT_THERE,
  ],
  ['a file by a link', 'ln -s DATA/gateway.db link; cat link && won', NOT_THERE],
  [
    'a file by a link to the root of the first process',
    'cat /proc/1/root/etc/shadow DATA/../data/gateway.db && won',
    NOT_THERE,
  ],
  ['a file by a second name', 'ln /usr/bin/env second && won', /cross-device|not permitted/i],
  [
    'a file by its handle',
    'perl -e \'$h = pack("IIQQ", 8, 1, 2, 0); $r = syscall(304, -100, $h, 0); print $r < 0 ? "$!\\n" : "BROKEN-" . "OUT\\n"\'',
    /not permitted|Bad|Invalid/,
  ],
  [
    'open files of the gateway',
    'for fd in /proc/1/fd/* /proc/self/fd/*; do readlink $fd; done | grep -E "DATA|OUT|shadow|[.]db" && won; cat /proc/1/fd/9',
    NOT_THERE,
  ],
  [
    'memory of the first process',
    'head -c 10 /proc/1/mem && won',
    /Input.output error|Permission denied|not permitted/i,
  ],
];

const WRITES: readonly SandboxRow[] = [
  ['a program of the machine', 'echo x > /usr/bin/attack && won', READ_ONLY],
  ['the program that runs it', 'echo x >> "$(command -v node)" && won', /Read-only|Text file busy|Permission/],
  ['its own script', 'echo x > /run/waggle/script && won', READ_ONLY],
  ['the root', 'mkdir /attack && won', READ_ONLY],
  ['settings of the machine', 'mkdir -p /etc/cron.d && won', READ_ONLY],
  ['devices', 'echo x > /dev/attack && won', READ_ONLY],
  ['what was sent', 'echo x > outbox/attack && won', READ_ONLY],
  ['what was received', 'echo x > inbox/attack && won', READ_ONLY],
  ['the place of the outbox', 'mv outbox kept && ln -s / outbox && won', /busy|Read-only|not permitted/i],
  ['the outbox itself', 'rmdir outbox && won; rm -rf outbox && won', /busy|Read-only|not permitted/i],
  ['the kernel', 'echo "|/workspace/x" > /proc/sys/kernel/core_pattern && won', READ_ONLY],
  ['the kernel’s switches', 'echo c > /proc/sysrq-trigger && won', READ_ONLY],
  ['who dies first', 'echo -1000 > /proc/self/oom_score_adj && won', READ_ONLY],
  ['its own identity', 'echo "0 0 4294967295" > /proc/self/uid_map && won', READ_ONLY],
  ['control groups', 'mkdir -p /sys/fs/cgroup/attack && won', READ_ONLY],
  [
    'what the machine is called',
    'hostname attack && won || perl -e \'$n = "attack"; $r = syscall(170, $n, 6); print $r < 0 ? "$!\\n" : "BROKEN-" . "OUT\\n"\'',
    NOT_PERMITTED,
  ],
  ['its clock', 'date -s "2001-01-01" >/dev/null && won', NOT_PERMITTED],
];

const MOUNTS: readonly SandboxRow[] = [
  ['a mount of a folder', 'mkdir m; mount --bind / m && won', NOT_PERMITTED],
  ['a mount of /proc', 'mkdir m; mount -t proc proc m && won', NOT_PERMITTED],
  ['a mount of control groups', 'mkdir m; mount -t cgroup2 none m && won', NOT_PERMITTED],
  ['a root that can be written', 'mount -o remount,rw / && won', NOT_PERMITTED],
  ['what lies under the outbox', 'umount -l /workspace/outbox && won', NOT_PERMITTED],
  ['what lies under a hidden file', 'umount -l /proc/keys && won', NOT_PERMITTED],
  ['a new user namespace', 'unshare -Ur true && won', /failed|not permitted|No space/i],
  ['a new user namespace with mounts', 'unshare -Urm mount -t tmpfs x /tmp && won', /failed|not permitted|No space/i],
  [
    'a new one by the kernel itself',
    'perl -e \'$r = syscall(272, 0x10000000); print $r < 0 ? "$!\\n" : "BROKEN-" . "OUT\\n"\'',
    /not permitted|No space/i,
  ],
  ['a sandbox in the sandbox', 'bwrap --bind / / true && won', /bwrap|not found|not permitted/i],
  ['the namespaces of the first process', 'nsenter -t 1 -a true && won', /denied|not permitted|No such/i],
  ['the namespaces of the gateway', 'nsenter -t GATEWAY -m true && won', NOT_THERE],
  [
    'another root',
    'chroot /usr /bin/true && won; PATH=$PATH:/usr/sbin chroot /usr /bin/true && won',
    /not permitted|No such/i,
  ],
  ['a device', 'mknod disk b 8 0 && won', NOT_PERMITTED],
  ['a device of memory', 'mknod mem c 1 1 && won', NOT_PERMITTED],
  ['disks and memory', 'ls /dev/sda /dev/vda /dev/mem /dev/kmsg /dev/kvm /dev/fuse /dev/net && won', NOT_THERE],
];

const RIGHTS: readonly SandboxRow[] = [
  [
    'rights',
    'grep -E "^Cap(Eff|Prm|Bnd|Amb):" /proc/self/status | grep -v 0000000000000000 && won; setpriv --bounding-set +all true',
    /./,
  ],
  ['rights by a program', 'grep "NoNewPrivs:.1" /proc/self/status || won', /NoNewPrivs:\s+1/],
  ['another user', 'cp /bin/bash x; chmod 4755 x; [ "$(./x -p -c "id -u")" = 0 ] && won; id -u', /1000/],
  ['another user by su', 'echo | su -c id && won', /su:|not found|Authentication|denied/i],
  [
    'another user by the kernel',
    'perl -e \'$< = 0; $> = 0; print $> == 0 ? "BROKEN-" . "OUT\\n" : "is $>\\n"\'',
    /is 1000/,
  ],
  [
    'modules',
    'perl -e \'$r = syscall(175, 0, 0, 0); print $r < 0 ? "$!\\n" : "BROKEN-" . "OUT\\n"\'',
    /not permitted|not implemented/i,
  ],
  [
    'programs in the kernel',
    'perl -e \'$a = "\\0" x 120; $r = syscall(321, 5, $a, 120); print $r < 0 ? "$!\\n" : "BROKEN-" . "OUT\\n"\'',
    /not permitted|Invalid|denied/i,
  ],
  ['the kernel’s words', 'dmesg >/dev/null && won', NOT_PERMITTED],
  ['precedence', 'chrt -f 99 true && won', NOT_PERMITTED],
  ['more precedence', 'nice -n -20 true 2>&1 | grep -v "cannot set" && won; nice -n -20 true', /cannot set niceness/],
  ['more files', 'ulimit -n 100000 && won', NOT_PERMITTED],
  ['more processes', 'prlimit --nproc=unlimited:unlimited true && won', NOT_PERMITTED],
];

const NETWORK: readonly SandboxRow[] = [
  ['a service of this machine', 'exec 3<>/dev/tcp/127.0.0.1/TCP && won', NO_NETWORK],
  ['a service of this machine, in IPv6', 'exec 3<>/dev/tcp/::1/TCP && won', NO_NETWORK],
  ['a service at another address of this machine', 'exec 3<>/dev/tcp/HOST/TCP && won', NO_NETWORK],
  [
    'a service by Node',
    "node -e \"fetch('http://127.0.0.1:TCP/').then(() => console.log('BROKEN-' + 'OUT'), (e) => console.log(String(e.cause)))\"",
    NO_NETWORK,
  ],
  ['credentials of a cloud', 'exec 3<>/dev/tcp/169.254.169.254/80 && won', NO_NETWORK],
  ['the internet', 'exec 3<>/dev/tcp/192.0.2.1/443 && won', NO_NETWORK],
  [
    'a name server',
    "node -e \"require('dns').lookup('example.com', (e, a) => console.log(e ? e.code : 'BROKEN-' + 'OUT'))\"",
    NO_NETWORK,
  ],
  [
    'a datagram',
    'echo attack > /dev/udp/127.0.0.1/UDP; echo attack > /dev/udp/HOST/UDP; echo sent',
    /sent|refused|unreachable/,
  ],
  [
    'a socket in a folder',
    "node -e \"require('net').connect('OUT/socket').on('connect', () => console.log('BROKEN-' + 'OUT')).on('error', (e) => console.log(e.code))\"",
    /ENOENT/,
  ],
  [
    'a socket without a folder',
    "node -e \"require('net').connect('\\0ABSTRACT').on('connect', () => console.log('BROKEN-' + 'OUT')).on('error', (e) => console.log(e.code))\"",
    /ECONNREFUSED|ENOENT/,
  ],
  [
    'services of containers and desktops',
    'ls /var/run/docker.sock /run/docker.sock /run/dbus /run/systemd /tmp/.X11-unix && won',
    NOT_THERE,
  ],
  [
    'packets of its own making',
    'perl -MSocket -e \'print socket(S, 2, 3, 1) ? "BROKEN-" . "OUT\\n" : "$!\\n"\'',
    NOT_PERMITTED,
  ],
  ['packets of others', 'perl -e \'print socket(S, 17, 3, 768) ? "BROKEN-" . "OUT\\n" : "$!\\n"\'', NOT_PERMITTED],
  ['what is connected', 'grep -v lo: /proc/net/dev | grep : && won; cat /proc/net/tcp; ls /sys/class/net', NOT_THERE],
  ['a way out by an interface', 'ip link add attack type dummy && won', /not permitted|not found/i],
];

const PROCESSES: readonly SandboxRow[] = [
  [
    'others to be seen',
    '[ "$(ls /proc | grep -c "^[0-9]")" -lt 20 ] || won; grep -z . /proc/[0-9]*/cmdline | tr "\\0" " " | grep "victim-of-[t]he-attack" && won; ls /proc/VICTIM',
    NOT_THERE,
  ],
  [
    'the environment of others',
    'cat /proc/[0-9]*/environ | tr "\\0" "\\n" | grep "ATTACKED_[T]OKEN" && won; env; cat /proc/GATEWAY/environ',
    NOT_THERE,
  ],
  ['its end', 'kill -9 VICTIM && won; kill -0 VICTIM', /No such process/],
  ['the end of the gateway', 'kill -TERM GATEWAY && won', /No such process/],
  ['the end of everybody', 'kill -TERM -1; perl -e "kill 15, -1"; kill -0 VICTIM && won', /No such process/],
  [
    'to read it as a debugger',
    'perl -e \'$r = syscall(101, 16, VICTIM, 0, 0); print $r < 0 ? "$!\\n" : "BROKEN-" . "OUT\\n"\'',
    /No such process|not permitted/,
  ],
  [
    'to read its memory',
    'perl -e \'$b = "x" x 8; $v = pack("QQ", unpack("Q", pack("P", $b)), 8); $r = syscall(310, VICTIM, $v, 1, $v, 1, 0); print $r < 0 ? "$!\\n" : "BROKEN-" . "OUT\\n"\'',
    /No such process|not permitted/,
  ],
  [
    'to hold it',
    'perl -e \'$r = syscall(434, VICTIM, 0); print $r < 0 ? "$!\\n" : "BROKEN-" . "OUT\\n"\'',
    /No such process|Invalid|not permitted/,
  ],
  ['a terminal', 'exec 3<>/dev/tty && won', /No such device|denied/],
  [
    'words typed into a terminal',
    'perl -e \'for my $fd (0..9) { open(my $h, "+<&=", $fd) or next; my $c = "x"; ioctl($h, 0x5412, $c) and print "BROKEN-" . "OUT\\n" } print "tried: $!\\n"\'',
    /tried/,
  ],
  ['an answer from the operator', 'read -t 5 word && won; echo "read gave $?"', /read gave 1\b/],
];

export const SANDBOX_ROWS: readonly (readonly [group: string, rows: readonly SandboxRow[]])[] = [
  ['reading', FILES],
  ['writing', WRITES],
  ['mounting', MOUNTS],
  ['taking rights', RIGHTS],
  ['reaching out', NETWORK],
  ['touching processes', PROCESSES],
];

/** Scripts that would take all there is; the tight limits of the test are what ends them. */
export const GREEDY_ROWS: readonly (readonly [what: string, script: string, reason: RegExp])[] = [
  ['a fork bomb', ':(){ :|:& };:; wait; sleep 20', /stopped after|Resource temporarily unavailable|Cannot fork/],
  [
    'a fork bomb that leaves its session',
    'bomb() { setsid bash -c "$(declare -f bomb); bomb" & bomb & }; bomb; wait; sleep 20',
    /stopped after|temporarily unavailable|Cannot fork/,
  ],
  [
    'many that sleep',
    'for i in $(seq 500); do sleep 30 & done; wait',
    /more than 30 processes|temporarily unavailable|Cannot fork/,
  ],
  [
    'the memory of one',
    'perl -e \'$x = "a" x 1_000_000_000; print "BROKEN-" . "OUT\\n"\'',
    /Out of memory|stopped|signal/i,
  ],
  [
    'the memory of many',
    'for i in 1 2 3 4 5 6; do perl -e \'$x = "a" x 60_000_000; sleep 20\' & done; wait',
    /MB of memory|signal|Out of memory/,
  ],
  ['/tmp', 'for i in 1 2 3 4; do head -c 4000000 /dev/zero > /tmp/$i || exit 1; done; won', /No space left/],
  [
    'shared memory',
    'for i in $(seq 12); do head -c 4000000 /dev/zero > /dev/shm/$i || exit 1; done; won',
    /No space left|Read-only|denied|too large/i,
  ],
  ['a large file', 'head -c 50000000 /dev/zero > x && won', /File too large|size limit|signal/i],
  ['a large file with nothing in it', 'truncate -s 100G x && won', /File too large|size limit|signal/i],
  ['many files', 'for i in $(seq 3000); do : > "f$i"; done; sleep 20', /files and folders of 300/],
  [
    'many bytes',
    'for i in $(seq 30); do head -c 4000000 /dev/zero > "f$i"; done; sync; sleep 20',
    /MB of 20 MB|filled the disk/,
  ],
  [
    'many open files',
    'perl -e \'my @h; for (1..2000) { open($h[$_], "<", "/dev/null") or die "$_: $!\\n" } print "BROKEN-" . "OUT\\n"\'',
    /Too many open files/,
  ],
  ['the processor', 'while :; do :; done', /ran longer than 3 s/],
  ['the processor, deaf to signals', 'trap "" TERM INT HUP QUIT; while :; do :; done', /ran longer than 3 s/],
  ['time, by standing still', 'kill -STOP $$; sleep 20', /ran longer than 3 s/],
  ['time, by a child that stays', 'setsid sleep 30 & disown; wait; sleep 30', /ran longer than 3 s/],
  ['the output', 'yes', /printed more than 1 MB/],
  ['the output, without line ends', 'cat /dev/zero', /printed more than 1 MB/],
  ['the output, with noise', 'cat /dev/urandom', /printed more than 1 MB/],
  ['the output of errors', 'yes >&2', /printed more than 1 MB/],
];
