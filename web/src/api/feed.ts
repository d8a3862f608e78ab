// Stream of events from the server, which reconnects by itself.
import type { LedgerTrouble, LogLine } from "../../../src/http/answers.ts";
import { answers } from "./guards.ts";

/** `lost`: the browser or we retry; `locked`: the server answers, but rejects this page's key. */
export type FeedMessage =
  | { readonly is: "open" }
  | { readonly is: "lost" }
  | { readonly is: "locked" }
  | { readonly is: "trouble"; readonly trouble: LedgerTrouble | null }
  | { readonly is: "rows"; readonly lines: readonly LogLine[] }
  | { readonly is: "hint"; readonly run: string | null };

const againMs = 2_000;

const parsed = (text: unknown): unknown => {
  try {
    return typeof text === "string" ? JSON.parse(text) : null;
  } catch {
    return null;
  }
};

/** The browser doesn't distinguish a refused stream from a broken one, so this asks. */
const isLocked = async (): Promise<boolean> => {
  try {
    const { status } = await fetch("/api/here", { credentials: "same-origin" });
    return status === 401 || status === 403;
  } catch {
    return false;
  }
};

/** On its own reconnects the browser sends the last event's id; for streams that it gave up, we do. */
export const feed = (say: (message: FeedMessage) => void): (() => void) => {
  let ended = false;
  let source: EventSource | null = null;
  let last = "";
  const join = (): void => {
    if (ended) return;
    const joined = new EventSource(
      last === "" ? "/api/live" : `/api/live?after=${encodeURIComponent(last)}`,
    );
    source = joined;
    joined.addEventListener("open", () => say({ is: "open" }));
    joined.addEventListener("rows", ({ data, lastEventId }) => {
      last = lastEventId;
      const rows = parsed(data);
      if (answers.liveRows(rows)) say({ is: "rows", lines: rows.lines });
    });
    joined.addEventListener("hint", ({ data }) => {
      const hint = parsed(data);
      if (answers.liveHint(hint)) say({ is: "hint", run: hint.run });
    });
    joined.addEventListener("trouble", ({ data }) => {
      const told = parsed(data);
      if (answers.liveTrouble(told)) say({ is: "trouble", trouble: told.trouble });
    });
    joined.addEventListener("error", () => {
      if (joined.readyState !== EventSource.CLOSED) return void say({ is: "lost" });
      setTimeout(join, againMs);
      void isLocked().then((locked) => say({ is: locked ? "locked" : "lost" }));
    });
  };
  join();
  return () => {
    ended = true;
    source?.close();
  };
};
