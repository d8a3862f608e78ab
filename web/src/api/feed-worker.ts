// Why: a browser opens six connections to a server, for all its tabs: however many pages are open, they share one stream.
import { feed, type FeedMessage } from "./feed.ts";

const ports = new Set<MessagePort>();
let last: FeedMessage | null = null;

const tell = (message: FeedMessage): void => {
  if (message.is !== "rows" && message.is !== "hint") last = message;
  for (const port of ports) port.postMessage(message);
};

let end: (() => void) | null = null;
self.addEventListener("connect", (event) => {
  if (!(event instanceof MessageEvent)) return;
  const [port] = event.ports;
  if (port === undefined) return;
  ports.add(port);
  // A page says nothing but that it goes.
  port.addEventListener("message", () => {
    ports.delete(port);
    if (ports.size > 0 || end === null) return;
    end();
    [end, last] = [null, null];
  });
  port.start();
  if (last !== null) port.postMessage(last);
  end ??= feed(tell);
});
