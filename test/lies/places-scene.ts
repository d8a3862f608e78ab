// A run of one task in places, of which an agent lies, and what landed of it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Lie } from "./lie.ts";
import type { Scene } from "./scene.ts";

export const git = ({ top }: Scene, ...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...words], {
    cwd: top,
    encoding: "utf8",
  });

const judgements = [
  { task: "1", criterion: 1, judgement: "met", note: "" },
  { task: "verify", criterion: 1, judgement: "met", note: "" },
];
const passes = { report: { verdict: "PASS", judgements, issues: [], notes: "" } };
const did = {
  report: { task: "1", status: "done", summary: "It is done.", files_changed: [], evidence: [] },
};

type Checks = readonly { readonly name: string; readonly argv: readonly string[] }[];

type Setup = { readonly argv: readonly string[]; readonly makes: readonly string[] };
const suiteSetup: Setup = {
  argv: ["sh", "-c", "mkdir -p node_modules && echo 'grep -q good work.txt' > node_modules/suite"],
  makes: ["node_modules"],
};

type Around = {
  readonly checks?: Checks;
  readonly setup?: Setup;
  /** Files of the base; `-> x`: a link. */
  readonly files?: Readonly<Record<string, string>>;
  /** What the judge does before the report, in shell. */
  readonly judge?: string;
  /** Its whole answer, instead of its report of PASS. */
  readonly says?: string;
  /** What the worker says of the work. */
  readonly summary?: string;
  /** A second task, after the first or beside it. */
  readonly next?: { readonly work: string; readonly check: string; readonly beside?: true };
  /** Commands of the user's that are read, too. */
  readonly then?: readonly (readonly string[])[];
};

const shell = (text: string): unknown => ({ run: ["sh", "-c", text] });
const suite = "sh node_modules/suite";
export const good = "echo good > work.txt";

/** A run of one task or two, in places: one agent works in shell, another says PASS to all. */
export const lied = async (
  scene: Scene,
  work: string,
  check: string,
  around: Around = {},
): Promise<{ readonly said: string; readonly landed: boolean }> => {
  const { checks = [], setup = suiteSetup, files = {}, judge = "true", next, says } = around;
  const beside = (name: string): string => join(scene.top, "..", name);
  const steps = JSON.stringify({
    1: [shell(work), { report: { ...did.report, summary: around.summary ?? did.report.summary } }],
    2: [shell(next?.work ?? "true"), { report: { ...did.report, task: "2" } }],
    verifier: [shell(judge), says === undefined ? passes : { print: says }],
  });
  writeFileSync(
    beside("agents.mjs"),
    `const all = ${steps};\nexport const steps = ({ role, unit }) => all[role] ?? all[unit];\n`,
  );
  const agents = { liar: { driver: "scripted", argv: [beside("agents.mjs")] } };
  const ready = { ...setup, inputs: ["package.json"] };
  const config = { agents, roles: { "*": "liar" }, setup: ready, checks };
  const verify = { success_criteria: [{ criteria: "all hold", command: "test -e README.md" }] };
  const tasks = [
    { id: "1", subject: "Work", success_criteria: [{ criteria: "it holds", command: check }] },
    ...(next === undefined
      ? []
      : [
          {
            id: "2",
            subject: "More",
            blocked_by: next.beside === true ? [] : ["1"],
            success_criteria: [{ criteria: "it holds, too", command: next.check }],
          },
        ]),
  ];
  writeFileSync(join(scene.top, "cairn.config.json"), JSON.stringify(config));
  writeFileSync(
    join(scene.top, ".gitignore"),
    ".cairn/\ncairn.config.json\nnode_modules/\nvendor/\ncoverage/\n",
  );
  for (const [name, text] of Object.entries({ "work.txt": "bad\n", ...files })) {
    mkdirSync(dirname(join(scene.top, name)), { recursive: true });
    if (text.startsWith("-> ")) symlinkSync(text.slice(3), join(scene.top, name));
    else
      writeFileSync(join(scene.top, name), text, { mode: text.startsWith("#!") ? 0o755 : 0o644 });
  }
  writeFileSync(beside("plan.json"), JSON.stringify({ tasks, verify }));
  git(scene, "add", "--all");
  git(scene, "commit", "--quiet", "-m", "A shop");
  const places = beside("places");
  process.env["CAIRN_PLACES"] = places;
  try {
    const argv = ["run", "ultrawork", "Work", "--plan", "../plan.json", "--auto", "--session", "s"];
    const ran = await scene.cairn([...argv, "--max-attempts", "1"]);
    const branch = git(scene, "for-each-ref", "--format=%(refname)", "refs/heads/cairn/").trim();
    let said = `${ran.out}\n${ran.err}`;
    for (const words of around.then ?? []) said += (await scene.cairn(words)).out;
    return { said: scene.plain(said), landed: branch !== "" };
  } finally {
    delete process.env["CAIRN_PLACES"];
    // Whoever outlived a job finds it no more, and ends.
    renameSync(places, beside("gone"));
    rmSync(beside("gone"), { recursive: true });
  }
};

export const at = { at: "planning", counts: "checked" } as const;
export type More = Around & {
  /** If not said, the suite that setup makes. */
  readonly check?: string;
  readonly after?: (scene: Scene) => string;
};
export const told =
  (work: string, lands: boolean, { check = suite, after, ...around }: More = {}): Lie["tell"] =>
  async (scene) => {
    const { said, landed } = await lied(scene, work, check, around);
    assert.equal(landed, lands, said);
    return `${said} ${after?.(scene) ?? ""}`;
  };
