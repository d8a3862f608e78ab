// Notifications of the browser on questions and ends of runs, where a person wants them and doesn't look.
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import type { RunLine } from "../../../src/http/answers.ts";
import { useRuns } from "../api/queries.ts";
import { createKeptChoice } from "../kept-choice.ts";
import { isLookedAt, joinLooks } from "./looked-at.ts";
import { type News, newsBetween } from "./news.ts";

/** Of this browser. */
export const notices = createKeptChoice("cairn-notices", ["off", "on"]);

const canNotify = (): boolean =>
  "Notification" in globalThis && Notification.permission === "granted";

/** Asks for permission if undecided; true: granted. */
export const askToNotify = async (): Promise<boolean> => {
  if (!("Notification" in globalThis)) return false;
  return canNotify() || (await Notification.requestPermission()) === "granted";
};

/** One with the same tag, by another tab, takes the place of the first. */
const notify = ({ id, title, text, address }: News, open: (address: string) => void): void => {
  try {
    const shown = new Notification(title, { body: text, tag: id });
    shown.addEventListener("click", () => {
      globalThis.focus();
      open(address);
      shown.close();
    });
  } catch {
    // Phones only allow notifications by a service worker: the tab's title remains.
  }
};

const tell = async (news: readonly News[], open: (address: string) => void): Promise<void> => {
  notices.read();
  if (news.length === 0 || notices.get() === "off" || !canNotify() || (await isLookedAt())) return;
  for (const one of news) notify(one, open);
};

/** Follows the choice in other tabs, too. */
export const useNotices = (): void => {
  const { data: lines } = useRuns();
  const [, goTo] = useLocation();
  const before = useRef<readonly RunLine[] | null>(null);
  const open = useRef(goTo);
  useEffect(() => void (open.current = goTo), [goTo]);
  useEffect(joinLooks, []);
  useEffect(() => {
    notices.read();
    globalThis.addEventListener("storage", notices.read);
    return () => globalThis.removeEventListener("storage", notices.read);
  }, []);
  useEffect(() => {
    if (lines === undefined) return;
    const news = before.current === null ? [] : newsBetween(before.current, lines);
    before.current = lines;
    void tell(news, (address) => open.current(address));
  }, [lines]);
};
