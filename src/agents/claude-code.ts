// Driver of Claude Code without a terminal: prompt in, event stream out.
import type { AgentFault } from "../core/job.ts";
import type { Usage } from "../core/agents/usage.ts";
import type { Driver } from "./agent.ts";
import { faultOf, inWords } from "./faults.ts";
import { heeding, type ProgramWords } from "./heeding.ts";
import { spent } from "./conversation-faults.ts";
import { claudeKeys } from "./keys.ts";
import { argvParts, findProgram, ownVariables, programOf } from "./program.ts";
import { epochMs } from "./resets.ts";
import type { StateFolder } from "../core/agents/state-folder.ts";
import { cachedOf, eventsOf, numberOf, partOf, textOf } from "./stream.ts";
import type { StreamEvent } from "./stream.ts";
import { hearTurn, partsOf, waitsForModel } from "./turns.ts";
import type { Where } from "./which.ts";

/** No updates, reports or telemetry during a job. */
const quiet = {
  DISABLE_AUTOUPDATER: "1",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_ERROR_REPORTING: "1",
};

/** Without alwaysLoad the tools are only found by a search that few models use. */
const servers = ([command, ...args]: readonly string[]): string =>
  JSON.stringify({
    mcpServers: { cairn: { command, args, env: ownVariables, alwaysLoad: true } },
  });

const sumOf = (event: StreamEvent, keys: readonly string[]): number | null => {
  const known = keys.flatMap((key) => numberOf(event[key]) ?? []);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
};
const usageOf = (result: StreamEvent): Usage => {
  const usage = partOf(result, "usage");
  return {
    input: sumOf(usage, ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"]),
    output: numberOf(usage["output_tokens"]),
    cost: numberOf(result["total_cost_usd"]),
    ...cachedOf(usage["cache_read_input_tokens"]),
  };
};

/** Its own text, without that of sub-agents or fault messages that the program presents as the model's. */
const saidBy = (event: StreamEvent): string =>
  textOf(event["parent_tool_use_id"]) !== "" || partOf(event, "message")["model"] === "<synthetic>"
    ? ""
    : partsOf(event, "assistant")
        .flatMap((part) => (part["type"] === "text" ? [textOf(part["text"])] : []))
        .join("\n");

/** The reported number of the retry; 0: none. */
const tryOf = (event: StreamEvent | undefined): number =>
  event?.["type"] === "system" && event["subtype"] === "api_retry"
    ? (numberOf(event["attempt"]) ?? 1)
    : 0;
/** No status means no complete answer arrived: the program calls that unknown. */
const triedFor = (event: StreamEvent | undefined): AgentFault | null => {
  if (event === undefined || tryOf(event) === 0) return null;
  const told = faultOf(textOf(event["error"]), numberOf(event["error_status"]));
  return told.kind === "other" && event["error_status"] === null ? { kind: "network" } : told;
};

/** Traces of an interruption: a user line about it, and an error result that is no error. */
const isInterruption = (event: StreamEvent): boolean =>
  event["type"] === "user" ||
  (event["type"] === "result" && textOf(event["terminal_reason"]).startsWith("aborted"));

/** The message of a result that reports a fault. */
const wrongOf = (result: StreamEvent): string => {
  const errors: readonly unknown[] = Array.isArray(result["errors"]) ? result["errors"] : [];
  return result["is_error"] === true && !isInterruption(result)
    ? [result["result"], ...errors].map(textOf).join("\n")
    : "";
};

const faultIn = (events: readonly StreamEvent[], err: string): AgentFault | null => {
  const result = events.findLast(({ type }) => type === "result");
  if (result === undefined && events.length === 0) return err.trim() === "" ? null : faultOf(err);
  if (result === undefined || isInterruption(result))
    return triedFor(events.findLast((event) => !isInterruption(event)));
  return result["is_error"] === true
    ? faultOf(wrongOf(result), numberOf(result["api_error_status"]))
    : null;
};

const state: readonly StateFolder[] = [
  {
    path: ".claude",
    variable: "CLAUDE_CONFIG_DIR",
    copies: [
      ".credentials.json",
      "settings.json",
      "CLAUDE.md",
      "agents",
      "commands",
      "hooks",
      "output-styles",
      "plugins",
      "rules",
      "skills",
    ],
    beside: [".claude.json"],
    logins: [".credentials.json"],
    sessions: ["projects"],
    returns: { ends: [".jsonl"], by: "path" },
  },
];

/** `rejected` events name the reset in seconds since the epoch: paperclipai/paperclip#5776. */
const resetIn = (events: readonly StreamEvent[]): number | null => {
  const info = partOf(
    events.findLast(({ type }) => type === "rate_limit_event") ?? {},
    "rate_limit_info",
  );
  const told = numberOf(info["resetsAt"]);
  return info["status"] === "rejected" && told !== null ? epochMs(told) : null;
};

const limits: ProgramWords = {
  stream: "stream-json of Claude Code ≥ 2.1; tried with 2.1.332",
  resetIn,
  resets: [
    {
      seen: "2.1.201, anthropics/claude-code#74079",
      as: "clock",
      pattern: /\blimit\b[^\n]*? [\u00b7\u2219] resets (?:at )?([^\n]+)/u,
    },
    {
      seen: "1.0.113, anthropics/claude-code#7641",
      as: "clock",
      pattern: /limit reached ?[\u00b7\u2219] ?resets ([^\n]+)/u,
    },
    {
      seen: "1.0.24, anthropics/claude-code#2087",
      as: "epoch",
      pattern: /usage limit reached\|(\d{10,13})/u,
    },
    {
      seen: "2.1.81, anthropics/claude-code#38035",
      as: "date",
      pattern: /API usage limits\. You will regain access on ([^\n"]+)/u,
    },
  ],
  spent: spent.claude,
  unknown: /No conversation found with session ID/u,
};

const plainDriver = (where: Where): Driver => ({
  name: "claude-code",
  tells: { tokens: true, cost: true },
  find: findProgram(where),
  state,
  keys: claudeKeys,
  start(job, brief, config, { words, conversation, resume, mcp }) {
    const { program, model, own } = argvParts("claude", { job, brief, config, words });
    return {
      argv: [
        program,
        "-p",
        "--output-format",
        "stream-json",
        "--verbose",
        "--permission-mode",
        "bypassPermissions",
        "--mcp-config",
        servers(mcp),
        ...(resume === null ? ["--session-id", conversation] : ["--resume", resume]),
        ...model,
        ...own,
      ],
      env: { ...quiet, ...config.env },
      stdin: brief,
      cwd: ".",
    };
  },
  /** A turn that ends after a denied permission also says "success": the report's reader judges its message and the disk. */
  read(out, err) {
    const events = eventsOf(out);
    const result = events.findLast(({ type }) => type === "result");
    const fault = faultIn(events, err);
    const ended = result === undefined || fault !== null ? "" : textOf(result["result"]);
    return {
      message: ended || saidBy(events.findLast((event) => saidBy(event) !== "") ?? {}),
      // A conversation that isn't found appears in a result, but never starts.
      conversation:
        textOf(events.findLast((event) => event["subtype"] === "init")?.["session_id"]) || null,
      fault,
      ...inWords(wrongOf(result ?? {})),
      ...(result === undefined ? {} : { usage: usageOf(result) }),
    };
  },
  /** A retry is announced before it happens, its outcome isn't. The first two follow at once; a long answer after them must not look like a problem. */
  stuck(out) {
    const last = eventsOf(out).at(-1);
    return tryOf(last) < 3 ? null : triedFor(last);
  },
  waits: (out) => waitsForModel(eventsOf(out)),
  hear(event) {
    if (tryOf(event) > 0)
      return [{ is: "error", text: `try ${tryOf(event)} failed: ${textOf(event["error"])}` }];
    if (event["type"] !== "result") return hearTurn(event);
    const wrong = wrongOf(event).trim();
    return [
      ...(wrong === "" ? [] : [{ is: "error", text: wrong } as const]),
      { is: "used", usage: usageOf(event) },
    ];
  },
  resume: ({ argv }, conversation) => [programOf(argv, "claude"), "--resume", conversation],
});

export const claudeCodeDriver = (where: Where): Driver => heeding(plainDriver(where), limits);
