/** What one command in the sandbox may use. */
export interface SandboxLimits {
  /** Of all its processes together, beyond shared program text; bytes. */
  readonly memory: number;
  /** Of one process, private and writable; bytes. */
  readonly data: number;
  /** Processes; one that starts more is stopped. */
  readonly processes: number;
  /** Processes and threads that the kernel admits. */
  readonly tasks: number;
  readonly openFiles: number;
  /** Of one file that it writes; bytes. */
  readonly fileSize: number;
  /** Bytes that /tmp takes; they are memory. */
  readonly tmp: number;
  /** Bytes that it may print; what is kept of them is less. */
  readonly output: number;
  /** Milliseconds that it may run when nothing else was said. */
  readonly timeMs: number;
  /** Milliseconds that may be asked for. */
  readonly maxTimeMs: number;
}

/**
 * Enough to build and test a small project (Node alone takes 60 MB, a compiler 300), and such that ten at once fit on a small
 * server.
 */
export const SANDBOX_LIMITS: SandboxLimits = {
  memory: 1_000_000_000,
  data: 800_000_000,
  processes: 128,
  tasks: 400,
  openFiles: 512,
  fileSize: 100_000_000,
  tmp: 128_000_000,
  output: 16_000_000,
  timeMs: 60_000,
  maxTimeMs: 600_000,
};
