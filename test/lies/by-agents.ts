// Lies of whole runs: agents that lie, and verifiers that approve everything.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Lie } from "./lie.ts";
import type { Scene } from "./scene.ts";

/** What a scripted agent does, step by step. */
type Steps = readonly Readonly<Record<string, unknown>>[];

const cart = "src/cart.js";
const shell = (text: string): Steps[number] => ({ run: ["sh", "-c", text] });
const write = (path: string, text: string): Steps[number] => ({ write: { path, text } });

/** Judges' briefs are kept beside the repository, since they are what a judge of good will would have read. */
const script = (
  steps: Readonly<Record<string, Steps>>,
  briefs: string,
): string => `import { appendFileSync } from "node:fs";
const steps_ = ${JSON.stringify(steps)};
export const steps = ({ role }, brief) => {
  if (["verifier", "reviewer", "sarah"].includes(role)) appendFileSync(${JSON.stringify(briefs)}, brief);
  return steps_[role] ?? steps_["*"];
};
`;

const git = (scene: Scene, ...argv: readonly string[]): void =>
  void execFileSync(
    "git",
    ["-c", "user.name=Ana", "-c", "user.email=ana@example.invalid", ...argv],
    { cwd: scene.top, stdio: "pipe" },
  );

/** A shop whose cart can't count, with a commit of the user's own on top. */
const ground = (
  scene: Scene,
  steps: Readonly<Record<string, Steps>>,
  config: Readonly<Record<string, unknown>> = {},
): string => {
  const [file, briefs] = [join(scene.top, "../agents.mjs"), join(scene.handed, "briefs.md")];
  writeFileSync(file, script(steps, briefs));
  writeFileSync(briefs, "");
  const agents = {
    liar: { driver: "scripted", argv: [file] },
    suite: { driver: "command", argv: ["grep", "-q", "total", cart], done: "exit" },
  };
  const files = {
    [cart]: "export const total = (all) => all.reduce((sum, one) => sum + one.price, 0);\n",
    "cairn.config.json": JSON.stringify({
      agents,
      roles: { "skill:suite": "suite", "*": "liar" },
      ...config,
    }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(scene.top, path)), { recursive: true });
    writeFileSync(join(scene.top, path), text);
  }
  git(scene, "config", "user.name", "Ana");
  git(scene, "config", "user.email", "ana@example.invalid");
  git(scene, "add", ".");
  git(scene, "commit", "--quiet", "--message", "A shop");
  git(scene, "commit", "--quiet", "--allow-empty", "--message", "Mine");
  return briefs;
};

/** All that is read of a run that ended well: by its judges, and at its end. */
const readOf = async (
  scene: Scene,
  briefs: string,
  ended: string,
  exit: number,
): Promise<string> => {
  const run = /cairn evidence (\S+)/u.exec(ended)?.[1];
  if (run === undefined || exit !== 0) throw new Error(`it didn't end well: ${ended}`);
  return [
    readFileSync(briefs, "utf8"),
    ended,
    await scene.say(["status", run]),
    await scene.say(["evidence", run]),
  ].join("\n");
};
const runTo = async (scene: Scene, briefs: string, ...argv: readonly string[]): Promise<string> => {
  const { out, err, exit } = await scene.cairn(["run", ...argv]);
  return readOf(scene, briefs, `${out}\n${err}`, exit);
};

/** One task without a plan, whose worker names a check that was green all along. */
const light =
  (work: Steps, ...flags: readonly string[]) =>
  async (scene: Scene): Promise<string> => {
    const evidence = [{ criterion: 1, type: "command_output", command: `grep -q total ${cart}` }];
    const judgements = [{ task: "1", criterion: 1, judgement: "met", note: "" }];
    ground(scene, {
      worker: [
        ...work,
        { report: { task: "1", status: "done", summary: "did it", files_changed: [], evidence } },
      ],
      verifier: [{ report: { verdict: "PASS", judgements, issues: [], notes: "" } }],
    });
    const { out, err, exit } = await scene.cairn([
      "run",
      "Count quantities",
      "--light",
      "--max-attempts",
      "2",
      ...flags,
    ]);
    if (exit !== 4) throw new Error(`it ended with exit ${exit}: ${out}\n${err}`);
    if (/ branch +cairn\//u.test(out)) throw new Error(`it landed: ${out}`);
    return `${out}\n${err}`;
  };

const player =
  (work: Steps) =>
  async (scene: Scene): Promise<string> => {
    const briefs = ground(scene, {
      "*": [
        ...work,
        { report: { node: "N-001", attempt: 1, status: "completed", summary: "did it" } },
      ],
    });
    const node = (id: string, executor: string): unknown => ({
      id,
      type: "skill",
      executor,
      args_template: "",
    });
    const nodes = [node("N-001", "work"), node("N-002", "suite")];
    const template = {
      template_id: "wft-count-20260101",
      context_schema: {},
      nodes,
      edges: [{ from: "N-001", to: "N-002" }],
    };
    mkdirSync(join(scene.top, ".workflow/templates"), { recursive: true });
    writeFileSync(join(scene.top, ".workflow/templates/count.json"), JSON.stringify(template));
    return runTo(scene, briefs, "player", "count");
  };

const iterative =
  (work: Steps, config: Readonly<Record<string, unknown>> = {}) =>
  async (scene: Scene): Promise<string> => {
    const pass = { report: { unit: "T1", status: "done", did: "did it", remaining: "None" } };
    const unit = {
      id: "T1",
      title: "Count",
      criteria: ["two of a kind cost twice"],
      files: [cart],
      max: 3,
    };
    const briefs = ground(
      scene,
      {
        planner: [{ report: { units: [unit] } }],
        worker: [...work, pass],
        tester: [pass],
        verifier: [
          {
            report: {
              unit: "T1",
              verdict: "VERIFIED",
              criteria: [{ n: 1, met: true, how: "read it" }],
              gaps: [],
            },
          },
        ],
        reviewer: [{ report: { verdict: "REVIEW_PASS", checked: "all", issues: [] } }],
      },
      { ...config, iterative: { gates: [{ name: "tests", argv: ["grep", "-q", "total", cart] }] } },
    );
    await scene.cairn([
      "run",
      "iterative",
      "Add quantities to the cart",
      "--slug",
      "count",
      "--done-when",
      "it counts",
    ]);
    await scene.cairn(["decide", "count", "plan", "approve"]);
    return runTo(scene, briefs, "count");
  };

const stigmergy =
  (work: Steps, criterion: string) =>
  async (scene: Scene): Promise<string> => {
    const done = (more = {}): Steps[number] => ({
      report: { outcome: "done", summary: "did it", ...more },
    });
    const heading = (text: string): string => `## Acceptance Criteria\n\n- ${text}\n`;
    const briefs = ground(scene, {
      mary: [write("docs/brief.md", "# Cart\n\nIt counts.\n"), done()],
      john: [
        write(
          "docs/prd.md",
          `# PRD\n\n## Epic 1: Cart\n\n### Story 1.1: Count\n\n##${heading("two of a kind cost twice")}`,
        ),
        done(),
      ],
      winston: [
        write("docs/architecture.md", "# Architecture\n"),
        write("docs/architecture/coding-standards.md", "# Standards\n"),
        write(
          "docs/architecture/qa-protocol.md",
          `# QA\n\n## Tests\n\n- **Command:** \`grep -q total ${cart}\`\n`,
        ),
        done(),
      ],
      bob: [
        write("docs/stories/1.1.story.md", `# Story 1.1: Count\n\n${heading(criterion)}`),
        done(),
      ],
      james: [...work, done()],
      sarah: [done({ verdicts: [{ n: 1, met: true, how: "read it" }] })],
      "*": [done()],
    });
    return runTo(
      scene,
      briefs,
      "stigmergy",
      "Count quantities",
      "--autonomy",
      "autonomous",
      "--name",
      "Shop",
    );
  };

/** Both of its lies are told by one work, whose story asks for less. */
const askedForLess = stigmergy(
  [write("NOTES.md", "later\n")],
  "two of a kind cost twice, or are said not to",
);
let said: Promise<string> | null = null;
const less: Lie["tell"] = (scene) => (said ??= askedForLess(scene));

const told = (
  lie: string,
  tell: Lie["tell"],
  sees: string,
  more: Pick<Lie, "open" | "happens">,
): Lie => ({
  lie,
  at: "planning",
  counts: "checked",
  sees,
  tell,
  ...more,
});
const open = (why: string): Pick<Lie, "open" | "happens"> => ({
  happens: "the run ends well, and nobody is told",
  open: why,
});
const heldBefore =
  "only ultrawork runs its checks before the work begins; elsewhere who judges is to look at what was changed";

export const byAgents: readonly Lie[] = [
  told(
    "ultrawork --light: nothing is done, and the check that the worker names passed before",
    light([], "--auto"),
    `(grep -q total ${cart}): passes, and no file was changed: shows nothing`,
    { happens: "it is run without the work, too: the run ends unproved, with exit 4" },
  ),
  told(
    "ultrawork --light: another file is changed, and the check that the worker names passed before",
    light([write("NOTES.md", "later\n")], "--auto"),
    `(grep -q total ${cart}): passes without the work, too: shows nothing of it`,
    {
      happens:
        "it is run without the work, too: the run ends unproved, with exit 4; where a person may be asked, they are",
    },
  ),
  told(
    "player: nothing is done, and the check passed before",
    player([]),
    "it held already before the work began",
    open(heldBefore),
  ),
  told("iterative: nothing is done, and all agree", iterative([]), "nothing was changed for T1", {
    happens: "who verifies is told that nothing was changed, and so is the user",
  }),
  told(
    "iterative: another file is changed, and the gates passed before",
    iterative([
      write("NOTES.md", "later\n"),
      shell("git add NOTES.md; git commit -q -m notes || true"),
    ]),
    "held already before the work began",
    open(heldBefore),
  ),
  told(
    "stigmergy: another file is changed, and the check that an agent chose passed before",
    less,
    "held already before the work began",
    open(heldBefore),
  ),
  told(
    "stigmergy: the criterion of the requirements is replaced in the story by one that asks for less",
    less,
    "than the requirements",
    open(
      "only fewer criteria are told: whoever writes a story puts its criteria in other words, and which ask for less is a matter of reading",
    ),
  ),
];
