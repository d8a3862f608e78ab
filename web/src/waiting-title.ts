// Why: whoever works in another tab sees on this one's name that something waits for him.
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useRuns } from "./api/queries.ts";

/** `(2) Cairn`. */
export const titled = (waiting: number, title: string | null): string =>
  `${waiting === 0 ? "" : `(${waiting}) `}${title === null ? "Cairn" : `${title} · Cairn`}`;

export const useWaitingTitle = (): void => {
  const { data: lines } = useRuns();
  const [path] = useLocation();
  const keys = new Set(
    lines?.flatMap(({ decisions }) => decisions.map(({ run, key }) => `${run}/${key}`)),
  );
  const run = /^\/run\/([^/]+)$/u.exec(path)?.[1];
  const title = lines?.find((line) => line.run === run)?.title ?? null;
  const waiting = keys.size;
  useEffect(() => {
    document.title = titled(waiting, title);
    document
      .querySelector("link[rel=icon]")
      ?.setAttribute("href", waiting === 0 ? "/icon.svg" : "/icon-waiting.svg");
  }, [waiting, title]);
};
