// Tests of false completion claims by message, report and progress.md, in both modes (story 4).
import assert from "node:assert/strict";
import { test } from "node:test";
import { desk } from "../../../test/fixtures/iterative-edits.ts";
import {
  type Ending,
  openStory,
  type Story,
  unitOf,
} from "../../../test/fixtures/iterative-story.ts";
import { brief } from "./brief.ts";
import { jobs } from "./jobs.ts";

const modes = { development: "T", knowledge: "R" } as const;
type Mode = keyof typeof modes;

/** Work on T1 has begun. */
const begun = (mode: Mode): Story => {
  const run = openStory();
  const letter = modes[mode];
  const units = ["1", "2"].map((n) => {
    const { files: _files, ...unit } = unitOf(`${letter}${n}`);
    return mode === "development"
      ? { ...unit, files: [`src/${n}.ts`] }
      : { ...unit, output: `outputs/${n}.md` };
  });
  run.plan(units, {}, mode === "development" ? { mode } : { mode, domain: "research" });
  run.begin(`${letter}1`);
  return run;
};

const tag = (name: string): string => `<signal>${name}</signal>`;

/** Texts in which `ID` stands for the unit's id. Bare names occur only after `**Signal:**`. */
const sayings: Readonly<Record<string, string>> = {
  "quoted echo": `The brief says:\n> ${tag("ID_DONE")}`,
  "not yet": `I will not print \`${tag("ID_DONE")}\` yet`,
  "not yet, bare": `I will not print ${tag("ID_DONE")} yet`,
  "words behind it": `${tag("ID_DONE")} - finally`,
  "words before it": `So: ${tag("ID_DONE")}`,
  "in a fence": `\`\`\`\n${tag("ID_DONE")}\n\`\`\``,
  "in a fence of tildes": `~~~text\n${tag("ID_DONE")}\n~~~`,
  "in a fence left open": `\`\`\`\n${tag("ID_DONE")}`,
  "in a comment": `<!-- ${tag("ID_DONE")} -->`,
  "in a comment of several lines": `<!--\n${tag("ID_DONE")}\n-->`,
  "in a table": `| ${tag("ID_DONE")} |`,
  "as an item": `- ${tag("ID_DONE")}`,
  "all done": "all done",
  "empty tag": tag(""),
  placeholder: tag("{ID}_DONE"),
  "another tag": "<promise>ID_DONE</promise>",
  "lower case": tag("id_done"),
  "tag in capitals": "<SIGNAL>ID_DONE</SIGNAL>",
  "letters that look like it": tag("ID_DОNE"),
  "blanks inside": tag(" ID_DONE "),
  "a reason behind it": tag("ID_DONE:nearly"),
  "left open": "<signal>ID_DONE",
  escaped: "&lt;signal&gt;ID_DONE&lt;/signal&gt;",
  "another unit's": tag("ID2_DONE"),
  "a unit's whose id begins so": tag("ID0_DONE"),
  "a verifier's": tag("ID_VERIFIED"),
  "a reviewer's": tag("REVIEW_PASS"),
  "a tester's": tag("TESTS_PASS"),
  "a fixer's, where nothing was to be fixed": tag("FIXED"),
  silence: "",
};

for (const [mode, letter] of Object.entries(modes).filter(
  (one): one is [Mode, "T" | "R"] => one[0] in modes,
)) {
  const id = `${letter}1`;
  const own = (text: string): string =>
    text
      .replaceAll("ID2", `${letter}2`)
      .replaceAll("ID", id)
      .replaceAll("id_", `${id.toLowerCase()}_`)
      .replaceAll(`{${id}}`, "{ID}");
  const heading = `## ${id} - Iteration 1 - 2026-01-14T10:00:00Z`;
  const ends = (ending: Ending, entry?: string, run = begun(mode)): string => {
    const shop = desk(run);
    if (entry !== undefined)
      assert.deepEqual(
        shop.take(shop.put("progress.md", `${shop.file("progress.md")}\n${entry}\n`)).refused,
        [],
      );
    run.end(id, ending);
    return run.last("PassEnded").result;
  };

  for (const [name, saying] of Object.entries(sayings)) {
    const text = own(saying);
    test(`story 4: ${mode}, ${name}, is not done by message, report or progress.md`, () => {
      const results = {
        message: ends({ message: text }),
        "message, among other words": ends({ message: `Wrote it.\n\n${text}\n\nBye.` }),
        "report, in what it did": ends({ says: "continue", more: { did: text, remaining: text } }),
        "report, as its status": ends({
          found: "one",
          report: { unit: id, status: text, did: "x", remaining: "" },
        }),
        "entry, as its signal": ends(
          {},
          `${heading}\n**Did:** x\n**Remaining:** None\n**Signal:** ${text}`,
        ),
        "entry, in what it did": ends({}, `${heading}\n**Did:** x\n${text}\n**Remaining:** None`),
        "the file, outside of entries": ends({}, text),
      };
      assert.deepEqual(
        results,
        Object.fromEntries(Object.keys(results).map((channel) => [channel, "continue"])),
      );
    });
  }

  test(`story 4: ${mode}, a bare name is a signal behind its label alone`, () => {
    const name = `${id}_DONE`;
    for (const text of [name, `\`${name}\``, tag(name), `\`${tag(name)}\``])
      assert.equal(
        ends({}, `${heading}\n**Did:** x\n**Remaining:** None\n**Signal:** ${text}`),
        "done",
        text,
      );
    assert.equal(ends({ message: name }), "continue");
    assert.equal(
      ends({ message: `Now a last look.\n${tag(name)}` }),
      "done",
      "a tool call behind the last text takes nothing back",
    );
  });

  test(`story 4: ${mode}, an entry that is quoted, fenced or commented out is none`, () => {
    const entry = `${heading}\n**Did:** x\n**Remaining:** None\n**Signal:** ${id}_DONE\n**Commit:** None`;
    const hidden = {
      fenced: `\`\`\`\n${entry}\n\`\`\``,
      quoted: entry.replaceAll(/^/gmu, "> "),
      indented: entry.replaceAll(/^/gmu, "    "),
      commented: `<!--\n${entry}\n-->`,
      "in another entry's fence": `## ${letter}2 - Iteration 1 - now\n**Did:** copied\n\`\`\`\n${entry}\n\`\`\``,
    };
    for (const [name, text] of Object.entries(hidden))
      assert.equal(ends({}, text), "continue", name);
  });

  test(`story 4: ${mode}, the brief itself, echoed whole, says nothing`, () => {
    const run = begun(mode);
    const job = jobs(run.state()).find(({ key }) => key === `${id}#1`) ?? assert.fail("no job");
    const told = brief(run.state(), job, run.world.facts({}, "2026-01-14T10:00:00.000Z"));
    assert.equal(ends({ message: told }, undefined, run), "continue");
    assert.equal(ends({}, told), "continue");
  });
}
