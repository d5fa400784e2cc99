import { readFileSync, writeFileSync } from 'node:fs';

/** Linux counts CPU time of processes in hundredths of a second (`getconf CLK_TCK` is 100 on every common build). */
const TICKS_PER_SECOND = 100;

/** proc(5): fields 14 and 15 of `stat`, counted behind the command's closing bracket. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** CPU seconds of these processes since their start, all threads. */
export function cpuSeconds(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS]);
  });
  return ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND;
}

/** Resident memory of each process now, in MB (10^6 bytes). */
export function residentMb(pids: readonly number[]): readonly number[] {
  return pids.map((pid) => statusMb(pid, 'VmRSS'));
}

/** The highest resident memory of each process since `resetPeaks`, in MB (10^6 bytes). */
export function peakMb(pids: readonly number[]): readonly number[] {
  return pids.map((pid) => statusMb(pid, 'VmHWM'));
}

/** Lets `peakMb` count from now (proc(5): writing 5 to `clear_refs`). */
export function resetPeaks(pids: readonly number[]): void {
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function statusMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
  if (kib === undefined) throw new Error(`process ${pid} has no ${field}`);
  return (Number(kib) * 1024) / 1e6;
}
