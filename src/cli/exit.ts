/** Exit codes, as sysexits.h names them. */
export const EXIT = {
  ok: 0,
  /** The command was right, its subject was not (an unknown code). */
  failed: 1,
  /** EX_SOFTWARE: something broke. */
  software: 70,
  /** EX_TEMPFAIL: another process took over; starting again may help. */
  tryAgain: 75,
  /** EX_CONFIG: the configuration cannot be used. */
  config: 78,
} as const;
