import { expect, it } from 'vitest';
import { z } from 'zod';
import { slackManifest } from '../../../src/channels/slack/manifest.js';
import { COMMAND_SPECS } from '../../../src/commands/specs.js';

/** Figures and names of Slack's "App manifest reference". */
const manifestSchema = z.strictObject({
  display_information: z.strictObject({ name: z.string().max(35), description: z.string().max(140) }),
  features: z.strictObject({
    bot_user: z.strictObject({ display_name: z.string().max(80), always_online: z.boolean() }),
    app_home: z.record(z.string(), z.boolean()),
    assistant_view: z.strictObject({ assistant_description: z.string().max(300) }),
    shortcuts: z.array(
      z.strictObject({
        name: z.string().max(24),
        type: z.literal('message'),
        callback_id: z.string().max(255),
        description: z.string().max(150),
      }),
    ),
    slash_commands: z
      .array(
        z.strictObject({
          command: z.string().regex(/^\/[a-z0-9_-]{1,31}$/),
          description: z.string().max(2000),
          usage_hint: z.string().max(1000).exactOptional(),
          should_escape: z.boolean(),
          url: z.url().exactOptional(),
        }),
      )
      .max(50),
  }),
  oauth_config: z.strictObject({ scopes: z.strictObject({ bot: z.array(z.string()).max(255) }) }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({
      request_url: z.url().exactOptional(),
      bot_events: z.array(z.string()).max(100),
    }),
    interactivity: z.strictObject({ is_enabled: z.literal(true), request_url: z.url().exactOptional() }),
    org_deploy_enabled: z.boolean(),
    socket_mode_enabled: z.boolean(),
    token_rotation_enabled: z.literal(false),
  }),
});

const commands = Object.values(COMMAND_SPECS);

it('the manifest has Slack’s form, for Socket Mode and for signed HTTP', () => {
  const socket = manifestSchema.parse(slackManifest(null, commands));
  expect(socket.settings.socket_mode_enabled).toBe(true);
  expect(JSON.stringify(socket)).not.toContain('http');
  const http = manifestSchema.parse(slackManifest('https://chat.example/', commands));
  expect(http.settings).toMatchObject({
    socket_mode_enabled: false,
    event_subscriptions: { request_url: 'https://chat.example/slack/events' },
    interactivity: { request_url: 'https://chat.example/slack/events' },
  });
  expect(http.features.slash_commands.every((command) => command.url === 'https://chat.example/slack/events')).toBe(
    true,
  );
  const names = http.features.slash_commands.map((command) => command.command);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(['/waggle', ...commands.map(({ name }) => `/waggle-${name.replaceAll('_', '-')}`)]);
  const many = Array.from({ length: 60 }, (_, n) => ({ ...COMMAND_SPECS.stop, name: `command_${n}` }));
  expect(manifestSchema.parse(slackManifest(null, many)).features.slash_commands).toHaveLength(50);
});
