// Tidy rules of files and folders: small size, names from the glossary.
import { opening } from "../../../scripts/generate/opening.ts";
import { type Rule, each } from "../rule.ts";
import { isOurs, isTest } from "../source.ts";

/** Lines of a file, as printed at 100 columns: of the program, and of a test, which is a list of cases. */
const limit = { code: 350, test: 500 };
const banned = new Set(
  "util utils helper helpers common misc type types interface interfaces manager managers service services base lib shared".split(
    " ",
  ),
);
/** Words that other programs use for one of the eleven nouns, and the noun. */
const synonyms = new Map(
  Object.entries({
    instance: "run",
    workflow: "protocol",
    pipeline: "protocol",
    action: "command",
    intent: "command",
    occurrence: "event",
    notification: "event",
    todo: "job",
    assignment: "job",
    bot: "agent",
    assistant: "agent",
    actor: "agent",
    reservation: "lease",
    ticket: "lease",
    journal: "ledger",
    eventlog: "ledger",
    eventstore: "ledger",
    materializer: "projection",
    mirror: "projection",
    rejection: "refusal",
    denial: "refusal",
  }),
);

const words = (path: string): readonly string[] => path.toLowerCase().split(/[/.\-_]/);

export const files: readonly Rule[] = [
  {
    name: "opening sentence: every source file says first what it is",
    find: each(isOurs, ({ text }) =>
      opening(text) === null
        ? [
            {
              line: 1,
              text: "opens without a sentence, capital first and stop last: `// What it is or does.`",
            },
          ]
        : [],
    ),
    bad: [
      { "src/a.ts": "export {};" },
      { "src/a.ts": "\n// A sentence that comes late." },
      { "bin/a.cjs": "#!/usr/bin/env node\n// oxlint-disable no-var" },
      { "src/a.ts": "// Why: reasons." },
    ],
    good: [
      { "src/a.ts": "// The list of reasons." },
      { "bin/a.cjs": "#!/usr/bin/env node\n// The list of reasons." },
    ],
  },
  {
    name: `length: no source file has more than ${limit.code} lines, no test more than ${limit.test}`,
    find: each(isOurs, ({ path, text }) => {
      const count = text.replace(/\n$/, "").split("\n").length;
      const most = isTest(path) ? limit.test : limit.code;
      return count > most
        ? [
            {
              line: most + 1,
              text: `has ${count} lines: make it a folder of its name, one file a topic`,
            },
          ]
        : [];
    }),
    bad: [
      { "src/a.ts": "// x\n".repeat(limit.code + 1) },
      { "src/a.test.ts": "// x\n".repeat(limit.test + 1) },
    ],
    good: [{ "src/a.ts": "// x\n".repeat(limit.code) }],
  },
  {
    name: "names: no file or folder is called after nothing",
    find: each(isOurs, ({ path }) =>
      words(path)
        .filter((word) => banned.has(word))
        .map((word) => ({ line: 1, text: `"${word}" says nothing: name it after what it is for` })),
    ),
    bad: [
      { "src/cli/utils.ts": "" },
      { "src/common/a.ts": "" },
      { "src/cli/format-helpers.ts": "" },
    ],
    good: [{ "src/cli/table.ts": "" }],
  },
  {
    name: "nouns: no file is named by a synonym of a noun of the glossary",
    find: each(isOurs, ({ path }) =>
      words(path).flatMap((word) => {
        const noun = synonyms.get(word.replace(/s$/, ""));
        return noun === undefined ? [] : [{ line: 1, text: `"${word}" is called ${noun} here` }];
      }),
    ),
    bad: [{ "src/runtime/workflow.ts": "" }, { "src/core/rejections.ts": "" }],
    good: [{ "src/runtime/lease.ts": "" }],
  },
];
