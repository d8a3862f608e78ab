// Keyboard shortcuts: the table that page and help read, and the one listener for all of them.
import { useEffect, useRef } from "react";
import { type TabName, tabNames } from "./run/tab-names.ts";

export type Action =
  | "search"
  | "palette"
  | "down"
  | "up"
  | "open"
  | "new"
  | TabName["action"]
  | "back"
  | "on"
  | "first"
  | "now"
  | "decision"
  | "trouble"
  | "merge"
  | "help"
  | "close";

type Key = {
  readonly action: Action;
  /** The browser's name of it. */
  readonly key: string;
  readonly means: string;
  /** Handled by the browser for the focused element; listed for the help. */
  readonly native?: true;
};

/** By where they work. */
export const keysByPlace: Readonly<Record<"everywhere" | "lists" | "a run", readonly Key[]>> = {
  everywhere: [
    { action: "help", key: "?", means: "Show keyboard shortcuts" },
    { action: "search", key: "/", means: "Search" },
    { action: "palette", key: "Ctrl-K", means: "Go to a run, question or task", native: true },
    { action: "new", key: "n", means: "Start a new run: its goal" },
    { action: "close", key: "Escape", means: "Close, or leave a field" },
    { action: "decision", key: "d", means: "First question that waits" },
  ],
  lists: [
    { action: "down", key: "j", means: "Next line" },
    { action: "up", key: "k", means: "Previous line" },
    { action: "open", key: "Enter", means: "Open", native: true },
  ],
  "a run": [
    {
      action: "trouble",
      key: "f",
      means: "Next task that failed, was returned, asks or is in doubt",
    },
    { action: "merge", key: "m", means: "Merge the work" },
    ...tabNames.map(({ label, action }, index) => ({
      action,
      key: String(index + 1),
      means: label,
    })),
    { action: "back", key: "[", means: "Previous event" },
    { action: "on", key: "]", means: "Next event" },
    { action: "first", key: "Home", means: "First event, on the time bar", native: true },
    { action: "now", key: "End", means: "Now, on the time bar", native: true },
  ],
};
export const keyTable: readonly Key[] = Object.values(keysByPlace).flat();

const actions = new Map(
  keyTable.flatMap(({ key, action, native }) => (native === true ? [] : [[key, action] as const])),
);

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

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select"));

/** Listens for all keys in one place; returns a function that stops. */
export const listenKeys = (): (() => void) => {
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
    const action = actions.get(event.key);
    const handler = action === undefined ? undefined : handlers.get(action)?.at(-1);
    if (handler === undefined) return;
    event.preventDefault();
    handler();
  };
  document.addEventListener("keydown", hear);
  return () => document.removeEventListener("keydown", hear);
};
