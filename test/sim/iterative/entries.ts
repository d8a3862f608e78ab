// Simulated writing of progress.md entries: odd dashes, levels, two goes, stale copies.
import type { Path } from "../../../src/core/row.ts";
import type { Scene } from "../scene.ts";
import { fileIn } from "./place.ts";
import type { IterativeWorld } from "./world.ts";

export type EntryWords = {
  readonly unit: string;
  readonly number: number;
  readonly did: string;
  readonly remaining: string;
  readonly signal: string | null;
  readonly commit: string | null;
};

type Heading = (unit: string, number: number, time: string) => string;
const plain: Heading = (unit, number, time) => `## ${unit} - Iteration ${number} - ${time}`;
const headings: readonly Heading[] = [
  plain,
  (unit, number, time) => `## ${unit} – Iteration ${number} – ${time}`,
  (unit, number, time) => `### ${unit} - Iteration ${number} - ${time}`,
  (unit, number) => `## ${unit} - Iteration ${number}`,
  (unit, number, time) => `## ${unit} - Fix ${number} - ${time}`,
  (_unit, number, time) => `## Fix - Iteration ${number} - ${time}`,
  (_unit, number, time) => `## T99 - Iteration ${number} - ${time}`,
  (unit) => `## What I did for ${unit}`,
];

const entryText = ({ did, remaining, signal, commit }: EntryWords, heading: string): string => {
  const lines = [`**Did:** ${did}`, `**Remaining:** ${remaining === "" ? "None" : remaining}`];
  const more = [
    ...(signal === null ? [] : [`**Signal:** ${signal}`]),
    ...(commit === null ? [] : [`**Commit:** ${commit}`]),
  ];
  return [heading, ...lines, ...more].join("\n");
};

const appended = (text: string | null, more: string): string =>
  `${(text ?? "# Progress Log\n").trimEnd()}\n\n${more}\n`;
const second = (world: IterativeWorld): string => `${world.now().slice(0, 19)}Z`;

/** `copy`: the file as the agent read it when it began. */
export const writeEntry = async (
  scene: Scene<IterativeWorld>,
  words: EntryWords,
  copy: string | null,
): Promise<void> => {
  const { world, chance, job, proc } = scene;
  const state = world.watch.state(job.run);
  if (state === null) return;
  const { ink, machine, disk } = world;
  const path: Path = fileIn(state, "progress.md");
  const put = (what: string, make: (text: string | null) => string): Promise<void> =>
    machine.call(proc, `${what} progress.md`, () =>
      ink.write(path, make(disk.files.get(path)?.text ?? null)),
    );
  const mark = ink.mark();
  const headed =
    world.calm || world.steady ? plain : chance.pick([plain, plain, plain, plain, ...headings]);
  const entry = entryText(
    { ...words, did: `${words.did} ${mark}` },
    headed(words.unit, words.number, second(world)),
  );
  const how =
    world.calm || world.steady
      ? "append"
      : chance.weighed([
          [8, "append"],
          [1, "two goes"],
          [1, "old copy"],
          [1, "badly"],
        ] as const);
  if (how === "append") await put("appends to", (text) => appended(text, entry));
  else if (how === "old copy" && copy !== null)
    await put("writes over", () => appended(copy, entry));
  else if (how === "badly")
    await put("appends badly to", (text) =>
      appended(text, chance.pick([`I did it all ${mark}`, `##${mark}`, `**Did:** ${mark}`])),
    );
  else {
    const [heading = ""] = entry.split("\n", 1);
    await put("begins in", (text) => appended(text, heading));
    await scene.sleep(chance.next() * 3_000);
    await put("goes on in", (text) =>
      text?.trimEnd().endsWith(heading) === true
        ? `${text.trimEnd()}${entry.slice(heading.length)}\n`
        : appended(text, entry),
    );
  }
};
