import type { CommandSpec } from '../../core/commandSpec.js';
import type { Json } from '../../core/json.js';
import { ASK_CALLBACK } from './buttons.js';

/** Where Slack sends events, commands and interactions over HTTP: Bolt's own address. */
export const EVENTS_PATH = '/slack/events';

/** Slack takes so many slash commands of an app ("App manifest reference"). */
const MAX_COMMANDS = 50;

/** What the bot may do, and what for. */
const SCOPES = [
  'app_mentions:read',
  'assistant:write',
  'channels:history',
  'channels:read',
  'chat:write',
  'chat:write.customize',
  'commands',
  'files:read',
  'files:write',
  'groups:history',
  'groups:read',
  'im:history',
  'im:read',
  'im:write',
  'mpim:history',
  'mpim:read',
  'reactions:write',
  'users:read',
] as const;

const EVENTS = [
  'app_mention',
  'app_uninstalled',
  'assistant_thread_started',
  'channel_left',
  'group_left',
  'member_joined_channel',
  'message.channels',
  'message.groups',
  'message.im',
  'message.mpim',
  'tokens_revoked',
] as const;

/**
 * The app manifest to paste at api.slack.com/apps ("From a manifest").
 *
 * Every command has a name of its own behind `/waggle-`, since names are shared by all apps of a workspace and by Slack itself;
 * all can also be typed behind `/waggle`, or with an exclamation mark.
 *
 * @param publicUrl base address under which Slack reaches this gateway; null for Socket Mode
 */
export function slackManifest(publicUrl: string | null, commands: readonly CommandSpec[]): Json {
  const url = publicUrl === null ? null : `${publicUrl.replace(/\/+$/, '')}${EVENTS_PATH}`;
  const command = (name: string, description: string, usage: string) => ({
    command: name,
    description,
    ...(usage === '' ? {} : { usage_hint: usage }),
    should_escape: true,
    ...(url === null ? {} : { url }),
  });
  return {
    display_information: { name: 'Waggle', description: 'One agent, every chat.' },
    features: {
      bot_user: { display_name: 'Waggle', always_online: true },
      app_home: { home_tab_enabled: false, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      assistant_view: { assistant_description: 'Answers questions, uses tools, and remembers what matters.' },
      shortcuts: [
        {
          name: 'Ask about this',
          type: 'message',
          callback_id: ASK_CALLBACK,
          description: 'Ask Waggle about a message',
        },
      ],
      slash_commands: [
        command('/waggle', 'Ask something, or run a command', '[command or question]'),
        ...commands
          .slice(0, MAX_COMMANDS - 1)
          .map(({ name, description, usage }) => command(`/waggle-${name.replaceAll('_', '-')}`, description, usage)),
      ],
    },
    oauth_config: { scopes: { bot: [...SCOPES] } },
    settings: {
      event_subscriptions: { ...(url === null ? {} : { request_url: url }), bot_events: [...EVENTS] },
      interactivity: { is_enabled: true, ...(url === null ? {} : { request_url: url }) },
      org_deploy_enabled: false,
      socket_mode_enabled: url === null,
      token_rotation_enabled: false,
    },
  };
}
