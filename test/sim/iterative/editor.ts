// Simulated hand edits of iterative's documents: sensible, senseless or half.
import type { Chance } from "../chance.ts";
import { fileIn } from "./place.ts";
import type { IterativeWorld } from "./world.ts";

/** What an editor makes of state.json. */
export const change = (text: string, number: number, chance: Chance): string => {
  const [from, to] = chance.pick([
    [/"status": "pending"/u, '"status": "in_progress"'],
    [/"status": "in_progress"/u, '"status": "done"'],
    [/"status": "confirming"/u, '"status": "done"'],
    [/"status": "blocked"/u, '"status": "in_progress"'],
    [/"status": "in_progress"/u, '"status": "blocked", "reason": "no key"'],
    [/"status": "done"/u, '"status": "pending"'],
    [/"iterations_used": 1/u, '"iterations_used": 2'],
    [/"max_iterations": \d+/u, '"max_iterations": 9'],
    [/"phase": "execute"/u, '"phase": "verify"'],
    [/"slug": "shop"/u, '"slug": "other"'],
  ] as const);
  return text.replace(from, to).replace(/^\{\n/u, `{\n  "edit": ${number},\n`);
};

type Edit = (text: string, mark: string, chance: Chance) => string;
const lesson: Edit = (text, mark) =>
  `${text.trimEnd()}\n\n## Lesson ${mark}\n**When:** working\n**Problem:** it broke\n**Solution:** mend it\n`;

const edits: readonly (readonly [name: string, edit: Edit])[] = [
  ["tasks.md", (text) => text.replace(/- \[ \] \*\*/u, "- [x] **")],
  ["tasks.md", (text, mark) => text.replace(/Criteria: .*/u, `Criteria: it is good ${mark}`)],
  ["tasks.md", (text) => text.replace(/Max iterations: \d+/u, "Max iterations: 7")],
  [
    "tasks.md",
    (text, mark) =>
      text.replace(
        "\n## Notes",
        `- [ ] **T8**: One more ${mark}\n  - Files: \`src/8.ts\`\n  - Criteria: src/8.ts is good\n  - Depends: none\n\n## Notes`,
      ),
  ],
  ["tasks.md", (text, mark) => `${text.trimEnd()}\nA note ${mark}\n`],
  ["plan.md", (text, mark) => text.replace(/Criteria: .*/u, `Criteria: it is answered ${mark}`)],
  [
    "brief.md",
    (text, mark) =>
      text
        .replace(/## Outcome Needed\n[^\n]*/u, `## Outcome Needed\na shop ${mark}`)
        .replace(/## Done When\n[^\n]*/u, "## Done When\n- people buy"),
  ],
  ["context.md", (text, mark) => text.replace(/\*\*Goal:\*\* [^\n]*/u, `**Goal:** a shop ${mark}`)],
  ["guardrails.md", lesson],
  ["guardrails.md", (text) => text.replace(/mend it|take care/u, "mend it well")],
  [
    "progress.md",
    (text, mark) => `${text.trimEnd()}\n\n## T1 - Note 1 - now\n**Did:** by hand ${mark}\n`,
  ],
  [
    "progress.md",
    (text, mark) => `${text.trimEnd()}\n\n## Run - Note - now\n**Did:** of the run ${mark}\n`,
  ],
  ["progress.md", (text) => text.replace(/\*\*Did:\*\* [^\n]*/u, "**Did:** something else")],
  ["progress.md", (text) => text.slice(0, text.lastIndexOf("\n## ") + 1 || text.length)],
  ["progress.md", () => "# Progress Log\n"],
];

/** One of the documents, at once; now and then it is taken away, or all but emptied. */
export const editDocument = (world: IterativeWorld, chance: Chance): void => {
  const run = world.run();
  const state = run === null ? null : world.watch.state(run);
  if (state === null) return;
  const [name, edit] = chance.pick(edits);
  const path = fileIn(state, name);
  const text = world.disk.files.get(path)?.text;
  if (text === undefined) return;
  const made = chance.is(0.05)
    ? null
    : chance.is(0.05)
      ? `${world.ink.mark()} <<<<<<< ours\n`
      : edit(text, world.ink.mark(), chance);
  if (made === text) return;
  world.note(`  ${name} is ${made === null ? "taken away" : "edited"} by hand`);
  world.ink.write(path, made);
};
