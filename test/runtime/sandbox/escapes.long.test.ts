import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithSandbox } from '../../setup/describeWithSandbox.js';
import { openPremises, type Premises, SECRET } from './sandboxFixture.js';

let premises: Premises;
let server: Server;
let abstractServer: Server;
let visits = 0;
let port = 0;
const ABSTRACT = `waggle-${process.pid}`;

beforeAll(async () => {
  premises = openPremises();
  process.env.WAGGLE_TEST_SECRET = SECRET;
  const count = () => {
    visits += 1;
  };
  server = createServer(count);
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  abstractServer = createServer(count);
  await new Promise<void>((resolve) => abstractServer.listen(`\0${ABSTRACT}`, resolve));
});

afterAll(() => {
  delete process.env.WAGGLE_TEST_SECRET;
  premises.remove();
  server.close();
  abstractServer.close();
});

/** What an attack tries, the script, and what it must get to hear. */
type Attack = readonly [what: string, script: (at: Premises) => string, hears: RegExp];

const READS: readonly Attack[] = [
  ['the gateway database', ({ dataDir }) => `cat ${dataDir}/gateway.db`, /No such file/],
  ['the database, by ..', () => 'cat /workspace/../gateway.db ../../gateway.db', /No such file/],
  ["another lane's workspace", ({ neighbour }) => `cat ${neighbour}/diary.txt`, /No such file/],
  ["another lane's, through a link", ({ neighbour }) => `ln -sf ${neighbour} n; cat n/diary.txt`, /No such file/],
  ['the shadow file', () => 'cat /etc/shadow', /No such file/],
  ['the accounts', () => 'cat /etc/passwd', /No such file/],
  ['homes', () => 'ls /root /home', /No such file/],
  ['keys of ssh', () => 'cat /root/.ssh/* ~/.ssh/* /etc/ssh/*key', /No such file/],
  ['variable data', () => 'ls /var /srv /opt /mnt', /No such file/],
  ['the machine', () => 'ls /sys /boot', /No such file/],
  ['sockets of services', () => 'ls /run/docker.sock /var/run/docker.sock /run/systemd', /No such file/],
  ['disks', () => 'head -c 10 /dev/sda /dev/vda /dev/mem', /No such file/],
  ['kernel memory', () => 'head -c 10 /proc/kcore', /(No such file|^)/],
  ['the first process: root', () => 'ls /proc/1/root/root /proc/1/root/etc/shadow', /(No such file|Permission denied)/],
  [
    'the first process: folder',
    () => 'ls /proc/1/cwd/; cat /proc/1/cwd/gateway.db',
    /(No such file|Permission denied)/,
  ],
  [
    'a search of everything',
    () => 'grep -rls sk-waggle-secret / --exclude-dir=proc --exclude-dir=usr; echo searched',
    /^searched$/m,
  ],
  ['the environment', () => 'env; echo read', /read/],
  ['environments of all processes', () => "cat /proc/[0-9]*/environ | tr '\\0' '\\n'; echo read", /read/],
  ['command lines', () => "cat /proc/1/cmdline | tr '\\0' ' '; echo read", /bwrap --args \d+/],
  ['open files of the first process', () => 'ls -l /proc/1/fd/; cat /proc/1/fd/* </dev/null; echo read', /read/],
  ['the kernel log', () => 'dmesg; cat /proc/kmsg; echo read', /(not permitted|denied|read)/],
  ['keys of the kernel', () => 'cat /proc/keys /proc/key-users; echo read', /^read$/m],
];

const WRITES: readonly Attack[] = [
  ['programs', () => 'echo x > /usr/bin/ls', /Read-only file system/],
  ['the root', () => 'mkdir /evil', /Read-only file system/],
  ['devices', () => 'touch /dev/evil', /Read-only file system/],
  ['settings', () => 'echo x > /etc/ld.so.preload', /(Read-only|No such file)/],
  [
    'what the kernel calls on a crash',
    () => 'echo "|/bin/sh" > /proc/sys/kernel/core_pattern',
    /Read-only file system/,
  ],
  ['the magic key', () => 'echo b > /proc/sysrq-trigger', /(Read-only file system|No such file)/],
  ['its own priority for memory', () => 'echo -1000 > /proc/self/oom_score_adj', /Read-only file system/],
  ['the outbox', () => 'echo x > outbox/x', /Read-only file system/],
  ['the place of the outbox', () => 'mv outbox o; rm -rf outbox; ln -s /etc outbox', /(busy|Read-only)/],
  ['the place of the inbox', () => 'mv inbox i; rmdir inbox; ln -s / inbox', /(busy|Read-only)/],
  ['the place of spilled results', () => 'mv spill i; rmdir spill; ln -s / spill', /(busy|Read-only)/],
  ['the workspace itself', () => 'cd /; mv /workspace /w; rmdir /workspace', /(busy|Read-only)/],
  ['the script', () => 'echo x > /run/waggle/script', /Read-only file system/],
];

const RIGHTS: readonly Attack[] = [
  ['a mount', () => 'mount -t tmpfs none /tmp', /(denied|must be superuser|not permitted)/],
  ['a writable remount', () => 'mount -o remount,rw /usr', /(denied|must be superuser|not permitted)/],
  ['an unmount', () => 'umount /workspace/outbox', /(must be superuser|not permitted|denied|umount failed)/],
  ['another user namespace', () => 'unshare -Ur id', /unshare failed/],
  ['a mount namespace', () => 'unshare -m id', /unshare failed/],
  ['another namespace', () => 'nsenter -t 1 -a id', /(denied|not permitted|No such|cannot open)/],
  ['another root', () => '/usr/sbin/chroot /usr id', /not permitted/],
  ['a device of its own', () => 'mknod d b 8 0', /not permitted/],
  ['a program with the rights of its owner', () => 'cp /bin/bash b; chmod u+s b; ./b -p -c "id -u"; rm b', /^1000$/m],
  ['another user', () => 'su -c id; sudo id', /(Authentication|not found|does not exist|must be|not permitted|denied)/],
  ['ownership', () => 'touch o; chown 0:0 o', /(Invalid argument|not permitted)/],
  [
    'capabilities',
    () => 'grep CapEff /proc/self/status; grep NoNewPrivs /proc/self/status',
    /CapEff:\s+0+\nNoNewPrivs:\s+1/,
  ],
  ['another host name', () => 'hostname evil', /(must be root|not permitted|denied|not found)/],
  ['the clock', () => 'date -s 2001-01-01', /not permitted/],
  ['a lower niceness', () => 'nice -n -20 true', /(denied|not permitted)/],
  ['higher limits', () => 'ulimit -f unlimited', /(not permitted|cannot modify)/],
];

const PROCESSES: readonly Attack[] = [
  ['to see others', () => "ls /proc | grep -c '^[0-9]'", /^\d$/m],
  ['to end the gateway', () => `kill -9 ${process.pid}`, /No such process/],
  ['to end everything', () => '(sleep 0.1; echo still) & kill -9 1; kill -0 1 && echo alive', /alive/],
  [
    'to the first process, which can no more',
    () => 'grep -E "CapEff|CapPrm|NoNew" /proc/1/status',
    /CapPrm:\s+0+\nCapEff:\s+0+\nNoNewPrivs:\s+1/,
  ],
  [
    'to type into the terminal',
    () => 'python3 -c "import fcntl,termios; fcntl.ioctl(0,termios.TIOCSTI,b\'x\')"; cat /dev/tty',
    /(Inappropriate ioctl|No such device)/,
  ],
];

const NETWORK: readonly Attack[] = [
  ['the gateway’s machine', () => `echo hi > /dev/tcp/127.0.0.1/${port}`, /Connection refused/],
  ['the internet by address', () => 'echo hi > /dev/tcp/1.1.1.1/53', /unreachable/],
  [
    'the internet by name',
    () => 'python3 -c "import socket; socket.getaddrinfo(\'example.com\', 80)"',
    /name resolution/,
  ],
  ['the metadata of a cloud', () => 'echo hi > /dev/tcp/169.254.169.254/80', /unreachable/],
  ['private addresses', () => 'echo hi > /dev/tcp/10.0.0.1/80; echo hi > /dev/tcp/192.168.0.1/80', /unreachable/],
  ['the internet by IPv6', () => 'echo hi > "/dev/tcp/2606:4700::1111/53"', /(unreachable|Cannot assign)/],
  ['by UDP', () => 'echo hi > /dev/udp/8.8.8.8/53', /unreachable/],
  [
    'an abstract socket',
    () => `python3 -c "import socket; s=socket.socket(socket.AF_UNIX); s.connect('\\0${ABSTRACT}')"`,
    /Connection refused/,
  ],
  [
    'raw packets',
    () => 'python3 -c "import socket; socket.socket(socket.AF_PACKET, socket.SOCK_RAW)"',
    /not permitted/,
  ],
  ['interfaces', () => "tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '", /^\s*\[?lo\]?\s*$/],
];

describeWithSandbox('a command in the sandbox cannot', () => {
  it.each(READS)('read %s', async (_, script, hears) => {
    const end = await premises.bash(script(premises));
    expect(end.output).toMatch(hears);
    expect(end.output).not.toContain(SECRET);
    expect(end.output).not.toContain('root:');
  });

  it.each(WRITES)('write %s', async (_, script, hears) => {
    const end = await premises.bash(script(premises));
    expect(end.output).toMatch(hears);
    expect(readdirSync(join(premises.workspace, 'outbox'))).toEqual([]);
    expect(existsSync('/evil')).toBe(false);
  });

  it.each(RIGHTS)('get %s', async (_, script, hears) => {
    expect((await premises.bash(`${script(premises)}; true`)).output).toMatch(hears);
  });

  it.each(PROCESSES)('reach out %s', async (_, script, hears) => {
    expect((await premises.bash(script(premises))).output).toMatch(hears);
  });

  it.each(NETWORK)('reach %s', async (_, script, hears) => {
    expect((await premises.bash(script(premises))).output).toMatch(hears);
    expect(visits).toBe(0);
  });

  it('write anything but /tmp for who only reads', async () => {
    writeFileSync(join(premises.workspace, 'kept.txt'), 'kept');
    const script = 'cat kept.txt; rm kept.txt; echo x > kept.txt; touch new; mkdir d; echo ok > /tmp/x; cat /tmp/x';
    const end = await premises.bash(script, { isReadOnly: true });
    expect(end.output.match(/Read-only file system/g)).toHaveLength(4);
    expect(end.output).toMatch(/ok\n?$/);
    expect(readFileSync(join(premises.workspace, 'kept.txt'), 'utf8')).toBe('kept');
  });
});
