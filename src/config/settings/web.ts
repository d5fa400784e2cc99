import * as kind from '../kinds.js';
import type { Setting } from '../setting.js';

/** What tools may reach of the network. */
export const webSettings = {
  netAllow: {
    name: 'WAGGLE_NET_ALLOW',
    group: 'Web',
    kind: kind.netPlaces(),
    unset: 'nothing: tools reach the public internet only',
    summary:
      'Places outside the public internet, or on unusual ports, that tools may reach, such as wiki.corp.example,*.lab.example,10.1.2.0/24,127.0.0.1:3000. A name opens private addresses behind it; link-local and cloud metadata addresses take an entry of their own.',
  },
} as const satisfies Readonly<Record<string, Setting>>;
