import { z } from 'zod';
import type { Entity } from '../../core/memory/layers.js';
import { parseProperties } from '../layers/properties.js';

/** One row of `entity`. */
export const entityRowSchema = z
  .object({
    key: z.number(),
    type: z.string(),
    name: z.string(),
    properties: z.string(),
    valid_from: z.number(),
    valid_to: z.number().nullable(),
    recorded_at: z.number(),
  })
  .transform(
    (row): Entity => ({
      id: row.key,
      type: row.type,
      name: row.name,
      properties: parseProperties(row.properties),
      validFrom: row.valid_from,
      validTo: row.valid_to,
      recordedAt: row.recorded_at,
    }),
  );
