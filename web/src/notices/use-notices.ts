// Watch over the list of runs, which notifies where a person wants that and doesn't look.
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import type { RunLine } from "../../../src/http/answers.ts";
import { connectionNow } from "../api/connection.ts";
import { useRuns } from "../api/queries.ts";
import { chosenMode, followMode } from "./mode.ts";
import { type News, newsBetween, quietNews } from "./news.ts";
import { quietMinutes, stillness } from "./stillness.ts";
import { joinTabs, mayTell } from "./tabs.ts";
import { notify, sound } from "./tell.ts";

const lookMs = 30_000;

const tell = async (news: readonly News[], open: (address: string) => void): Promise<void> => {
  const mode = chosenMode();
  if (news.length === 0 || mode === "off" || !(await mayTell())) return;
  for (const one of news) notify(one, open);
  if (mode === "sound") sound();
};

export const useNotices = (): void => {
  const { data: lines } = useRuns();
  const [, goTo] = useLocation();
  const before = useRef<readonly RunLine[] | null>(null);
  const open = useRef(goTo);
  useEffect(() => void (open.current = goTo), [goTo]);
  useEffect(followMode, []);
  useEffect(joinTabs, []);
  useEffect(() => {
    if (lines === undefined) return;
    const news = before.current === null ? [] : newsBetween(before.current, lines);
    before.current = lines;
    void tell(news, (address) => open.current(address));
  }, [lines]);
  useEffect(() => {
    const timer = setInterval(() => {
      // Without a connection runs may change unnoticed.
      if (connectionNow() !== "live") return stillness.moved(null);
      const atWork = (before.current ?? []).filter(
        ({ state, driven }) => state === "running" && driven,
      );
      const due = stillness.look(
        atWork.map(({ run }) => run),
        performance.now(),
      );
      const news = atWork
        .filter(({ run, origin }) => origin === null && due.includes(run))
        .map((line) => quietNews(line, quietMinutes));
      void tell(news, (address) => open.current(address));
    }, lookMs);
    return () => clearInterval(timer);
  }, []);
};
