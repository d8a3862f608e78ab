// Marks in text written by agents, editors and git, for checks that no text is lost.
import { digest } from "../../src/core/hash.ts";
import type { Path, Recorded } from "../../src/core/row.ts";
import type { World } from "./world.ts";

export type Ink = {
  /** A word that stands nowhere else. */
  mark(): string;
  /** Somebody other than the engine writes a file (null: takes it away): what he writes over is his doing. */
  write(path: Path, text: string | null): void;
  /** Marks that are nowhere any more, though nobody wrote over them. */
  lost(): readonly string[];
  /** Somebody deletes a file that the engine makes anew. */
  gone(path: Path): void;
  /** Marks that were taken in as entries more than once. */
  twice(): readonly string[];
};

const marksIn = (text: string): readonly string[] => [...new Set(text.match(/\bink\d+z\b/gu))];

/** `entries`: what an event shows as the words of one entry. */
export const makeInk = (
  { disk, watch }: Pick<World, "disk" | "watch">,
  entries: (event: Recorded) => readonly string[],
): Ink => {
  const written = new Set<string>();
  const excused = new Set<string>();
  let count = 0;
  const excuse = (path: Path, text: string | null): void => {
    for (const mark of marksIn(disk.files.get(path)?.text ?? ""))
      if (text?.includes(mark) !== true) excused.add(mark);
  };
  return {
    mark: () => `ink${(count += 1)}z`,
    write(path, text) {
      excuse(path, text);
      if (text === null) disk.files.delete(path);
      else {
        for (const mark of marksIn(text)) written.add(mark);
        disk.write(path, text);
        watch.edited(digest(text));
      }
    },
    lost() {
      const events = [...watch.accounts.values()].flatMap(({ log }) =>
        log.map(({ data }) => JSON.stringify(data)),
      );
      const kept = [...disk.refused.values(), ...[...disk.files.values()].map(({ text }) => text)];
      const known = new Set([...events, ...kept].flatMap(marksIn));
      return [...written].filter((mark) => !known.has(mark) && !excused.has(mark));
    },
    gone: (path) => excuse(path, null),
    twice() {
      const seen = [...watch.accounts.values()]
        .flatMap(({ log }) => log.flatMap(entries))
        .flatMap(marksIn);
      return [...new Set(seen.filter((mark, index) => seen.indexOf(mark) !== index))];
    },
  };
};
