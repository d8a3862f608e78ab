// Short help pages that belong to no verb: `cairn help TOPIC`.
import { list, wrap } from "../terminal/layout.ts";

/** Names with what they mean. */
export const listing = (rows: readonly (readonly [string, string])[], width: number): string =>
  list(rows, { width, colour: false }, { indent: 2 }).join("\n");

export type Topic = {
  readonly summary: string;
  readonly text: (width: number) => readonly string[];
};

const exitCodes = [
  ["0", "done as asked; run: it ended in success, and all that can be checked is proved"],
  ["1", "the operator must act (disk, database, missing program)"],
  ["2", "refused, or wrong usage: the code is on the first line"],
  ["3", "run: it waits for a decision, is paused, or waits for an external worker"],
  ["4", "run: it ended without success, or with something unproved that can be checked"],
  ["5", "a check found damage or disagreement"],
  ["70", "a bug of cairn's"],
  ["130", "interrupted; resume with `cairn run`"],
] as const;

const configuration = [
  ["agents", "agents by name, each with a driver, and where needed argv, model, env"],
  [
    "roles",
    'agents by role, such as "verifier"; "*": all others; "hand": you, by `cairn job claim`',
  ],
  ["checks", "what all work must pass before it lands: name, argv, cwd, timeout_s, pin"],
  ["setup", "makes a fresh checkout ready: argv, inputs, makes"],
  ["place", "copy: ignored files that jobs need, copied into each place and never landed"],
  ["keep", "paths and patterns of what lands although it looks like what tools make, such as dist"],
  ["budget", 'run: what each may use; day: all of a day, such as "5usd 3h" (`cairn help budgets`)'],
  ["prices", "US dollars for a million tokens by model or agent: in, out, cached"],
  ["fence", "a sandbox for agents and checks: auto, required or off (`cairn help fence`)"],
  ["runner", "agents: how many are at work at once (4)"],
  ["git", "remote: where machines that share the ledger share commits, such as origin"],
  ["ledger", "where the record is; default: .git/cairn/ledger.db, without git .cairn/ledger.db"],
  ["needs", "labels that a runner must have for a role (`cairn run --label`)"],
] as const;

const limits = [
  ["5usd", "what programs tell that they cost, else tokens at your `prices`"],
  ["2Mtok, 500ktok", "tokens in and out, cached ones included"],
  ["3h, 90min", "working time of agents, summed over jobs"],
  ["40jobs", "agents' jobs that began"],
] as const;

const drivers = [
  ["claude-code", "runs `claude`; everything is allowed"],
  ["codex", "runs `codex`, which sandboxes itself to the working tree"],
  ["gemini, qwen", "run `gemini`, `qwen`; everything is allowed"],
  ["opencode", "runs `opencode`; what its own configuration doesn't deny"],
  ["acp", "any program that speaks the Agent Client Protocol, named in argv"],
  ["command", "any program that reads a brief and prints a report, named in argv"],
  ["scripted", "a script in place of a program, for tests and demos"],
] as const;

const address = [
  ["project", "small letters, digits, _; at most 40"],
  ["sslmode", "disable, prefer (if not said), require, verify-ca or verify-full"],
  ["sslrootcert", "a file with the authorities that are trusted"],
] as const;

const page =
  (...parts: readonly (string | readonly (readonly [string, string])[])[]): Topic["text"] =>
  (width) =>
    parts.flatMap((part, at) => [
      ...(at === 0 ? [] : [""]),
      typeof part === "string" ? wrap(part, width) : listing(part, width),
    ]);

export const topics: Readonly<Record<string, Topic>> = {
  ways: {
    summary: "the five ways of working, and which one is for what",
    text: page(
      '`cairn run WAY "GOAL"` begins a run in one of these ways; without WAY it is ultrawork, or what "protocol" of cairn.config.json says. `cairn run WAY --help` shows what a way takes.',
      '`cairn run --light "GOAL"` is ultrawork for a small goal: one task and no plan.',
    ),
  },
  "exit-codes": { summary: "what each exit code means", text: page("Exit codes", exitCodes) },
  runs: {
    summary: "how a run, a job or a decision is named",
    text: page(
      "A run is named by its id, a unique beginning of it, or its session; left out, it is the only live one, or where none is live and the verb fits one that is over, the only such one.",
      "A job or decision is named by its key, or by the unit that it is about (task, node, story) where only one fits.",
    ),
  },
  configuration: {
    summary: "the keys of cairn.config.json",
    text: page(
      "cairn.config.json stands at the top of the repository. `cairn init` writes it; `cairn schema config` prints its schema. All keys may be left out:",
      configuration,
      '~/.config/cairn/config.json holds your own agents, roles and fence for all repositories, and `notify`: where you are told that a run needs you, has ended or is stuck, such as {"webhook": "https://ntfy.sh/TOPIC"}. `cairn setup notify` tries it.',
      "A key named after a protocol, such as ultrawork, holds options of that way to work.",
    ),
  },
  agents: {
    summary: "which agent programs can be driven, and what they may do",
    text: page(
      "Cairn starts agent programs that you have already, with your own login and settings. They edit files and run programs without asking you. What they say is a claim; what counts is what Cairn's own checks find.",
      drivers,
      "Your own program (command) gets the brief as {brief} in its argv, else on standard input. It ends with a fenced block marked `cairn-report` on standard output, one JSON value that fits the schema in the brief, or calls `cairn job report --data @FILE`. docs/guide/own-agent.md of the package cairnkit has a complete script.",
      "`cairn init` proposes what it finds on PATH. `cairn setup agents` shows who is configured, with which roles, and exactly what would be run.",
    ),
  },
  budgets: {
    summary: "what a run may use, and what happens then",
    text: page(
      '`cairn run "…" --budget "5usd 3h"` limits one run; `budget` and `prices` in cairn.config.json hold for all runs, or for all runs of a day together.',
      limits,
      "At 80 % the run says so. At 100 % nothing new starts and you are asked: raise it, finish what is under way, or stop. A run is over its limits by at most what was under way.",
      "Nothing is guessed: where a program tells neither cost nor tokens, limits of time and jobs bind all the same, and the run says that money can't.",
    ),
  },
  places: {
    summary: "where jobs work, and how their work reaches you",
    text: page(
      "No agent works in your checkout. Each job gets a place: a repository of its own beside yours. What it leaves is committed, merged with what landed before and checked in a clean checkout. Only if the checks are green it lands on the run's branch, cairn/NAME.",
      "Your checkout changes only by `cairn merge` and `cairn undo`. A run starts from HEAD; `cairn run --with-changes` takes uncommitted changes along.",
      "Files that git ignores aren't in a place: `setup` makes them and `place.copy` copies them (`cairn help configuration`). Places lie in ~/.local/state/cairn/places; CAIRN_PLACES names another folder.",
    ),
  },
  fence: {
    summary: "what agents and checks can't reach",
    text: page(
      'Where this machine has bubblewrap, agents, setup and checks run inside it: they write their place and a temporary folder of their own, and read the rest of the machine. The record, other places and your keys are empty for them, none of their processes outlives the job, and checks have no network. Where no fence can be made, `cairn run` says so; with "fence": "required" in cairn.config.json nothing runs without one. "off" makes none, also for this machine alone in ~/.config/cairn/config.json. There is none on macOS yet.',
      "Unfenced, a job may do all that you may: read your keys, change the record, plant a git hook, go on after its end, and speak as you.",
      "Agents keep their login: each job has a copy of its program's settings, and hands back its conversations and a renewed login alone.",
      "Inside, `cairn job report`, `job renew`, `mcp`, `setup hooks run` and the verbs that read work as outside: they ask the job's host through the socket that CAIRN_DOOR names. What comes that way is the job's word; all other verbs are refused.",
      "On Linux it needs bubblewrap (`apt-get install bubblewrap`) and a system that lets programs make user namespaces. On Ubuntu 24.04 an AppArmor profile for /usr/bin/bwrap with `userns,` allows it; in a container its seccomp profile must.",
      "Caches of compilers and package managers that the repository calls for (`~/.cache/go-build`, `~/.cargo`, `~/.npm`, `~/.m2` …) are there, and writable by an overlay that goes with the job. Overlays need `unshare` and `mount`; on Ubuntu 24.04 /usr/bin/unshare needs an AppArmor profile with `userns,`, too.",
      '`"fence": {"network": true, "writes": ["~/data"]}` gives checks the network, and jobs a folder to write, where what they leave stays.',
      'Variables that look like secrets, fenced or not, and logins of registries (~/.npmrc, ~/.m2/settings.xml …) are kept from jobs. `"fence": {"passes": ["NPM_TOKEN"], "shows": ["~/.npmrc"]}` gives them to agents, setup and checks; `"passes"` of an agent to that one. Each agent has its own program\'s keys.',
    ),
  },
  evidence: {
    summary: "what counts as proof",
    text: page(
      "A criterion is proved when Cairn ran its check itself and it passed: the command, exit code, output, commit and tree are recorded. `cairn evidence` names check, exit code and commit. The verifier's judgement has no check: it is an agent's word about the whole. A proof is fresh as long as the tree is the one that it was made on.",
      "What an agent says is shown as a claim and proves nothing. `cairn evidence RUN` shows each criterion with its proof; `--recheck` runs the checks again.",
    ),
  },
  decisions: {
    summary: "what a run asks you, and how to answer",
    text: page(
      "A run stops with exit code 3 where it needs you: a plan to approve, a check that stays red, a question of an agent. `cairn status` shows what waits.",
      "`cairn decide RUN DECISION` shows the question and the possible answers, `cairn decide RUN DECISION ANSWER` answers. Then `cairn run RUN` goes on.",
    ),
  },
  mcp: {
    summary: "how agents use Cairn over MCP",
    text: page(
      "`cairn mcp` speaks MCP on standard input and output. Let your agent program start it, in the repository that it is for:",
      '  {"mcpServers": {"cairn": {"command": "cairn", "args": ["mcp"]}}}',
      "Agents that Cairn starts for a job have this server already. `cairn serve` answers MCP over HTTP.",
    ),
  },
  serve: {
    summary: "the page in the browser, from this machine and from another one",
    text: page(
      "`cairn serve` prints an address that lets one browser in. It listens on this machine only.",
      "From another machine, forward its port and open the printed address there, with the same port:",
      "  ssh -L PORT:127.0.0.1:PORT HOST",
    ),
  },
  postgres: {
    summary: "a ledger that several machines share",
    text: page(
      "--ledger postgres://USER@HOST:PORT/DATABASE?project=NAME, CAIRN_LEDGER, or `ledger` in cairn.config.json. Behind the question mark:",
      address,
      "The password comes from ~/.pgpass, PGPASSFILE or PGPASSWORD. The first verb that records something makes the tables. What rights a user needs stands in docs/postgres.md of the package cairnkit.",
    ),
  },
};
