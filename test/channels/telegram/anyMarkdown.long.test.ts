import { describeAnyMarkdown } from '../anyMarkdown.js';
import { telegram } from '../deliverable.js';
import { openOutlet } from './egress/outlet.js';

describeAnyMarkdown(telegram, async () => {
  const { server, egress, at, close } = await openOutlet();
  let people = 0;
  return {
    egress,
    openChat: () => {
      people += 1;
      const chat = server.privateChat(people);
      return { address: at(chat), shown: () => chat.botMessages().map(({ text }) => text ?? '') };
    },
    refused: () => server.refused(),
    close,
  };
});
