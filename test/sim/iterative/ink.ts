// Why: what agents, editors and git write into a run's files bears marks, by which it must be found again: taken in once, kept aside, or still there.
import { digest } from "../../../src/core/hash.ts";
import { isRecord } from "../../../src/core/record.ts";
import type { Path } from "../../../src/core/row.ts";
import type { World } from "../world.ts";

export type Ink = {
  /** A word that stands nowhere else. */
  mark(): string;
  /** Somebody other than the engine writes a file (null: takes it away): what he writes over is his doing. */
  write(path: Path, text: string | null): void;
  /** Marks that are nowhere any more, though nobody wrote over them. */
  lost(): readonly string[];
  /** Marks that were taken in as entries more than once. */
  twice(): readonly string[];
};

const marksIn = (text: string): readonly string[] => [...new Set(text.match(/\bink\d+z\b/gu))];

export const makeInk = (world: World): Ink => {
  const { disk, watch } = world;
  const written = new Set<string>();
  const excused = new Set<string>();
  let count = 0;
  /** As progress.md shows them. */
  const entries = (): readonly string[] =>
    [...watch.accounts.values()].flatMap(({ log }) =>
      log.flatMap(({ type, data }): readonly string[] => {
        if (!isRecord(data)) return [];
        const said = isRecord(data["said"]) ? data["said"]["did"] : null;
        return type === "NoteAdded" ? [String(data["text"])] : type === "PassEnded" ? [String(said)] : [];
      }),
    );
  return {
    mark: () => `ink${(count += 1)}z`,
    write(path, text) {
      const before = disk.files.get(path)?.text ?? "";
      for (const mark of marksIn(before)) if (text?.includes(mark) !== true) excused.add(mark);
      if (text === null) disk.files.delete(path);
      else {
        for (const mark of marksIn(text)) written.add(mark);
        disk.write(path, text);
        watch.edited(digest(text));
      }
    },
    lost() {
      const events = [...watch.accounts.values()].flatMap(({ log }) => log.map(({ data }) => JSON.stringify(data)));
      const kept = [...disk.refused.values(), ...[...disk.files.values()].map(({ text }) => text)];
      const known = new Set([...events, ...kept].flatMap(marksIn));
      return [...written].filter((mark) => !known.has(mark) && !excused.has(mark));
    },
    twice() {
      const seen = entries().flatMap(marksIn);
      return [...new Set(seen.filter((mark, index) => seen.indexOf(mark) !== index))];
    },
  };
};
