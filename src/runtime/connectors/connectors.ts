import type { Connector } from './connector.js';
import { TECHNICAL_CONNECTORS } from './technicalConnectors.js';
import { WORK_CONNECTORS } from './workConnectors.js';

/** All services that the agent knows of. */
export const CONNECTORS: readonly Connector[] = [...WORK_CONNECTORS, ...TECHNICAL_CONNECTORS];
