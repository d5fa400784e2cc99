import { z } from 'zod';
import { tierForModel } from '../../../src/runtime/model/modelTier.js';
import { routeMessage } from '../../../src/runtime/model/routeMessage.js';
import { describeConformance } from '../conformanceCases.js';

describeConformance('modelTier.tierForModel', (input) =>
  tierForModel(z.object({ model: z.string() }).parse(input).model),
);

describeConformance('router.routeMessage', (input) =>
  routeMessage(z.object({ message: z.string() }).parse(input).message),
);
