// A run in places whose runner is killed as it starts git: at each of its calls in turn, or at some of them.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { builtLauncher } from "../fixtures/built.ts";

const preload = pathToFileURL(join(import.meta.dirname, "git-death.ts")).href;
const tasks = ["1", "2"].map((id) => ({
  id,
  subject: `Task ${id}`,
  success_criteria: [{ criteria: `${id} holds`, command: `test -e ${id}.txt` }],
}));
const judgements = [
  ...tasks.map(({ id }) => ({ task: id, criterion: 1, judgement: "met", note: "" })),
  { task: "verify", criterion: 3, judgement: "met", note: "" },
];
const plan = { tasks, verify: { success_criteria: [{ criteria: "both are there", command: "test -e 1.txt" }] } };
const verdict = { sweep: 1, verdict: "PASS", judgements, issues: [], notes: "" };
const script = `export const steps = ({ unit }) => unit === "verify" ? [{ report: ${JSON.stringify(verdict)} }] : [
  { write: { path: unit + ".txt", text: unit + "\\n" } },
  { report: { task: unit, status: "done", summary: "", files_changed: [], evidence: [] } },
];\n`;

export type Deaths = { readonly died: number; readonly calls: number };

/**
 * Plays one run to its end; its runner dies at the nth git call of each of its lives, n growing by `step`, until a life ends by itself.
 * @returns how many lives died, and how many calls the last one had room for
 */
export const dieAtGit = (first: number, step: number): Deaths => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-git-death-")));
  try {
    const root = join(folder, "shop");
    const git = (...words: readonly string[]): string =>
      execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...words], { cwd: root, encoding: "utf8" });
    mkdirSync(root);
    git("init", "--quiet");
    writeFileSync(join(folder, "script.mjs"), script);
    const agents = { scripted: { driver: "scripted", argv: [join(folder, "script.mjs")] } };
    writeFileSync(join(root, "cairn.config.json"), JSON.stringify({ places: true, agents, roles: { "*": "scripted" } }));
    writeFileSync(join(root, "plan.json"), JSON.stringify(plan));
    writeFileSync(join(root, ".gitignore"), ".cairn/\n");
    git("add", "--all");
    git("commit", "--quiet", "-m", "a shop");
    writeFileSync(join(root, "mine.txt"), "mine\n");
    const index = readFileSync(join(root, ".git/index"), "hex");
    const env = { ...process.env, HOME: folder, CAIRN_PLACES: join(folder, "places"), CAIRN_ULTRAWORK_HOME: join(folder, "sessions") };
    const cairn = (words: readonly string[], nth: number) =>
      spawnSync(process.execPath, [builtLauncher(), ...words], {
        cwd: root,
        encoding: "utf8",
        env: nth === 0 ? env : { ...env, NODE_OPTIONS: `--import=${preload}`, CAIRN_TEST_GIT_DEATH: String(nth) },
      });
    const start = ["start", "ultrawork", "Two files", "--plan", "plan.json", "--auto", "--no-baseline", "--session", "s", "--no-input"];
    assert.equal(cairn(start, 0).status, 0);
    let died = 0;
    for (let nth = first; ; nth += step) {
      const life = cairn(["run", "s", "--no-input"], nth);
      if (life.signal === "SIGKILL") {
        died += 1;
        assert.equal(cairn(["verify", "s"], 0).status, 0, "what is recorded is whole");
        continue;
      }
      assert.equal(life.status, 0, `${nth}: ${life.stdout}${life.stderr}`);
      const branch = git("for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/").trim();
      assert.deepEqual(git("ls-tree", "--name-only", branch).trim().split("\n").toSorted(), [
        ".gitignore",
        "1.txt",
        "2.txt",
        "cairn.config.json",
        "plan.json",
      ]);
      const landings = git("log", "--merges", "--format=%(trailers:key=Cairn-Job,valueonly,separator=)", branch).trim().split("\n");
      assert.equal(new Set(landings).size, 2, landings.join());
      assert.equal(landings.length, 2, "each work landed once");
      assert.equal(cairn(["verify", "s"], 0).status, 0);
      assert.equal(readFileSync(join(root, ".git/index"), "hex"), index);
      assert.equal(readFileSync(join(root, "mine.txt"), "utf8"), "mine\n");
      return { died, calls: nth };
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};
