import { describeAnyMarkdown } from '../anyMarkdown.js';
import { slack } from '../deliverable.js';
import { openScene } from './scene.js';

describeAnyMarkdown(slack, async () => {
  const { server, channel, address, close } = await openScene({ receives: false });
  return {
    egress: channel.egress,
    openChat: () => {
      const chat = server.channel();
      return { address: address(chat), shown: () => chat.botMessages().map((message) => server.textOf(message)) };
    },
    refused: () => server.refused(),
    close,
  };
});
