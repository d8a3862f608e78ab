// Why: drivers are only as good as what they do with the real programs; `npm run test:agents` tells the same stories with each of them, and names in its arguments choose.
import { test } from "node:test";
import { findProgram } from "./find.ts";
import { hookStoriesOf } from "./hooks.ts";
import { keptStoriesOf } from "./kept.ts";
import { programs } from "./programs.ts";
import { fence } from "./scene.ts";
import { stories } from "./stories.ts";

/** Stories whose program speaks with cairn while it works. */
const throughADoor: readonly string[] = [
  "a newcomer, who has this program and nothing else",
  "a whole task, from exploring to the verdict",
  "a task that is reported by the command line",
  "it floods its own tools, tries another job's token and reports twice",
  "hooks: it is told where it is, and held back once when it stops without a report",
  "hooks: who explores may change no file",
];
const leftOut = (story: string): string | false =>
  fence !== "off" &&
  throughADoor.includes(story) &&
  "a fence has no door yet through which cairn report, cairn mcp and hooks reach the ledger";

const chosen = process.argv.slice(2);
/** By name; words after a `:` choose among its stories, `codex:killed`. */
const isChosen = (name: string, story: string): boolean =>
  chosen.length === 0 ||
  chosen.some((word) => word === name || (word.startsWith(`${name}:`) && story.includes(word.slice(name.length + 1))));

for (const program of programs) {
  const { name = program.driver } = program;
  const due = Object.entries({ ...stories, ...hookStoriesOf(program), ...keptStoriesOf(program) }).filter(
    ([story]) => isChosen(name, story) && (program.proposed !== false || !story.startsWith("a newcomer")),
  );
  if (due.length === 0) continue;
  const found = findProgram(program);
  if ("path" in found) {
    for (const [story, tell] of due)
      test(`${name}: ${story}`, { timeout: 240_000, skip: leftOut(story) }, (t) => tell(t, program, found.path));
  } else {
    console.error(`\nNOT TESTED: ${name}: ${found.skip}\n`);
    test(`${name}: every story`, { skip: found.skip }, () => undefined);
  }
}
