/**
 * Node's error codes that occur before a request is written: names that do not resolve, hosts that refuse or cannot be
 * reached, TLS handshakes that fail. `ECONNRESET`, `EPIPE` and `ETIMEDOUT` are not among them: they also occur afterwards.
 */
export const NEVER_SENT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'EPROTO',
]);

/** The same by message, where a code alone could mean either: node names the system call that failed. */
export const NEVER_SENT_REASONS: readonly RegExp[] = [
  /\bconnect E[A-Z]+/,
  /\bgetaddrinfo E[A-Z_]+/,
  /before secure TLS connection was established/,
];
