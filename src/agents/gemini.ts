// Driver of Gemini CLI without a terminal: prompt in, event stream out.
import type { AgentFault } from "../core/job.ts";
import type { Around, Driver } from "./agent.ts";
import type { StateFolder } from "../core/agents/state-folder.ts";
import { defaultsIn } from "./defaults.ts";
import type { Defaults } from "./defaults.ts";
import type { TranscriptEvent } from "../core/agents/transcript.ts";
import type { Usage } from "../core/agents/usage.ts";
import { callOf, sizeOf } from "./calls.ts";
import { faultOf, inWords } from "./faults.ts";
import { heeding, type ProgramWords } from "./heeding.ts";
import { spent } from "./conversation-faults.ts";
import { geminiKeys } from "./keys.ts";
import { argvParts, findProgram, ownVariables, programOf } from "./program.ts";
import { allEnded, cachedOf, eventsOf, numberOf, partOf, textOf } from "./stream.ts";
import type { StreamEvent } from "./stream.ts";
import type { Where } from "./which.ts";

const places: Defaults = {
  variable: "GEMINI_CLI_SYSTEM_DEFAULTS_PATH",
  admins: [
    "/etc/gemini-cli/system-defaults.json",
    "/Library/Application Support/GeminiCli/system-defaults.json",
  ],
  name: "agent-gemini.json",
};

/** Its servers see variables whose names suggest a token only if listed. */
const settingsOf = ([command, ...args]: Around["mcp"]): unknown => ({
  privacy: { usageStatisticsEnabled: false },
  mcpServers: { cairn: { command, args, env: ownVariables, trust: true } },
});

/**
 * Prevents a restart whose parent ignores signals for 15 s, questions in untrusted folders, and, in
 * GitHub's runners, hiding from its tools the variable by which stopped jobs are swept.
 */
const quiet = {
  GEMINI_CLI_NO_RELAUNCH: "true",
  GEMINI_CLI_TRUST_WORKSPACE: "true",
  GEMINI_TELEMETRY_ENABLED: "false",
  GITHUB_SHA: "",
};

const isSaid = (event: StreamEvent): boolean =>
  event["type"] === "message" && event["role"] === "assistant";

/** The last message, joined from consecutive chunks or sent whole. */
const lastSaid = (events: readonly StreamEvent[]): string => {
  const end = events.findLastIndex((event) => isSaid(event) && textOf(event["content"]) !== "");
  const pieces: string[] = [];
  for (const event of events.slice(0, end + 1).toReversed()) {
    if (!isSaid(event) || (pieces.length > 0 && event["delta"] !== true)) break;
    pieces.push(textOf(event["content"]));
    if (event["delta"] !== true) break;
  }
  return pieces.toReversed().join("");
};

/** A conversation is saved under a name only after its model has answered; resuming any other fails at once. */
const isAnswer = (event: StreamEvent): boolean => isSaid(event) || event["type"] === "tool_use";

/** Messages that it prints at each start. */
const noise =
  /^(?:Warning: .*color support.*|YOLO mode is enabled.*|Ripgrep is not available.*|\[STARTUP\].*|Security Warning: .*)$/gmu;

/** The fault in the stream; null: none. Once a turn has a result, only that counts. */
const wrongIn = (events: readonly StreamEvent[]): string | null => {
  const result = events.findLast(({ type }) => type === "result");
  if (result !== undefined)
    return result["status"] === "error" ? textOf(partOf(result, "error")["message"]) : null;
  const told = events.findLast(
    (event) => event["type"] === "error" && event["severity"] !== "warning",
  );
  return told === undefined ? null : textOf(told["message"]);
};

const faultIn = (
  events: readonly StreamEvent[],
  err: string,
  exit: number | null,
): AgentFault | null => {
  const wrong = wrongIn(events);
  if (wrong !== null) return faultOf(wrong);
  const said = err.replaceAll(noise, "").trim();
  return events.length > 0 || exit === null || said === "" ? null : faultOf(said);
};

/** Conversations are stored by the last part of the working directory, which all places share and a user's project may have too. */
const state: readonly StateFolder[] = [
  {
    path: ".gemini",
    around: "GEMINI_CLI_HOME",
    copies: [
      "oauth_creds.json",
      "google_accounts.json",
      "installation_id",
      "settings.json",
      "trustedFolders.json",
      "projects.json",
      ".env",
      "GEMINI.md",
      "commands",
      "extensions",
    ],
    logins: ["oauth_creds.json"],
    sessions: ["tmp"],
    returns: null,
  },
];

const usageOf = (result: StreamEvent): Usage => {
  const stats = partOf(result, "stats");
  return {
    input: numberOf(stats["input_tokens"]),
    output: numberOf(stats["output_tokens"]),
    cost: null,
    ...cachedOf(stats["cached"]),
  };
};

const hear = (event: StreamEvent): readonly TranscriptEvent[] => {
  const id = textOf(event["tool_id"]);
  const text = textOf(event["content"]);
  switch (event["type"]) {
    case "message":
      return !isSaid(event) || text === ""
        ? []
        : [{ is: "said", text, ...(event["delta"] === true ? { piece: "" } : {}) }];
    case "tool_use":
      return [{ ...callOf(textOf(event["tool_name"]), partOf(event, "parameters")), id }];
    case "tool_result": {
      const { output } = event;
      const bytes = typeof output === "string" ? sizeOf(output) : null;
      return [{ is: "ended", id, good: event["status"] !== "error", exit: null, bytes }];
    }
    case "error":
      return [{ is: "error", text: textOf(event["message"]) }];
    case "result": {
      const wrong = wrongIn([event]);
      return [
        { is: "used", usage: usageOf(event) },
        ...(wrong === null ? [] : [{ is: "error", text: wrong || "failed" } as const]),
      ];
    }
    default:
      return [];
  }
};

const limits: ProgramWords = {
  stream: "stream-json of Gemini CLI ≥ 0.20; tried with 0.61",
  resets: [
    {
      seen: "google-gemini/gemini-cli#22107",
      as: "span",
      pattern: /quota will reset after ((?:\d+[dhms] ?)+)/u,
    },
    {
      seen: "gemini-cli, packages/core/src/utils/googleQuotaErrors.ts: RetryInfo",
      as: "span",
      pattern: /(?:Suggested retry after |"retryDelay":\s*")([\d.]+)s/u,
    },
    {
      seen: "gemini-cli, packages/core/src/utils/googleQuotaErrors.ts",
      as: "span",
      pattern: /please retry in ((?:[\d.]+ ?[dhms]+ ?)+)/iu,
    },
  ],
  spent: spent.gemini,
  // packages/cli/src/utils/sessionUtils.ts
  unknown: /Invalid session identifier|No previous sessions found/u,
};

const plainDriver = (where: Where, admins = places.admins): Driver => ({
  name: "gemini",
  tells: { tokens: true, cost: false },
  find: findProgram(where),
  state,
  keys: geminiKeys,
  start(job, brief, config, { words, folder, resume, mcp }) {
    const { program, model, own } = argvParts("gemini", { job, brief, config, words });
    const { env, files } = defaultsIn({ ...places, admins }, config, folder, settingsOf(mcp));
    return {
      argv: [
        program,
        "--output-format",
        "stream-json",
        "--approval-mode",
        "yolo",
        ...model,
        ...(resume === null ? [] : ["--resume", resume]),
        ...own,
      ],
      env: { ...quiet, ...env, ...config.env },
      stdin: brief,
      cwd: ".",
      files,
    };
  },
  read(out, err, exit) {
    const events = eventsOf(out);
    const result = events.findLast(({ type }) => type === "result");
    return {
      message: lastSaid(events),
      conversation: events.some(isAnswer)
        ? textOf(events.find(({ type }) => type === "init")?.["session_id"]) || null
        : null,
      fault: faultIn(events, err, exit),
      ...inWords(wrongIn(events) ?? ""),
      ...(result === undefined ? {} : { usage: usageOf(result) }),
    };
  },
  /** Retries appear only on standard error, and a successful one nowhere: after the first it may be thinking again. */
  stuck(_out, err) {
    const [whole = "", tried = "0", status] =
      [...err.matchAll(/^Attempt (\d+) failed(?: with status (\d+))?[^]*?$/gmu)].at(-1) ?? [];
    return Number(tried) < 2 ? null : faultOf(whole, status === undefined ? null : Number(status));
  },
  waits(out) {
    const events = eventsOf(out);
    if (events.length === 0 || events.at(-1)?.["type"] === "result") return false;
    const ids = (type: string): readonly unknown[] =>
      events.filter((event) => event["type"] === type).map((event) => event["tool_id"]);
    return allEnded(ids("tool_use"), ids("tool_result"));
  },
  hear,
  resume: ({ argv }, conversation) => [programOf(argv, "gemini"), "--resume", conversation],
});

export const geminiDriver = (where: Where, admins = places.admins): Driver =>
  heeding(plainDriver(where, admins), limits);
