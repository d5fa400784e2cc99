import type { Setting } from './setting.js';
import { behaviourSettings } from './settings/behaviour.js';
import { modelSettings } from './settings/model.js';
import { platformSettings } from './settings/platforms.js';
import { processSettings } from './settings/process.js';
import { webSettings } from './settings/web.js';

/** Every setting there is: what is read, `.env.example`, the README's table and `waggle doctor` all come from here. */
export const settings = {
  ...modelSettings,
  ...processSettings,
  ...platformSettings,
  ...behaviourSettings,
  ...webSettings,
};

/** The table as a list. */
export const settingList: readonly Setting[] = Object.values(settings);
