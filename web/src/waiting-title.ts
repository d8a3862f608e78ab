// Title and icon of the page's tab, with the number of open questions.
import { useEffect } from "react";
import { useLocation } from "wouter";
import { decisionId } from "./words.ts";
import { useRuns } from "./api/queries.ts";

/** `(2) Cairn`. */
export const pageTitle = (waiting: number, title: string | null): string =>
  `${waiting === 0 ? "" : `(${waiting}) `}${title === null ? "Cairn" : `${title} · Cairn`}`;

export const useWaitingTitle = (): void => {
  const { data: lines } = useRuns();
  const [path] = useLocation();
  // A question also appears in the lines of all ancestors of the asking run.
  const waiting = new Set(lines?.flatMap(({ decisions }) => decisions.map(decisionId))).size;
  const run = /^\/run\/([^/]+)$/u.exec(path)?.[1];
  const title = lines?.find((line) => line.run === run)?.title ?? null;
  useEffect(() => {
    document.title = pageTitle(waiting, title);
    document
      .querySelector("link[rel=icon]")
      ?.setAttribute("href", waiting === 0 ? "/icon.svg" : "/icon-waiting.svg");
  }, [waiting, title]);
};
