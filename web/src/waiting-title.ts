// Title and icon of the page's tab, with the number of runs that wait for a person.
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useRuns } from "./api/queries.ts";
import { counted } from "./runs/tops.ts";

/** `(2) Cairn`. */
export const pageTitle = (waiting: number, title: string | null): string =>
  `${waiting === 0 ? "" : `(${waiting}) `}${title === null ? "Cairn" : `${title} · Cairn`}`;

export const useWaitingTitle = (): void => {
  const { data: lines } = useRuns();
  const [path] = useLocation();
  const waiting = counted(lines ?? []).get("waits for you") ?? 0;
  const run = /^\/run\/([^/]+)$/u.exec(path)?.[1];
  const title = lines?.find((line) => line.run === run)?.title ?? null;
  useEffect(() => {
    document.title = pageTitle(waiting, title);
    document
      .querySelector("link[rel=icon]")
      ?.setAttribute("href", waiting === 0 ? "/icon.svg" : "/icon-waiting.svg");
  }, [waiting, title]);
};
