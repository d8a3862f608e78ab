// A run of one task in places, of which an agent lies, and what landed of it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Lie } from "./lie.ts";
import type { Scene } from "./scene.ts";

export const git = ({ top }: Scene, ...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...words], {
    cwd: top,
    encoding: "utf8",
  });

const met = (task: string, criteria: readonly unknown[]) =>
  criteria.map((_, at) => ({ task, criterion: at + 1, judgement: "met", note: "" }));
const did = { task: "1", status: "done", summary: "It is done.", files_changed: [], evidence: [] };

const reportOf = (report: object): string =>
  `\n\`\`\`cairn-report\n${JSON.stringify(report)}\n\`\`\`\n`;
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
/** A program of an agent in shell, which starts sooner than one in Node: by its job's key what it does, and what it says then. */
const agentOf = (jobs: Readonly<Record<string, readonly [work: string, says: string]>>): string =>
  `case $CAIRN_JOB in\n${Object.entries(jobs)
    .map(([key, [work, says]]) => `${key}) sh -c ${quoted(work)} && printf %s ${quoted(says)};;`)
    .join("\n")}\nesac\n`;

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
  /** Its whole answers, one each time that it is asked and then the last, instead of its report of PASS. */
  readonly says?: readonly string[];
  /** What the worker says of the work. */
  readonly summary?: string;
  /** A second task, after the first or beside it. */
  readonly next?: { readonly work: string; readonly check: string; readonly beside?: true };
  /** Commands of the user's that are read, too. */
  readonly then?: readonly (readonly string[])[];
};

const suite = "sh node_modules/suite";
export const good = "echo good > work.txt";

/** A run of one task or two, in places: one agent works in shell, another says PASS to all. */
export const lied = async (
  scene: Scene,
  work: string,
  check: string | readonly string[],
  around: Around = {},
): Promise<{
  readonly said: string;
  readonly landed: boolean;
  readonly names: readonly string[];
}> => {
  const { checks = [], setup = suiteSetup, files = {}, judge = "true", next, says = [] } = around;
  const beside = (name: string): string => join(scene.top, "..", name);
  const criteria = [check]
    .flat()
    .map((command, at) => ({ criteria: at === 0 ? "it holds" : `it holds ${at}`, command }));
  const judgements = [...met("1", criteria), ...met("verify", [0])];
  writeFileSync(
    beside("agent.sh"),
    agentOf({
      "task-1-*": [work, reportOf({ ...did, summary: around.summary ?? did.summary })],
      "task-2-*": [next?.work ?? "true", reportOf({ ...did, task: "2" })],
      ...Object.fromEntries(says.map((text, at) => [`judge-verify-${at + 1}`, [judge, text]])),
      "*": [judge, says.at(-1) ?? reportOf({ verdict: "PASS", judgements, issues: [], notes: "" })],
    }),
  );
  const agents = { liar: { driver: "command", argv: ["sh", beside("agent.sh")] } };
  const ready = { ...setup, inputs: ["package.json"] };
  const config = { agents, roles: { "*": "liar" }, setup: ready, checks };
  const verify = { success_criteria: [{ criteria: "all hold", command: "test -e README.md" }] };
  const tasks = [
    { id: "1", subject: "Work", success_criteria: criteria },
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
    const names = new RegExp(`${mark}(.*)`, "u").exec(ran.out)?.[1]?.trim().split(", ") ?? [];
    return { said: scene.plain(said), landed: branch !== "", names };
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

/** What checks go by, as the end of a run names it. */
const mark = "checks go by these, look at them: ";
export type Part = {
  readonly work: string;
  readonly check?: string;
  readonly files?: Around["files"];
  /** What the judge tells of its tree. */
  readonly judge?: string;
};
/** Lies of one name touch nothing of each other, and are told by one work in one run. */
const wholes = new Map<string, { readonly parts: Part[]; said: Promise<string> | null }>();
const whole = (
  name: string,
  part: Part,
  tell: (scene: Scene, parts: readonly Part[]) => Promise<string>,
): Lie["tell"] => {
  const one = wholes.get(name) ?? { parts: [], said: null };
  wholes.set(name, one);
  one.parts.push(part);
  return (scene) => (one.said ??= tell(scene, one.parts));
};
const worksOf = (parts: readonly Part[]): string =>
  [...parts.map(({ work }) => work), "true"].join("\n");
const checksOf = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap(({ check = [] }) => check);
const filesOf = (parts: readonly Part[]): NonNullable<Around["files"]> =>
  Object.assign({}, ...parts.map(({ files }) => files));

/** What is said at the end of a run that lands; each file that checks go by in a sentence of its own, and what its judge told. */
export const together = (name: string, part: Part): Lie["tell"] =>
  whole(name, part, async (scene, parts) => {
    const seen = join(scene.handed, "seen");
    const judge = ["true", ...parts.flatMap((one) => one.judge ?? [])].join("; ");
    const { said, landed, names } = await lied(
      scene,
      `${good}\n${worksOf(parts)}`,
      [suite, ...checksOf(parts)],
      { files: filesOf(parts), judge: `{ ${judge}; } > ${seen}` },
    );
    assert.ok(landed, said);
    return [said, ...names.map((one) => `${mark}${one}`), readFileSync(seen, "utf8")].join(" ");
  });

/** What is said of a run of which nothing lands, and of each of its checks. */
export const inVain = (part: Part): Lie["tell"] =>
  whole("in vain", part, async (scene, parts) => {
    const { said, landed } = await lied(scene, worksOf(parts), [suite, ...checksOf(parts)], {
      files: filesOf(parts),
      then: [["evidence", "s"]],
    });
    assert.ok(!landed, said);
    return said;
  });
/** The sentence of evidence by which a check is told as red. */
export const redOf = (check: string = suite): string =>
  `check: ${check} (chosen by plan) run by engine, exit 1`;
