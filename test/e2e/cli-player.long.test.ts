// Tests of the player by the command line: gate, answer, rollback, hostile values, dry runs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { checkpoint, cli, skill, templateOf } from "../fixtures/player.ts";
import { asTyped, at, type Desk, desk, hostsWithin } from "./desk.ts";
import { configured } from "./ground.ts";

hostsWithin();

/** Reports that whatever its brief names is completed. */
const agent = `
const text = require("node:fs").readFileSync(0, "utf8");
const [, node, attempt] = /"node": "([^"]+)", "attempt": (\\d+)/.exec(text);
console.log("It is done.\\n\`\`\`cairn-report\\n" + JSON.stringify({ node, attempt: Number(attempt), status: "completed" }) + "\\n\`\`\`");
`;
/** Keeps its arguments, as they arrived, at the user's: what it only looks at goes. */
const tool = `require("node:fs").writeFileSync(require("node:fs").readFileSync(".keep", "utf8"), JSON.stringify(process.argv.slice(2))); console.log("analysed");`;

const template = templateOf("feature", [
  skill("N-001"),
  checkpoint("CP-01", false),
  cli("N-002", { cli_rule: "analysis-x" }),
  skill("N-003", { args_template: "{N-002.output}" }),
]);

const shop = (t: TestContext): Desk => {
  const made = desk(t, { "agent.cjs": agent, "tool.cjs": tool });
  mkdirSync(join(made.folder, "handed"));
  writeFileSync(join(made.root, ".keep"), join(made.folder, "handed/argv.json"));
  mkdirSync(join(made.root, ".workflow/templates"), { recursive: true });
  writeFileSync(join(made.root, ".workflow/templates/feature-review.json"), template);
  const argv = [
    process.execPath,
    "tool.cjs",
    "{brief}",
    "--mode",
    "{mode}",
    ["--rule", "{rule}"],
    ["--model", "{model}"],
    "--id",
    "{task}",
  ];
  const agents = {
    a: { driver: "command", argv: [process.execPath, "agent.cjs"] },
    c: { driver: "command", argv },
  };
  configured(made, {
    agents,
    roles: { skill: "a", cli: "c" },
    fence: { writes: [join(made.folder, "handed")] },
  });
  return made;
};
const hostile = "$(touch pwned) `id` \"'; {prev_output} {goal}\n--mode write";
const sessions = ({ root }: Desk): readonly string[] => {
  const folder = join(root, ".workflow/sessions");
  return existsSync(folder) ? readdirSync(folder) : [];
};

test("a dry start shows the order of play and writes nothing", async (t) => {
  const here = shop(t);
  const before = execFileSync("find", [here.folder, "-not", "-path", "*/.git/*"], {
    encoding: "utf8",
  });
  const dry = await here.ends(0, "run --later player feature-review --dry-run --context goal=x");
  assert.match(dry.out, /batch 2\n {2}CP-01 .*a person answers/u);
  assert.match(dry.out, /N-003 .*by a, if it fails a person is asked\n +\{N-002\.output\}/u);
  assert.equal(
    execFileSync("find", [here.folder, "-not", "-path", "*/.git/*"], { encoding: "utf8" }),
    before,
  );
});

test("what is wrong with the context or the agents is said before anything starts", async (t) => {
  const here = shop(t);
  const codes = async (...argv: readonly string[]): Promise<string> => {
    const { exit, err } = await here.cairn(asTyped`run --later player ${argv}`);
    assert.equal(exit, 2);
    return err.split(":", 1)[0] ?? "";
  };
  assert.equal(await codes("feature", "--context", "goal"), "CONTEXT_MALFORMED");
  assert.equal(await codes("feature", "--context", "goal=a", "goal=b"), "CONTEXT_REPEATED");
  assert.equal(await codes("feature", "--goal", "a", "--context", "goal=b"), "CONTEXT_REPEATED");
  assert.equal(await codes("feature"), "CONTEXT_MISSING");
  assert.equal(await codes("feture"), "TEMPLATE_UNKNOWN");
  assert.deepEqual(sessions(here), []);
  configured(here, { roles: { skill: "hand" } });
  const missing = await here.ends(1, "run player feature --goal x");
  assert.match(missing.err, /AGENT_MISSING.*cli:gemini/su);
});

test("what is missing is asked where somebody sits, and refused where nobody does", async (t) => {
  const here = shop(t);
  const folder = join(here.root, ".workflow/templates");
  const schema = {
    goal: { type: "string", required: true, description: "what is wanted" },
    fast: { type: "boolean", required: true },
  };
  writeFileSync(
    join(folder, "feature-two.json"),
    templateOf("two", [skill("N-001")], { context_schema: schema }),
  );
  const given = async (argv: readonly string[], answers: readonly string[]): Promise<unknown> => {
    const started = await here.ends(0, asTyped`run --later player ${argv} --json`, { answers });
    const shown = await here.cairn(
      asTyped`status --state ${String(at(started.json(), "run"))} context --json`,
    );
    return shown.json();
  };
  assert.deepEqual(await given(["feature-review"], ["", hostile.split("\n")[0] ?? ""]), {
    goal: hostile.split("\n")[0],
  });
  assert.deepEqual(await given(["feature", "--context", "fast=true"], ["2", "Add login"]), {
    goal: "Add login",
    fast: true,
  });
  const secret = `ghp_${"a1B2c3D4".repeat(5)}`;
  assert.doesNotMatch(JSON.stringify(await given(["feature-review"], [secret])), /ghp_a1B2/u);
  const words = await here.ends(2, "run --later player feature-two", {
    answers: ["x", "maybe"],
  });
  assert.match(
    words.err,
    /the template wants goal, fast\ngoal \(what is wanted\)\nfast \(true or false\)\nCONTEXT_WRONG/u,
  );
  const before = sessions(here);
  const refusals: readonly (readonly [
    argv: readonly string[],
    answers: readonly string[] | undefined,
    code: string,
  ])[] = [
    [["feature-review", "--no-input"], ["Add login"], "CONTEXT_MISSING"],
    [["feature-review"], undefined, "CONTEXT_MISSING"],
    [["feature-review", "--context", "gaol=x"], ["Add login"], "CONTEXT_UNKNOWN"],
  ];
  for (const [argv, answers, code] of refusals) {
    const refused = await here.cairn(
      asTyped`run --later player ${argv} --json`,
      answers === undefined ? {} : { answers },
    );
    assert.deepEqual(
      [refused.exit, at(refused.json(), "error", "code")],
      [2, code],
      argv.join(" "),
    );
  }
  const left = await here.cairn("run player feature-review --json", {
    answers: [],
    left: true,
  });
  assert.deepEqual([left.exit, at(left.json(), "error", "code")], [130, "INTERRUPTED"]);
  assert.deepEqual(sessions(here), before);
});
