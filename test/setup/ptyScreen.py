"""Runs a program at a terminal of its own: its keys come from stdin, its screen goes to stdout."""
import fcntl
import os
import pty
import select
import struct
import sys
import termios

ROWS, COLUMNS = 40, 100

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
sources = [terminal, 0]
while True:
    ready, _, _ = select.select(sources, [], [])
    if 0 in ready:
        keys = os.read(0, 65536)
        if keys:
            os.write(terminal, keys)
        else:
            sources.remove(0)
    if terminal in ready:
        try:
            screen = os.read(terminal, 65536)
        except OSError:  # the program has ended
            break
        if not screen:
            break
        os.write(1, screen)
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status))
