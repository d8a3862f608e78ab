// Shared worker that holds one stream for all pages: a browser opens only six connections to a server.
import { feed, type FeedMessage } from "./feed.ts";

const ports = new Set<MessagePort>();
/** State for pages that join later: the stream's status, and a reported ledger problem. */
let last: readonly FeedMessage[] = [];

const tell = (message: FeedMessage): void => {
  if (message.is === "trouble") last = [...last.filter(({ is }) => is !== "trouble"), message];
  else if (message.is !== "rows" && message.is !== "hint") last = [message];
  for (const port of ports) port.postMessage(message);
};

let end: (() => void) | null = null;
self.addEventListener("connect", (event) => {
  if (!(event instanceof MessageEvent)) return;
  const [port] = event.ports;
  if (port === undefined) return;
  ports.add(port);
  // A page only sends a message when it leaves.
  port.addEventListener("message", () => {
    ports.delete(port);
    if (ports.size > 0 || end === null) return;
    end();
    [end, last] = [null, []];
  });
  port.start();
  for (const message of last) port.postMessage(message);
  end ??= feed(tell);
});
