// Why: one table says which key does what, so that the page and its help can't part.
import { useEffect, useRef } from "react";

export type Action =
  | "search"
  | "palette"
  | "down"
  | "up"
  | "open"
  | "runs"
  | "pictures"
  | "new"
  | "tab1"
  | "tab2"
  | "tab3"
  | "tab4"
  | "tab5"
  | "tab6"
  | "tab7"
  | "back"
  | "on"
  | "first"
  | "now"
  | "decision"
  | "trouble"
  | "commands"
  | "help"
  | "close";

export type Key = {
  readonly action: Action;
  /** As the browser names them, one after the other: `["g", "r"]`. */
  readonly keys: readonly string[];
  readonly means: string;
  readonly place: "everywhere" | "lists" | "a run";
  /** The browser does it by itself with what has the focus; it stands here for the help. */
  readonly native?: true;
};

export const keyTable: readonly Key[] = [
  { action: "help", keys: ["?"], means: "Show keyboard shortcuts", place: "everywhere" },
  { action: "search", keys: ["/"], means: "Search", place: "everywhere" },
  {
    action: "palette",
    keys: ["Ctrl-K"],
    means: "Go to a run, a question or a task",
    place: "everywhere",
    native: true,
  },
  { action: "runs", keys: ["g", "r"], means: "Go to the runs", place: "everywhere" },
  {
    action: "pictures",
    keys: ["g", "p"],
    means: "Go to the pictures of all runs",
    place: "everywhere",
  },
  { action: "new", keys: ["n"], means: "Start a new run", place: "everywhere" },
  { action: "close", keys: ["Escape"], means: "Close, or leave a field", place: "everywhere" },
  { action: "down", keys: ["j"], means: "Next line", place: "lists" },
  { action: "up", keys: ["k"], means: "Previous line", place: "lists" },
  { action: "open", keys: ["Enter"], means: "Open", place: "lists", native: true },
  { action: "decision", keys: ["d"], means: "First question that waits", place: "everywhere" },
  {
    action: "trouble",
    keys: ["f"],
    means: "Next task that failed, was returned, asks or is in doubt",
    place: "a run",
  },
  { action: "commands", keys: ["c"], means: "Actions", place: "a run" },
  { action: "tab1", keys: ["1"], means: "Graph", place: "a run" },
  { action: "tab2", keys: ["2"], means: "Changes", place: "a run" },
  { action: "tab3", keys: ["3"], means: "Work", place: "a run" },
  { action: "tab4", keys: ["4"], means: "Proof", place: "a run" },
  { action: "tab5", keys: ["5"], means: "Files", place: "a run" },
  { action: "tab6", keys: ["6"], means: "Ledger", place: "a run" },
  { action: "tab7", keys: ["7"], means: "Charts", place: "a run" },
  { action: "back", keys: ["["], means: "Previous event", place: "a run" },
  { action: "on", keys: ["]"], means: "Next event", place: "a run" },
  {
    action: "first",
    keys: ["Home"],
    means: "First event, on the time bar",
    place: "a run",
    native: true,
  },
  { action: "now", keys: ["End"], means: "Now, on the time bar", place: "a run", native: true },
];

/** A key after those that were pressed already: what it does, or what is waited for. */
export const pressed = (
  before: readonly string[],
  key: string,
  table = keyTable,
): { readonly action: Action | null; readonly pending: readonly string[] } => {
  const fit = (keys: readonly string[]) =>
    table.filter(
      (entry) => entry.native !== true && keys.every((one, index) => entry.keys[index] === one),
    );
  const whole = [...before, key];
  const found = fit(whole);
  const exact = found.find(({ keys }) => keys.length === whole.length);
  if (exact !== undefined) return { action: exact.action, pending: [] };
  if (found.length > 0) return { action: null, pending: whole };
  return before.length > 0 ? pressed([], key, table) : { action: null, pending: [] };
};

type Handler = () => void;
const handlers = new Map<Action, Handler[]>();

/** While the component is there the key does this; the one that came last wins. */
export const useKey = (action: Action, handler: Handler, enabled = true): void => {
  const newest = useRef(handler);
  useEffect(() => {
    newest.current = handler;
  });
  useEffect(() => {
    if (!enabled) return;
    const call: Handler = () => newest.current();
    handlers.set(action, [...(handlers.get(action) ?? []), call]);
    return () =>
      void handlers.set(
        action,
        (handlers.get(action) ?? []).filter((one) => one !== call),
      );
  }, [action, enabled]);
};

/** How long a second key is waited for. */
const pendingMs = 1_500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select"));

/** Listens for all of them, in one place; returns what ends it. */
export const listenKeys = (): (() => void) => {
  let pending: readonly string[] = [];
  let since = 0;
  const hear = (event: KeyboardEvent): void => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.defaultPrevented ||
      event.isComposing
    )
      return;
    if (isTyping(event.target)) {
      if (event.key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
      return;
    }
    // A dialog has the keys for itself.
    if (document.querySelector("dialog:modal") !== null) return;
    const before = event.timeStamp - since < pendingMs ? pending : [];
    const { action, pending: next } = pressed(before, event.key);
    pending = next;
    since = event.timeStamp;
    const handler = action === null ? undefined : handlers.get(action)?.at(-1);
    if (handler === undefined) return;
    event.preventDefault();
    handler();
  };
  document.addEventListener("keydown", hear);
  return () => document.removeEventListener("keydown", hear);
};
