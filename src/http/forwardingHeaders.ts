/**
 * Headers by which proxies, tunnels and content networks give themselves away. Where one is present, the socket's other
 * end is not the caller, so a loopback address proves nothing.
 */
export const FORWARDING_HEADERS: ReadonlySet<string> = new Set([
  'client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'forwarded',
  'ngrok-skip-browser-warning',
  'remote-addr',
  'true-client-ip',
  'via',
  'wl-proxy-client-ip',
  'x-arr-log-id',
  'x-azure-clientip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-host',
  'x-http-host-override',
  'x-nf-client-connection-ip',
  'x-originating-ip',
  'x-proxyuser-ip',
  'x-real-ip',
  'x-remote-addr',
  'x-remote-ip',
]);

/** Beginnings of header names that only proxies write. */
export const FORWARDING_PREFIXES: readonly string[] = [
  'cf-',
  'cdn-',
  'fly-forwarded-',
  'tailscale-',
  'x-appengine-',
  'x-envoy-',
  'x-forwarded',
  'x-original-',
  'x-vercel-',
];
