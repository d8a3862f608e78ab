// Generator of the page about forgeries, from the table of lies that the tests play.
import { lies as all, roads } from "../../test/lies/table.ts";
import type { Generator } from "./generators.ts";
import { cell, table } from "./markdown.ts";

const code = (text: string): string =>
  text.includes("`") ? `\`\` ${cell(text)} \`\`` : `\`${cell(text)}\``;

const head = (count: number, open: number): string => `# Lies

${count} ways to make progress that isn't there. Each is told to the real program, with a ledger, files and a git repository, by \`test/lies\`: nothing of it counts, or \`cairn verify\` finds it, and the user
reads the sentence beside it. All jobs run in [the fence](../guide/fence.md), except in the one row that says so. But ${open} of them are **open**: they aren't found yet, and what stands beside them says why; a test tells when they are. \`RUN\`, \`TOP\` and \`TIME\` stand for what differs from run to run; \`cairn verify\` ends with exit code 5 where it finds damage.`;

const limits = `## What is not found

A record that can be checked is evidence, not proof. Who has all of a user's rights on the machine, as an agent has without a fence, can do what the program itself can:

- write an event of any kind behind the last anchor, with a hash and a card that fit. What was anchored before it can't be changed so; what came after it can;
- rewrite the ledger, \`.git/cairn/anchors\` and git's \`refs/cairn\` alike, all three. An export that lies elsewhere, or a copy of the refs, tells;
- write \`exit.json\` or \`report-1.json\` into the spool folder of a job that is under way, under its own fence, before its host does, and so put words into the mouth of the engine or of the agent. The verifier runs on what the tree holds, and
  \`cairn evidence --recheck\` runs every check again;
- read a token from the ledger or from another process's environment. Identity is claimed, never proven, and labelled so;
- change the program, the checks' own scripts, or the tools that they call.`;

export const liesPage: Generator = {
  path: "docs/proofs/lies.md",
  make: () =>
    Promise.resolve(
      `${[
        head(all.length, all.filter(({ open }) => open !== undefined).length),
        ...roads.map(
          ({ road, lies }) =>
            `## ${road}\n\n${table(
              ["the lie", "what becomes of it", "the user reads"],
              lies.map(({ lie, happens, sees, open }) =>
                open === undefined
                  ? [cell(lie), cell(happens), code(sees)]
                  : [cell(lie), cell(`**open**: ${happens}`), cell(`nothing: ${open}`)],
              ),
            )}`,
        ),
        limits,
      ].join("\n\n")}\n`,
    ),
};
