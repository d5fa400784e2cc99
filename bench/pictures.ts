/**
 * Draws how one rich answer looks on each platform: the built gateway sends it through its real egress, and what the wire-level server
 * has stored then is drawn by drawers that know the platform's structure only. Needs Chromium. See README.md.
 *
 * Usage: npm run pictures
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '../src/core/json.js';
import { launchChromium } from '../test/setup/launchChromium.js';
import { rest } from './now.js';
import { drawDiscord } from './pictures/discord.js';
import type { Drawing } from './pictures/html.js';
import { PHONE_WIDTH, pageOf } from './pictures/page.js';
import { drawSlack } from './pictures/slack.js';
import { shrinkPng } from './pictures/smallPng.js';
import { drawTelegram } from './pictures/telegram.js';
import { PLATFORM_NAMES, PLATFORMS, type PlatformName } from './replies/platforms.js';
import { openRig } from './replies/rig.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ANSWER = readFileSync(join(ROOT, 'bench/pictures/answer.md'), 'utf8');
const OUT = join(ROOT, 'docs/pictures');
const QUESTION = 'How do I move our Postgres to a new server?';
/** The answer's last words, by which one sees that it is there. */
const LAST_WORDS = 'without a full copy';
const LOOK_EVERY_MS = 250;
const TIMEOUT_MS = 60_000;
const PERSON = 1;

const DRAW: Readonly<Record<PlatformName, (answer: readonly Json[]) => Drawing>> = {
  telegram: drawTelegram,
  slack: drawSlack,
  discord: drawDiscord,
};

/** What the platform has stored of the answer once nothing in it changes any more. */
async function storedAnswer(name: PlatformName, folder: string): Promise<readonly Json[]> {
  const rig = await openRig(PLATFORMS[name], 'documented', join(folder, name));
  try {
    await rig.script({ chunks: [ANSWER], delayMs: 0 });
    await rig.say(PERSON, QUESTION);
    const end = performance.now() + TIMEOUT_MS;
    for (let before = ''; performance.now() < end; ) {
      await rest(LOOK_EVERY_MS);
      const stored = await rig.shown(PERSON);
      const now = JSON.stringify(stored);
      // The first one is the question.
      if (now.includes(LAST_WORDS) && now === before) return stored.slice(1);
      before = now;
    }
    throw new Error(`${name}: the answer did not come; see ${folder}`);
  } finally {
    await rig.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'waggle-pictures-'));
mkdirSync(OUT, { recursive: true });
const browser = await launchChromium();
try {
  for (const name of PLATFORM_NAMES) {
    const answer = await storedAnswer(name, folder);
    const page = await browser.newPage({ viewport: { width: PHONE_WIDTH, height: 800 }, deviceScaleFactor: 2 });
    await page.setContent(pageOf(PLATFORMS[name].title, QUESTION, DRAW[name](answer)));
    const path = join(OUT, `${name}.png`);
    const png = shrinkPng(await page.locator('body').screenshot());
    await page.close();
    writeFileSync(path, png);
    process.stdout.write(`${path}: ${Math.round(png.length / 1000)} kB\n`);
  }
  rmSync(folder, { recursive: true, force: true });
} finally {
  await browser.close();
}
