/** Offered with every persona. It holds whether or not the tool is there. */
export const DOCUMENT_HINT =
  'Long structured content (reports, contracts, proposals): where generate_docx is on offer, offer a Word file.';

/** What keeps a persona from telling about files that it never wrote (contract: agent runtime 7.3). */
export const WRITE_DISCIPLINE = `## Files
A file exists only if you called write_file (or another writing tool) in this conversation and it succeeded. Text in your reply is NOT a file. Asked to save or create one: call write_file, then say where it is. Never say "saved" or "created" without that call.`;

/** Tones that `/tone` knows. */
export const TONES = {
  professional: 'Clear, courteous and to the point. Full sentences, no slang.',
  casual: 'Relaxed and friendly, as among colleagues. Short sentences, contractions are fine.',
  technical: 'Exact terms, no simplification of what matters. Show commands, types and figures.',
  legal: 'Precise and cautious wording. Define terms, name assumptions and the law that applies.',
  marketing: 'Lively and concrete, with the benefit to the reader first. No claims without proof.',
} as const;
