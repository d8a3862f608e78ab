// Comments on lines of a change that weren't sent yet, and the note that they become.
import { useCallback } from "react";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { createStore } from "../../store.ts";
import { runTitle } from "../../words.ts";

/** `line`: its number after the change; null if removed. `code`: the line's text. */
export type LineComment = {
  readonly path: string;
  readonly line: number | null;
  readonly code: string;
  readonly text: string;
};

/** One line per comment, for the next agent. */
export const noteOf = (comments: readonly LineComment[]): string =>
  comments
    .filter(({ text }) => text.trim() !== "")
    .map(
      ({ path, line, code, text }) =>
        `${path}${line === null ? "" : `:${line}`} \`${code.trim().slice(0, 120)}\`: ${text.trim()}`,
    )
    .join("\n");

/** A link that starts a run to handle comments on another run's work. */
export const followUpLink = (
  { run, title }: Pick<RunAnswer, "run" | "title">,
  comments: readonly LineComment[],
): string =>
  `/new?${new URLSearchParams({
    follows: run,
    goal: `Heed these comments on the work of “${runTitle({ run, title })}”:\n${noteOf(comments)}`,
  }).toString()}`;

/** By run and task; they outlast the tab. */
type Comments = readonly LineComment[];
const none: Comments = [];
const drafts = createStore<Readonly<Record<string, Comments>>>({});

/** @param node null: the whole run */
export const useComments = (
  run: string,
  node: string | null,
): readonly [Comments, (next: (before: Comments) => Comments) => void] => {
  const key = `${run} ${node ?? ""}`;
  const comments = drafts.use()[key] ?? none;
  const change = useCallback(
    (next: (before: Comments) => Comments): void => {
      const all = drafts.get();
      drafts.set({ ...all, [key]: next(all[key] ?? none) });
    },
    [key],
  );
  return [comments, change];
};
