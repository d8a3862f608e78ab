// MCP over standard streams: ends when the client closes its side, after pending calls.
import type { Readable, Writable } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { mcpServer } from "./server.ts";
import type { World } from "./world.ts";

/** Maximum size of a message in bytes; a longer one ends the connection. Reports and commands have lower limits. */
const messageLimit = 32 * 1024 * 1024;

export type Streams = { readonly input: Readable; readonly output: Writable };

/** Serves until the client disconnects or `signal` aborts; pending work finishes without an answer. `note`: messages for people, never on the output. */
export const serveMcp = async (
  world: World,
  { input, output }: Streams,
  signal: AbortSignal,
  note: (line: string) => void,
): Promise<void> => {
  const underway = new Set<Promise<unknown>>();
  const reach: World["reach"] = (use, looks) => {
    const asked = world.reach(use, looks);
    const done = asked.catch(() => {}).finally(() => underway.delete(done));
    underway.add(done);
    return asked;
  };
  const closed = Promise.withResolvers<void>();
  const end = (): void => closed.resolve();
  signal.addEventListener("abort", end, { once: true });
  const transport = new StdioServerTransport(input, output, { maxBufferSize: messageLimit });
  const handle = serveStdio(mcpServer({ ...world, reach }), {
    transport,
    onerror: (error) => note(`mcp: ${error.message}`),
  });
  // Closes itself when a message is too long or the client is gone.
  const { onclose } = transport;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target
  transport.onclose = () => {
    onclose?.();
    end();
  };
  if (signal.aborted) end();
  await closed.promise;
  await handle.close();
  while (underway.size > 0) await Promise.all(underway);
};
