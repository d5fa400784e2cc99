import type { Face } from '../../../core/ports/egress.js';

/** The scope with which a message may have another name and icon than the bot's (chat.postMessage, "Authorship"). */
export const FACE_SCOPE = 'chat:write.customize';

/** Slack's names of the emoji that personas have; it takes no others as an icon. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  '🔬': 'microscope',
  '✍': 'writing_hand',
  '📊': 'bar_chart',
  '💻': 'computer',
  '📋': 'clipboard',
  '📧': 'e-mail',
  '🎯': 'dart',
  '📢': 'loudspeaker',
  '🗺': 'world_map',
  '👥': 'busts_in_silhouette',
  '⚖': 'scales',
  '💰': 'moneybag',
  '🧠': 'brain',
  '🗂': 'card_index_dividers',
  '🔍': 'mag',
  '🎛': 'control_knobs',
  '🎧': 'headphones',
  '⚙': 'gear',
  '📈': 'chart_with_upwards_trend',
  '🤝': 'handshake',
  '🎨': 'art',
  '👤': 'bust_in_silhouette',
  '🍳': 'fried_egg',
  '📚': 'books',
  '🤖': 'robot_face',
  '🐝': 'bee',
  '⭐': 'star',
  '🚀': 'rocket',
};

/** The fields of a message that say whom it is from; an icon that Slack has no known name for is left out. */
export function authorOf(face: Face | undefined): { readonly username?: string; readonly icon_emoji?: string } {
  if (face === undefined) return {};
  const name = SHORT_NAMES[face.icon.replace(/\uFE0F/g, '')];
  return { username: face.name, ...(name === undefined ? {} : { icon_emoji: `:${name}:` }) };
}
