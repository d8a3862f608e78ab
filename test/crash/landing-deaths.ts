// A run in places whose runner is killed at its calls of git, and what must stand after each of its deaths.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { builtLauncher } from "../fixtures/built.ts";
import { passing } from "../fixtures/ultrawork-verdict.ts";
import { unfenced } from "../fixtures/unfenced.ts";
import type { Way } from "./git-ways.ts";

const preload = pathToFileURL(join(import.meta.dirname, "git-death.ts")).href;

/** apart: two tasks with a file each. meeting: both write the same line, and one of them has to mend it. kept: as apart, in a folder without git. */
export type Kind = "apart" | "meeting" | "kept";
const fileOf = (kind: Kind, id: string): string => (kind === "meeting" ? "names.txt" : `${id}.txt`);
const planOf = (kind: Kind) => ({
  tasks: ["1", "2"].map((id) => ({
    id,
    subject: `Task ${id}`,
    success_criteria: [{ criteria: `${id} holds`, command: `grep -q ${id} ${fileOf(kind, id)}` }],
  })),
  verify: {
    success_criteria: [{ criteria: "it is there", command: `test -e ${fileOf(kind, "1")}` }],
  },
});
const verdict = passing(["1", "2"]);
const scriptOf = (kind: Kind): string => `
const write = (path, text) => ({ write: { path, text } });
const report = (task) => ({ report: { task, status: "done", summary: "", files_changed: [], evidence: [] } });
export const steps = ({ unit, job }) => unit === "verify" ? [{ report: ${JSON.stringify(verdict)} }]
  : job.startsWith("mend-") ? [write("names.txt", "1\\n2\\n")]
  : [write(${JSON.stringify(kind)} === "meeting" ? "names.txt" : unit + ".txt", unit + "\\n"), report(unit)];
`;
const mine = "mine\n";

type Ground = { readonly folder: string; readonly root: string; readonly env: NodeJS.ProcessEnv };
/** Where git and the record are: beside the user's files or, where these lie in no repository, in Cairn's own folder. */
const [keptGit, gitDir] = [".cairn/git", ".git"];
const folderOf = (root: string): string => (existsSync(join(root, gitDir)) ? gitDir : keptGit);
const gitIn = (root: string, ...words: readonly string[]): string =>
  execFileSync(
    "git",
    [
      ...(existsSync(join(root, keptGit)) ? [`--git-dir=${keptGit}`] : []),
      "-c",
      "user.name=Ana",
      "-c",
      "user.email=ana@example.org",
      ...words,
    ],
    {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    },
  ).trim();

const layOut = (kind: Kind): Ground => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-git-death-")));
  const root = join(folder, "shop");
  const checks = [{ name: "whole", argv: ["sh", "-c", "test -e plan.json"] }];
  const agents = { scripted: { driver: "scripted", argv: [join(folder, "script.mjs")] } };
  mkdirSync(root);
  gitIn(root, "init", "--quiet");
  unfenced(folder);
  writeFileSync(join(folder, "script.mjs"), scriptOf(kind));
  writeFileSync(
    join(root, "cairn.config.json"),
    JSON.stringify({ agents, roles: { "*": "scripted" }, checks }),
  );
  writeFileSync(join(root, "plan.json"), JSON.stringify(planOf(kind)));
  writeFileSync(join(root, ".gitignore"), ".cairn/\n");
  gitIn(root, "add", "--all");
  gitIn(root, "commit", "--quiet", "-m", "a shop");
  if (kind === "kept") rmSync(join(root, ".git"), { recursive: true });
  writeFileSync(join(root, "mine.txt"), mine);
  const own = {
    CAIRN_PLACES: join(folder, "places"),
    CAIRN_ULTRAWORK_HOME: join(folder, "sessions"),
  };
  return {
    folder,
    root,
    env: {
      ...process.env,
      HOME: folder,
      XDG_CACHE_HOME: join(tmpdir(), "cairn-git-death-cache"),
      ...own,
    },
  };
};

type Life = { readonly exit: number | null; readonly signal: string | null; readonly said: string };
const live = ({ root, env }: Ground, words: readonly string[], death?: string): Promise<Life> =>
  new Promise((resolve) => {
    const more =
      death === undefined
        ? {}
        : { NODE_OPTIONS: `--import=${preload}`, CAIRN_TEST_GIT_DEATH: death };
    const child = execFile(
      process.execPath,
      [builtLauncher(), ...words],
      { cwd: root, env: { ...env, ...more } },
      (_error, out, err) => {
        resolve({ exit: child.exitCode, signal: child.signalCode, said: out + err });
      },
    );
  });

type Landed = { readonly run: string; readonly n: number; readonly commit: string };
const part = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (at, name) => (typeof at === "object" && at !== null ? Reflect.get(at, name) : undefined),
    value,
  );
/** As the ledger has them, read by nothing of ours. */
const landedIn = ({ root }: Ground): readonly Landed[] => {
  const ledger = new DatabaseSync(
    join(root, folderOf(root) === gitDir ? ".git/cairn" : ".cairn", "ledger.db"),
    {
      readOnly: true,
      timeout: 30_000,
    },
  );
  try {
    return ledger
      .prepare("SELECT run, data FROM rows WHERE type = 'WorkLanded' ORDER BY version")
      .all()
      .map(({ run, data }) => {
        const event: unknown = JSON.parse(String(data));
        return {
          run: String(run),
          n: Number(part(event, "n")),
          commit: String(part(event, "landed", "commit")),
        };
      });
  } finally {
    ledger.close();
  }
};

/** What the user has: HEAD, index and files; in a folder without git, where work is written, those files that no job does. */
const checkoutOf = ({ root }: Ground): string =>
  [
    ...(folderOf(root) === gitDir ? [".git/HEAD", ".git/index"] : []),
    ...readdirSync(root).filter(
      (name) => name !== ".git" && name !== ".cairn" && !/^[12]\.txt$/u.test(name),
    ),
  ]
    .map((path) => `${path} ${readFileSync(join(root, path), "hex")}`)
    .join("\n");

/** A git that outlived its runner takes its own files away at any moment. */
const unlessGone = <T>(read: () => T, gone: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return gone();
    throw error;
  }
};
const locksIn = (folder: string): readonly string[] =>
  unlessGone(
    () =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".lock"))
        .map((path) => join(folder, path)),
    () => (existsSync(folder) ? locksIn(folder) : []),
  );

/** Locks that a killed git left, which only time tells from those of a living one: an hour goes by; how many there were. */
const age = ({ root, env }: Ground): number => {
  const then = Date.now() / 1_000 - 3_600;
  const aged = (lock: string): boolean =>
    unlessGone(
      () => {
        utimesSync(lock, then, then);
        return true;
      },
      () => false,
    );
  return [join(root, folderOf(root)), env["CAIRN_PLACES"] ?? ""].flatMap(locksIn).filter(aged)
    .length;
};

/** No landed commit is lost, and none but landed ones stands on the branch. */
const standing = (ground: Ground, before: readonly Landed[]): readonly Landed[] => {
  const landed = landedIn(ground);
  assert.deepEqual(landed.slice(0, before.length), before, "what had landed is still told");
  // Its repository may not be made yet.
  if (landed.length === 0 && !existsSync(join(ground.root, folderOf(ground.root)))) return landed;
  const refs = new Map(
    gitIn(ground.root, "for-each-ref", "--format=%(refname) %(objectname)")
      .split("\n")
      .map((line): [string, string] => [line.split(" ")[0] ?? "", line.split(" ")[1] ?? ""]),
  );
  for (const { run, n, commit } of landed)
    assert.equal(
      refs.get(`refs/cairn-land/${run}/${n}`),
      commit,
      `landing ${n} is kept by its reference`,
    );
  const [branch] = [...refs].filter(([name]) => name.startsWith("refs/heads/cairn/"));
  if (branch !== undefined)
    assert.ok(
      landed.some(({ commit }) => commit === branch[1]),
      `${branch.join(" ")} is none of ${JSON.stringify(landed)}`,
    );
  if (landed.length > 0)
    gitIn(ground.root, "rev-list", "--objects", "--quiet", ...landed.map(({ commit }) => commit));
  return landed;
};

const ended = async (ground: Ground, kind: Kind, life: Life, how: string): Promise<void> => {
  const { root } = ground;
  assert.equal(life.exit, 0, `${how}: ${life.said}`);
  const branch = gitIn(root, "for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/");
  const own = [...new Set(["1", "2"].map((id) => fileOf(kind, id)))];
  const names = [
    ".gitignore",
    ...own,
    "cairn.config.json",
    "plan.json",
    ...(kind === "kept" ? ["mine.txt"] : []),
  ].toSorted();
  for (const name of kind === "kept" ? own : [])
    assert.equal(readFileSync(join(root, name), "utf8"), name.replace(".txt", "\n"), how);
  assert.deepEqual(gitIn(root, "ls-tree", "--name-only", branch).split("\n").toSorted(), names);
  for (const id of ["1", "2"])
    assert.match(gitIn(root, "show", `${branch}:${fileOf(kind, id)}`), new RegExp(id, "u"));
  const jobs = landedIn(ground).map(({ commit }) =>
    gitIn(root, "log", "-1", "--format=%(trailers:key=Cairn-Unit,valueonly)", commit),
  );
  assert.equal(new Set(jobs).size, 2, jobs.join());
  assert.equal(jobs.length, 2, "each work landed once");
  assert.equal(gitIn(root, "fsck", "--strict", "--no-dangling"), "");
  const verified = await live(ground, ["verify", "s"]);
  assert.equal(verified.exit, 0, `${how}: ${verified.said}`);
};

/** Where each life ends: at which of its calls of git, and how; `ms`: how long a git that dies, too, is given. */
export type Death = { readonly at: number; readonly way: Way; readonly ms: number };
/** A run that dies at calls farther and farther on comes to its end long before. */
const mostLives = 250;
export type Deaths = Readonly<Record<Way, number>> & {
  readonly landings: number;
  readonly locks: number;
};

/** Plays one run to its end; each of its runners dies as `next` says, until one ends by itself. */
export const dieAtGit = async (kind: Kind, next: (life: number) => Death): Promise<Deaths> => {
  const ground = layOut(kind);
  const died = { before: 0, during: 0, with: 0, after: 0 };
  const trail: string[] = [];
  let broke = false;
  try {
    const start = [
      "run",
      "--later",
      "ultrawork",
      "Two files",
      "--plan",
      "plan.json",
      "--auto",
      "--session",
      "s",
      "--no-input",
    ];
    const started = await live(ground, start);
    assert.equal(started.exit, 0, started.said);
    const checkout = checkoutOf(ground);
    let landed: readonly Landed[] = [];
    let locks = 0;
    for (let life = 0; ; life += 1) {
      assert.ok(life < mostLives, "it never comes to its end");
      const { at, way, ms } = next(life);
      const lived = await live(ground, ["run", "s", "--no-input"], `${at} ${way} ${ms}`);
      trail.push(`${at} ${way} ${ms}`);
      landed = standing(ground, landed);
      assert.equal(checkoutOf(ground), checkout, "the user's checkout is as it was");
      if (lived.signal !== "SIGKILL") {
        await ended(ground, kind, lived, trail.join(", "));
        return { ...died, landings: landed.length, locks };
      }
      died[way] += 1;
      if (way === "with") locks += age(ground);
    }
  } catch (error) {
    broke = true;
    throw new Error(
      `lives that ended at: ${trail.join(", ")}; all of it lies in ${ground.folder}`,
      { cause: error },
    );
  } finally {
    if (!broke) rmSync(ground.folder, { recursive: true, force: true, maxRetries: 3 });
  }
};
