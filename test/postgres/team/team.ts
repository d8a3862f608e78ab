// Helper of tests: a team with one shared repository, and clone, home and runner per machine.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Child, childEnv, start } from "../../fixtures/shop/child.ts";
import { builtLauncher } from "../../fixtures/built.ts";
import type { Machine, Network } from "../network.ts";

/** A line of the log that agents and checks write themselves. */
export type Deed = {
  readonly machine: string;
  readonly did: string;
  readonly job: string;
  readonly part: string;
};

export type Member = {
  readonly machine: Machine;
  readonly root: string;
  /** Types a command there; `more`: what else stands in its environment. */
  cairn(argv: readonly string[], line?: (text: string) => void, more?: NodeJS.ProcessEnv): Child;
  /** Keeps the agent of a part waiting on this machine; returns how to let it go on. */
  hold(part: string): () => void;
};

export type Team = {
  readonly folder: string;
  readonly plan: string;
  member(machine: Machine): Member;
  deeds(): readonly Deed[];
  /** What serves the shared repository to all machines. */
  /** The shared repository, as files. */
  readonly shared: string;
  /** The parts that run branches of the shared repository hold, each with the machine that made it. */
  landed(): readonly string[];
  clear(): void;
};

const identity = [
  "-c",
  "user.name=Team",
  "-c",
  "user.email=team@example.invalid",
  "-c",
  "commit.gpgsign=false",
];
const git = (cwd: string, ...argv: readonly string[]): string =>
  execFileSync("git", [...identity, ...argv], {
    cwd,
    encoding: "utf8",
    env: childEnv(process.env),
  });

const isDeed = (value: unknown): value is Deed =>
  typeof value === "object" &&
  value !== null &&
  "machine" in value &&
  "did" in value &&
  "job" in value &&
  "part" in value;

const planOf = (parts: readonly string[]): unknown => {
  const check = (part: string) => `node tools/act.mjs check - ${part}`;
  const last = parts.at(-1) ?? "";
  return {
    tasks: parts.map((part) => ({
      id: part,
      subject: `Make part ${part}`,
      success_criteria: [
        { criteria: `Part ${part} is there`, type: "test_result", command: check(part) },
      ],
    })),
    verify: {
      success_criteria: [
        { criteria: "The last part is there", type: "test_result", command: check(last) },
      ],
    },
  };
};

/** Git's own server, where all machines reach it; nobody is asked who they are. */
const serveGit = (network: Network, folder: string): ChildProcess => {
  const [program, ...argv] = [
    ...network.within,
    // Behind `git daemon` it is a process of its own, which outlives that one.
    join(git(folder, "--exec-path").trim(), "git-daemon"),
    "--reuseaddr",
    "--export-all",
    "--enable=receive-pack",
    `--base-path=${folder}`,
    `--listen=${network.address}`,
  ];
  return spawn(program, argv, { stdio: "ignore" });
};

/** `parts`: tasks of the plan, none of which waits for another. `leaseS`: in seconds. */
export const makeTeam = (
  network: Network,
  url: string,
  parts: readonly string[],
  leaseS: number,
): Team => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-team-"));
  const [shared, log, gates, plan] = ["shared.git", "deeds.jsonl", "gates", "plan.json"].map(
    (name) => join(folder, name),
  );
  if (shared === undefined || log === undefined || gates === undefined || plan === undefined)
    throw new Error("unreachable");
  const seed = join(folder, "seed");
  mkdirSync(join(seed, "tools"), { recursive: true });
  mkdirSync(gates);
  writeFileSync(log, "");
  writeFileSync(plan, JSON.stringify(planOf(parts)));
  for (const name of ["act.mjs", "agents.mjs"])
    cpSync(join(import.meta.dirname, name), join(seed, "tools", name));
  const config = {
    agents: { team: { driver: "scripted", argv: ["tools/agents.mjs"] } },
    roles: { "*": "team" },
    runner: { agents: 2 },
    git: { remote: "origin" },
    // The log of all machines lies outside of every place.
    fence: "off",
  };
  writeFileSync(join(seed, "cairn.config.json"), JSON.stringify(config));
  git(seed, "-c", "init.defaultBranch=main", "init", "--quiet");
  git(seed, "add", ".");
  git(seed, "commit", "--quiet", "--message", "What the team begins with");
  git(folder, "clone", "--quiet", "--bare", "seed", "shared.git");
  const launcher = builtLauncher();
  const daemon = serveGit(network, folder);

  const member = (machine: Machine): Member => {
    const home = join(folder, machine.name);
    const root = join(home, "project");
    mkdirSync(home);
    git(home, "clone", "--quiet", shared, "project");
    git(root, "remote", "set-url", "origin", `git://${network.address}/shared.git`);
    for (const [name, value] of [
      ["user.name", machine.name],
      ["user.email", "team@example.invalid"],
      ["commit.gpgsign", "false"],
    ] as const)
      git(root, "config", name, value);
    const env = {
      ...childEnv(process.env),
      HOME: home,
      CAIRN_PLACES: join(home, "places"),
      NO_COLOR: "1",
      COLUMNS: "400",
      CAIRN_LEDGER: url,
      CAIRN_LEASE_S: String(leaseS),
      TEAM_LOG: log,
      TEAM_GATES: gates,
      TEAM_PARTS: parts.join(" "),
    };
    return {
      machine,
      root,
      cairn: (argv, line, more = {}) =>
        start(
          [...machine.within, "env", "-C", root, process.execPath, launcher, ...argv],
          root,
          { ...env, ...more },
          line,
        ),
      hold: (part) => {
        const gate = join(gates, `${machine.name}-${part}-held`);
        writeFileSync(gate, "");
        return () => rmSync(gate);
      },
    };
  };
  return {
    folder,
    plan,
    shared,
    member,
    deeds: () =>
      readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => {
          const read: unknown = JSON.parse(line);
          if (isDeed(read)) return read;
          throw new Error(`an agent wrote ${line}`);
        }),
    landed: () => {
      const [branch = ""] = git(shared, "for-each-ref", "--format=%(refname)", "refs/heads/cairn/")
        .trim()
        .split("\n");
      const files = git(shared, "ls-tree", "-r", "--name-only", branch, "work/").trim().split("\n");
      return files.map((file) => git(shared, "show", `${branch}:${file}`).trim());
    },
    clear: () => {
      daemon.kill("SIGKILL");
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};
