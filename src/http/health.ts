import { errorBody } from './httpError.js';
import type { HttpPart } from './httpPart.js';

/** `/healthz`: the process answers. `/readyz`: it takes messages. Open to all, so they say nothing but ok. */
export function createHealthPart(isReady: () => boolean): HttpPart {
  return {
    name: 'health',
    mount: (app) => {
      app.route({ method: 'GET', path: '/healthz', auth: 'open', handle: (context) => context.text('ok') });
      app.route({
        method: 'GET',
        path: '/readyz',
        auth: 'open',
        handle: (context) => {
          if (isReady()) return context.text('ok');
          return context.json(errorBody('not-ready', 'The gateway is starting or stopping.'), 503);
        },
      });
    },
  };
}
