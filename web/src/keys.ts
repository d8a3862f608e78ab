// Keyboard shortcuts: the table that page and help read, and the one listener for all of them.
import { useEffect, useRef } from "react";
import { type TabName, tabNames } from "./run/tab-names.ts";

export type Action =
  | "search"
  | "palette"
  | "down"
  | "up"
  | "open"
  | "runs"
  | "watch"
  | "new"
  | TabName["action"]
  | "back"
  | "on"
  | "first"
  | "now"
  | "decision"
  | "trouble"
  | "commands"
  | "merge"
  | "help"
  | "close";

type Key = {
  readonly action: Action;
  /** Browser key names in sequence: `["g", "r"]`. */
  readonly keys: readonly string[];
  readonly means: string;
  /** Handled by the browser for the focused element; listed for the help. */
  readonly native?: true;
};

/** By where they work. */
export const keysByPlace: Readonly<Record<"everywhere" | "lists" | "a run", readonly Key[]>> = {
  everywhere: [
    { action: "help", keys: ["?"], means: "Show keyboard shortcuts" },
    { action: "search", keys: ["/"], means: "Search" },
    { action: "palette", keys: ["Ctrl-K"], means: "Go to a run, question or task", native: true },
    { action: "runs", keys: ["g", "r"], means: "Go to the runs" },
    { action: "watch", keys: ["g", "w"], means: "Watch the agents at work" },
    { action: "new", keys: ["n"], means: "Start a new run: its goal" },
    { action: "close", keys: ["Escape"], means: "Close, or leave a field" },
    { action: "decision", keys: ["d"], means: "First question that waits" },
  ],
  lists: [
    { action: "down", keys: ["j"], means: "Next line" },
    { action: "up", keys: ["k"], means: "Previous line" },
    { action: "open", keys: ["Enter"], means: "Open", native: true },
  ],
  "a run": [
    {
      action: "trouble",
      keys: ["f"],
      means: "Next task that failed, was returned, asks or is in doubt",
    },
    { action: "commands", keys: ["c"], means: "Actions" },
    { action: "merge", keys: ["m"], means: "Merge the work" },
    ...tabNames.map(({ label, action }, index) => ({
      action,
      keys: [String(index + 1)],
      means: label,
    })),
    { action: "back", keys: ["["], means: "Previous event" },
    { action: "on", keys: ["]"], means: "Next event" },
    { action: "first", keys: ["Home"], means: "First event, on the time bar", native: true },
    { action: "now", keys: ["End"], means: "Now, on the time bar", native: true },
  ],
};
export const keyTable: readonly Key[] = Object.values(keysByPlace).flat();

/** Handles a key after earlier ones: an action, or waiting for more. */
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

/** Binds an action while the component is mounted; the latest binding wins. */
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

/** `j` and `k` (`by` 1 and -1) move between rows. */
export const useStepKeys = (step: (by: 1 | -1) => void): void => {
  useKey("down", () => step(1));
  useKey("up", () => step(-1));
};

/** How long to wait for a second key. */
const pendingMs = 1_500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select"));

/** Listens for all keys in one place; returns a function that stops. */
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
    // A modal dialog gets all keys.
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
