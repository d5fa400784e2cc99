import { normalizeModelName } from './modelName.js';

/** `WAGGLE_VISION`: whether the model is shown pictures; `auto` goes by the table. */
export type VisionSetting = 'auto' | 'on' | 'off';

/**
 * Families that take pictures, on normalised names, from the vendors' public model pages as of 2026-11. A model that is not
 * here is shown none: endpoints refuse the whole request of a model that takes text alone.
 */
const SEEING: readonly RegExp[] = [
  /^claude-(?!instant|v?[12](?:\D|$))/,
  /^(?:chat)?gpt-(?:4o|4\.[15]|4-turbo(?!-preview)|[5-9]|\d\d)(?!.*(?:audio|realtime|search|transcribe|tts))/,
  /^o(?:1(?!-(?:mini|preview))|3(?!-mini)|4)(?:-|$)/,
  /^gemini-(?!1\.0|pro(?:-\d|$))(?!.*(?:audio|embedding|tts))/,
  /^gemma-(?:3-(?:4|12|27)b|4)(?![a-z\d])/,
  /^llama-(?:3[.-]2-(?:11|90)b|4)(?![a-z\d])/,
  /^qwen-?3\.5(?!.*(?:coder|max))/,
  /^(?:qvq|qwen.*-omni)(?![a-z])/,
  /^pixtral/,
  /^mistral-(?:small-?(?:3\.[12]|2503|2506)|medium-?(?:3|2505|2508)|large-?(?:3|2512))(?![\d])/,
  /^grok-[4-9](?!.*code)/,
  /^kimi-k2\.5/,
  /^glm-\d(?:\.\d)?v/,
  /^nova-(?:lite|pro|premier)/,
  /^phi-4-multimodal/,
  /^(?:bakllava|internvl|llava|minicpm-v|molmo|moondream)/,
  // Named for it: `qwen3-vl-8b`, `llama3.2-vision`, `grok-2-vision`, `command-a-vision`.
  /(?:^|[\d.-])(?:vl|vision)(?:[\d.-]|$)/,
];

/** Whether a model is shown the pictures that people send. */
export function seesPictures(model: string, setting: VisionSetting): boolean {
  if (setting !== 'auto') return setting === 'on';
  const name = normalizeModelName(model);
  return SEEING.some((family) => family.test(name));
}
