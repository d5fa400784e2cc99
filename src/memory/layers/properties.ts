import { z } from 'zod';

const propertiesSchema = z.record(z.string(), z.string());

/** Names and texts, as a JSON column keeps them. */
export function parseProperties(json: string): Readonly<Record<string, string>> {
  return propertiesSchema.parse(JSON.parse(json));
}
