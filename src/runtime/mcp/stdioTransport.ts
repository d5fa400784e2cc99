import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ServiceProcess } from '../sandbox/sandboxService.js';

/** One message that a server may send, in bytes. */
export const MAX_MESSAGE_BYTES = 8_000_000;

/** Lines that are no messages and that a server may print before it is taken to speak something else. */
const MAX_STRAY = 1_000;

/** MCP over the input and output of a program in the sandbox. (The SDK's own transport starts a program itself, without one.) */
export function createStdioTransport(service: ServiceProcess): Transport {
  const buffer = new ReadBuffer({ maxBufferSize: MAX_MESSAGE_BYTES });
  let stray = 0;
  const readAll = (transport: Transport) => {
    for (;;) {
      let message: JSONRPCMessage | null = null;
      try {
        message = buffer.readMessage();
      } catch (error) {
        // A line that is no message: servers print such things by mistake.
        stray += 1;
        if (stray > MAX_STRAY) throw error;
        continue;
      }
      if (message === null) return;
      transport.onmessage?.(message);
    }
  };
  const transport: Transport = {
    start: async () => {
      service.output.on('data', (chunk: Buffer) => {
        try {
          buffer.append(chunk);
          readAll(transport);
        } catch (error) {
          transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
          void service.close();
        }
      });
      void service.ended.then(() => transport.onclose?.());
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        service.input.write(serializeMessage(message), (error) => {
          if (error === undefined || error === null) resolve();
          else reject(error);
        });
      }),
    close: () => service.close(),
  };
  return transport;
}
