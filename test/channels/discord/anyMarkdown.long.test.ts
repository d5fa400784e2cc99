import { startDiscordServer } from '../../platforms/discord/discordServer.js';
import { visibleText } from '../../platforms/discord/visibleText.js';
import { describeAnyMarkdown } from '../anyMarkdown.js';
import { discord } from '../deliverable.js';
import { openChannel, openTestStore } from './scene.js';

describeAnyMarkdown(discord, async () => {
  const server = await startDiscordServer();
  const store = await openTestStore();
  const { channel } = await openChannel(server, store);
  return {
    egress: channel.egress,
    openChat: () => {
      const chat = server.dm(server.user());
      return {
        address: { platform: 'discord', account: server.bot.id, chat: chat.id, kind: 'dm' },
        shown: () => chat.botMessages().map(({ content }) => visibleText(content)),
      };
    },
    refused: () => server.refused(),
    close: async () => {
      await channel.close();
      await server.close();
      await store.dispose();
    },
  };
});
