// One stream of events for all pages of this browser, if it supports sharing.
import { feed, type FeedMessage } from "./feed.ts";

/** @returns a function that ends it for this page */
export const pageFeed = (hear: (message: FeedMessage) => void): (() => void) => {
  let end: (() => void) | null = null;
  const alone = (): void => void (end ??= feed(hear));
  if (!("SharedWorker" in globalThis)) {
    alone();
    return () => end?.();
  }
  const worker = new SharedWorker(new URL("feed-worker.ts", import.meta.url), {
    type: "module",
    name: "cairn",
  });
  worker.addEventListener("error", alone);
  worker.port.addEventListener("message", ({ data }: MessageEvent<FeedMessage>) => hear(data));
  worker.port.start();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has but one other end
  const leave = (): void => worker.port.postMessage("bye");
  globalThis.addEventListener("pagehide", leave);
  return () => {
    globalThis.removeEventListener("pagehide", leave);
    leave();
    end?.();
  };
};
