import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { sampleOf } from './statistics.js';

/** What the figures of one run were measured on. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly kernel: string;
  readonly node: string;
  /** A write of 4 KiB and fdatasync in the folder of the databases: what each transaction costs at least. */
  readonly syncMs: number;
  /** Mean number of runnable processes over the last minute, before this run. */
  readonly load: number;
}

const SYNCS = 50;

export function describeMachine(folder: string): Machine {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    kernel: release(),
    node: process.version,
    syncMs: measureSync(join(folder, 'sync')),
    load: loadavg()[0] ?? 0,
  };
}

function measureSync(file: string): number {
  const handle = openSync(file, 'w');
  const page = Buffer.alloc(4096);
  const times = Array.from({ length: SYNCS }, () => {
    const start = performance.now();
    writeSync(handle, page);
    fdatasyncSync(handle);
    return performance.now() - start;
  });
  closeSync(handle);
  rmSync(file);
  return sampleOf(times).p50;
}

export function formatMachine(machine: Machine): string {
  const { cpu, cores, memoryGb, kernel, node, syncMs, load } = machine;
  const syncText = `fdatasync ${syncMs.toFixed(2)} ms`;
  return `${cores} cores (${cpu}), ${memoryGb} GB, Linux ${kernel}, Node ${node}, ${syncText}, load before ${load.toFixed(1)}`;
}
