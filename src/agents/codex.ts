// Driver of Codex without a terminal: prompt in, event stream out, in Codex's own write sandbox.
import type { StateFolder } from "../core/agents/state-folder.ts";
import { jobVariables } from "../core/agents/job-variables.ts";
import type { Around, Driver } from "./agent.ts";
import { faultOf, inWords } from "./faults.ts";
import { heeding, type ProgramWords } from "./heeding.ts";
import { spent } from "./conversation-faults.ts";
import { hearItem, usageOf } from "./codex-items.ts";
import { codexKeys, codexSettings } from "./keys.ts";
import { argvParts, findProgram, programOf } from "./program.ts";
import { allEnded, eventsOf, partOf, textOf } from "./stream.ts";
import type { StreamEvent } from "./stream.ts";
import type { Where } from "./which.ts";

/** A JSON string is a valid TOML string except for `\/` and lone surrogates, which JSON.stringify never writes. */
const toml = (value: string | readonly string[]): string => JSON.stringify(value);

/**
 * Its servers get only the listed environment variables. Without approval their tools are refused, since no
 * person can answer. Tools of a server that isn't required are left out where it takes over a second to start.
 */
const server = ([command = "", ...args]: Around["mcp"]): string =>
  `mcp_servers.cairn={command=${toml(command)},args=${toml(args)},env_vars=${toml(jobVariables)},default_tools_approval_mode="approve",required=true,startup_timeout_sec=60}`;

/**
 * Limits writing to the working tree, temporary folders and the job's other paths. Reading and the
 * network stay open: tests open ports and fetch packages. Codex protects `.git` unless listed.
 */
const confined = ({ outside, fenced }: Around): readonly string[] =>
  fenced
    ? ["-c", 'sandbox_mode="danger-full-access"']
    : [
        "-c",
        'sandbox_mode="workspace-write"',
        "-c",
        "sandbox_workspace_write.network_access=true",
        ...outside.flatMap((folder) => ["--add-dir", folder]),
      ];

/** No questions, update checks or telemetry during a job. */
const quiet = [
  "-c",
  'approval_policy="never"',
  "-c",
  "check_for_update_on_startup=false",
  "-c",
  "analytics.enabled=false",
];

const messageOf = (event: StreamEvent): string => {
  const item = partOf(event, "item");
  return event["type"] === "item.completed" && item["type"] === "agent_message"
    ? textOf(item["text"])
    : "";
};

/** The number of the retry in the message; 0: none. Retries without a network have no number and no end. */
const tryOf = (event: StreamEvent | undefined): number => {
  const found =
    event?.["type"] === "error"
      ? /^Reconnecting\.\.\. (?:(\d+)\/\d+|waiting\b)/u.exec(textOf(event["message"]))
      : null;
  return found === null ? 0 : Number(found[1] ?? Number.POSITIVE_INFINITY);
};

/** A job is a single turn. */
const isEnd = ({ type }: StreamEvent): boolean =>
  type === "turn.failed" || type === "turn.completed";

/** Why its turn didn't end; empty: it ended, or was stopped. Before its first event it reports only on standard error. */
const wrongOf = (events: readonly StreamEvent[], err: string): string => {
  if (events.length === 0) return /^Error\b.*/mu.exec(err)?.[0] ?? "";
  const ended = events.findLast(isEnd);
  if (ended !== undefined)
    return ended["type"] === "turn.failed"
      ? textOf(partOf(ended, "error")["message"]) || "failed"
      : "";
  const last = events.at(-1);
  return tryOf(last) === 0 ? "" : textOf(last?.["message"]);
};

const state: readonly StateFolder[] = [
  {
    path: ".codex",
    variable: "CODEX_HOME",
    copies: [
      "auth.json",
      ".credentials.json",
      "*config.toml",
      ".env",
      "hooks.json",
      "AGENTS.md",
      "AGENTS.override.md",
      "agents",
      "prompts",
      "rules",
      "skills",
      "version.json",
    ],
    logins: ["auth.json", ".credentials.json"],
    sessions: ["sessions"],
    returns: { ends: [".jsonl"], by: "line" },
  },
];

const limits: ProgramWords = {
  stream: "JSON stream of `codex exec` ≥ 0.39; tried with 0.171",
  resets: [
    {
      seen: "0.39.0, openai/codex#3899; 0.92.0, openai/codex#10052",
      as: "span",
      pattern: /try again in ((?:[\d.]+ ?[a-z]+[ ,]*)+)/iu,
    },
    {
      seen: "openai/codex#26668; codex-rs/core/src/error.rs, retry_suffix",
      as: "clock",
      pattern: /try again at ([A-Za-z0-9][^\n]*)/iu,
    },
  ],
  spent: spent.codex,
  // 0.137.0: vm0-ai/vm0#16125; openai/codex#22064.
  unknown: /no rollout found for (?:thread|conversation) id|thread not loaded: /iu,
};

const plainDriver = (where: Where): Driver => ({
  name: "codex",
  tells: { tokens: true, cost: false },
  find: findProgram(where),
  state,
  keys: codexKeys,
  settingsKeys: codexSettings,
  start(job, brief, config, around) {
    const { words, resume, mcp } = around;
    const { program, model, own } = argvParts("codex", { job, brief, config, words });
    return {
      argv: [
        program,
        "exec",
        "--json",
        "--skip-git-repo-check",
        ...quiet,
        ...confined(around),
        "-c",
        server(mcp),
        ...model,
        ...own,
        ...(resume === null ? [] : ["resume", resume]),
        "-",
      ],
      env: config.env,
      stdin: brief,
      cwd: ".",
    };
  },
  read(out, err) {
    const events = eventsOf(out);
    const wrong = wrongOf(events, err);
    const ended = events.findLast(({ type }) => type === "turn.completed");
    return {
      message: messageOf(events.findLast((event) => messageOf(event) !== "") ?? {}),
      conversation:
        textOf(events.find(({ type }) => type === "thread.started")?.["thread_id"]) || null,
      fault: wrong === "" ? null : faultOf(wrong),
      ...(events.length === 0 ? {} : inWords(wrong)),
      ...(ended === undefined ? {} : { usage: usageOf(ended) }),
    };
  },
  /** After one retry it may be thinking silently; a second without an event between means that it isn't. */
  stuck(out) {
    const last = eventsOf(out).at(-1);
    return tryOf(last) < 2 ? null : faultOf(textOf(last?.["message"]));
  },
  /** It reports the beginning and end of everything it runs, and waits forever for an answer that never begins. */
  waits(out) {
    const events = eventsOf(out);
    if (events.some(isEnd)) return false;
    const ids = (type: string): readonly unknown[] =>
      events.filter((event) => event["type"] === type).map((event) => partOf(event, "item")["id"]);
    return allEnded(ids("item.started"), ids("item.completed"));
  },
  hear: hearItem,
  resume: ({ argv }, conversation) => [programOf(argv, "codex"), "resume", conversation],
});

export const codexDriver = (where: Where): Driver => heeding(plainDriver(where), limits);
