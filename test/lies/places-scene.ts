// A run of one task in places, of which an agent lies, and what landed of it.
import { execFileSync } from "node:child_process";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Scene } from "./scene.ts";

/** What a scripted agent does, step by step. */
export type Steps = readonly Readonly<Record<string, unknown>>[];
export const shell = (text: string): Steps[number] => ({ run: ["sh", "-c", text] });

export const git = ({ top }: Scene, ...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...words], {
    cwd: top,
    encoding: "utf8",
  });

const judgements = [
  { task: "1", criterion: 1, judgement: "met", note: "" },
  { task: "verify", criterion: 3, judgement: "met", note: "" },
];
const passes = { report: { sweep: 1, verdict: "PASS", judgements, issues: [], notes: "" } };
const did = {
  report: { task: "1", status: "done", summary: "It is done.", files_changed: [], evidence: [] },
};

export type Checks = readonly { readonly name: string; readonly argv: readonly string[] }[];

/** A run of one task, in places: one agent works, another says PASS to all. */
export const lied = async (
  scene: Scene,
  work: Steps,
  check: string,
  checks: Checks = [],
): Promise<{ readonly said: string; readonly landed: boolean }> => {
  const beside = (name: string): string => join(scene.top, "..", name);
  const steps = JSON.stringify({ worker: [...work, did], verifier: [passes] });
  writeFileSync(
    beside("agents.mjs"),
    `const all = ${steps};\nexport const steps = ({ role }) => all[role];\n`,
  );
  const setup = {
    argv: [
      "sh",
      "-c",
      "mkdir -p node_modules && echo 'grep -q good work.txt' > node_modules/suite",
    ],
    makes: ["node_modules"],
    inputs: ["package.json"],
  };
  const agents = { liar: { driver: "scripted", argv: [beside("agents.mjs")] } };
  const config = { agents, roles: { "*": "liar" }, setup, checks };
  const verify = { success_criteria: [{ criteria: "all hold", command: "test -e README.md" }] };
  const tasks = [
    { id: "1", subject: "Work", success_criteria: [{ criteria: "it holds", command: check }] },
  ];
  writeFileSync(join(scene.top, "cairn.config.json"), JSON.stringify(config));
  writeFileSync(
    join(scene.top, ".gitignore"),
    ".cairn/\ncairn.config.json\nnode_modules/\ncoverage/\n",
  );
  writeFileSync(join(scene.top, "work.txt"), "bad\n");
  writeFileSync(beside("plan.json"), JSON.stringify({ tasks, verify }));
  git(scene, "add", "--all");
  git(scene, "commit", "--quiet", "-m", "A shop");
  const places = beside("places");
  process.env["CAIRN_PLACES"] = places;
  try {
    const argv = [
      "run",
      "ultrawork",
      "Work",
      "--plan",
      "../plan.json",
      "--auto",
      "--no-baseline",
      "--session",
      "s",
    ];
    const ran = await scene.cairn([...argv, "--max-attempts", "1"]);
    const branch = git(scene, "for-each-ref", "--format=%(refname)", "refs/heads/cairn/").trim();
    return { said: scene.plain(`${ran.out}\n${ran.err}`), landed: branch !== "" };
  } finally {
    delete process.env["CAIRN_PLACES"];
    // Whoever outlived a job finds it no more, and ends.
    renameSync(places, beside("gone"));
    rmSync(beside("gone"), { recursive: true });
  }
};
