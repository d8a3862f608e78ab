// Server-sent events of a page: a slow reader costs no memory, a dead one is cut.
import type { LiveHint, LiveRows, LiveTrouble, LogLine } from "../answers.ts";
import { type HubClock, hubClock } from "./clock.ts";
import type { Listening, Live } from "./live.ts";

/** Interval of comments in ms, which keep proxies from closing the connection; a stream that accepted nothing for `patience` of them is ended. */
export const aliveMs = 15_000;
const patience = 4;
/** Buffered bytes of a stream before it counts as slow. */
const mostWaiting = 256 * 1024;

type Ask = {
  readonly after: number | null;
  readonly run: string | null;
  readonly signal: AbortSignal;
  readonly every?: HubClock["every"];
};

const named = (event: string, data: LiveRows | LiveHint | LiveTrouble, id: number | null): string =>
  `${id === null ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

export const eventStream = (
  live: Live,
  { after, run, signal, every = hubClock.every }: Ask,
): Response => {
  const encoder = new TextEncoder();
  let listening: Listening | null = null;
  let still = (): void => {};
  let waited = 0;
  /** The seq of the last event that this stream has passed, shown or not. */
  let place = after;
  let over = false;
  const end = (): void => {
    over = true;
    still();
    listening?.end();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const put = (text: string): void => controller.enqueue(encoder.encode(text));
        const close = (): void => {
          if (over) return;
          end();
          controller.close();
        };
        if (signal.aborted) return close();
        put(": cairn\nretry: 1000\n\n");
        // A new client rereads everything once the stream is open: nothing is lost in between.
        if (after === null) put(named("hint", { run: null }, null));
        listening = live.listen(after, {
          run,
          ready: () => (controller.desiredSize ?? 0) > 0,
          rows: (lines: readonly LogLine[]) => {
            place = lines.at(-1)?.seq ?? place;
            const shown = run === null ? lines : lines.filter((line) => line.run === run);
            if (shown.length > 0) put(named("rows", { lines: shown }, place));
          },
          hint: (of) => {
            if (run === null || of === null || of === run) put(named("hint", { run: of }, null));
          },
          trouble: (trouble) => put(named("trouble", { trouble }, null)),
        });
        still = every(aliveMs, () => {
          waited = (controller.desiredSize ?? 0) > 0 ? 0 : waited + 1;
          if (waited >= patience) close();
          else if (waited === 0) put(place === null ? ":\n\n" : `:\nid: ${place}\n\n`);
        });
        signal.addEventListener("abort", close, { once: true });
      },
      pull: () => listening?.more(),
      cancel: end,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: mostWaiting }),
  );
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
  });
};
