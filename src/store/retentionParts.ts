/** The kinds of rows that grow old, in the order in which a run clears them: what others point to comes later. */
export const RETENTION_PARTS = [
  'dedupe',
  'journal',
  'deliveries',
  'turns',
  'calls',
  'lanes',
  'pairings',
  'gates',
  'traces',
  'usage',
  'spending',
  'warnings',
  'overheard',
  'seen',
  'audit',
  'rates',
  'schedules',
] as const;
export type RetentionPart = (typeof RETENTION_PARTS)[number];
