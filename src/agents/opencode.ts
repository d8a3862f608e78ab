// Driver of OpenCode without a terminal: prompt in, event stream out, plus faults from its log.
import { stripVTControlCharacters } from "node:util";
import type { AgentFault } from "../core/job.ts";
import { parsed } from "../core/json/parsed.ts";
import { isRecord } from "../core/json/record.ts";
import type { Usage } from "../core/agents/usage.ts";
import type { AgentConfig, Around, Driver } from "./agent.ts";
import type { TranscriptEvent } from "../core/agents/transcript.ts";
import { callOf, changedIn, sizeOf } from "./calls.ts";
import { faultOf, inWords } from "./faults.ts";
import { heeding, type ProgramWords } from "./heeding.ts";
import { spent } from "./conversation-faults.ts";
import { opencodeKeys, opencodeSettings } from "./keys.ts";
import { argvParts, findProgram, programOf } from "./program.ts";
import type { StateFolder } from "../core/agents/state-folder.ts";
import { eventsOf, numberOf, partOf, textOf } from "./stream.ts";
import type { StreamEvent } from "./stream.ts";
import type { Where } from "./which.ts";

/** The variable holds a configuration laid over the user's files; the agent's own value is kept. Its servers inherit its environment. */
const variable = "OPENCODE_CONFIG_CONTENT";
const configured = (mcp: Around["mcp"], { env }: AgentConfig): string => {
  const given = parsed(env[variable] ?? "");
  const own = isRecord(given) ? given : {};
  return JSON.stringify({
    ...own,
    mcp: { ...partOf(own, "mcp"), cairn: { type: "local", command: mcp, enabled: true } },
  });
};

/** A failed attempt that is retried appears only in its log. Side requests to a small model are ignored. */
type Failure = { readonly at: number; readonly conversation: string; readonly said: string };
const failuresIn = (err: string): readonly Failure[] =>
  err.split("\n").flatMap((line) => {
    if (!line.includes('message="stream error"') || line.includes(" small=true ")) return [];
    const at = Date.parse(/^timestamp=(\S+)/u.exec(line)?.[1] ?? "");
    return [
      {
        at,
        conversation: /session\.id=(\S+)/u.exec(line)?.[1] ?? "",
        said: line.slice(line.indexOf("error.error=")),
      },
    ];
  });

/** Failures since the last progress, while it retries. A started step is no progress: a broken answer starts one, too. */
const failuresNow = (events: readonly StreamEvent[], err: string): readonly Failure[] => {
  const last = events.findLast(({ type }) => type !== "step_start");
  const since = numberOf(last?.["timestamp"]) ?? 0;
  return last?.["type"] === "error" ? [] : failuresIn(err).filter(({ at }) => at > since);
};

/** Output besides its log that says why it never began, without colours. */
const complaintIn = (err: string): string =>
  /^Error: .*/mu.exec(stripVTControlCharacters(err))?.[0] ?? "";

/** The error that ended its stream; null: none. */
const errorIn = (events: readonly StreamEvent[]): StreamEvent | null => {
  const last = events.at(-1);
  return last?.["type"] === "error" ? partOf(last, "error") : null;
};
const isAbort = (error: StreamEvent): boolean => error["name"] === "MessageAbortedError";
const wrongOf = (error: StreamEvent): string =>
  `${textOf(error["name"])}: ${textOf(partOf(error, "data")["message"])}`;

const faultIn = (events: readonly StreamEvent[], err: string): AgentFault | null => {
  const error = errorIn(events);
  if (error !== null)
    return isAbort(error)
      ? null
      : faultOf(wrongOf(error), numberOf(partOf(error, "data")["statusCode"]));
  const failure = failuresNow(events, err).at(-1);
  if (failure !== undefined) return faultOf(failure.said);
  const complaint = events.length === 0 ? complaintIn(err) : "";
  return complaint === "" ? null : faultOf(complaint);
};

const sum = (numbers: readonly (number | null)[]): number =>
  numbers.reduce<number>((all, one) => all + (one ?? 0), 0);
const usageOf = (steps: readonly StreamEvent[]): Usage => ({
  input: sum(
    steps.flatMap((step) => {
      const tokens = partOf(step, "tokens");
      const cache = partOf(tokens, "cache");
      return [numberOf(tokens["input"]), numberOf(cache["read"]), numberOf(cache["write"])];
    }),
  ),
  output: sum(
    steps.flatMap((step) => [
      numberOf(partOf(step, "tokens")["output"]),
      numberOf(partOf(step, "tokens")["reasoning"]),
    ]),
  ),
  cost: sum(steps.map((step) => numberOf(step["cost"]))),
  cached: sum(steps.map((step) => numberOf(partOf(partOf(step, "tokens"), "cache")["read"]))),
});

const partsOf = (events: readonly StreamEvent[], type: string): readonly StreamEvent[] =>
  events.filter((event) => event["type"] === type).map((event) => partOf(event, "part"));

/** It reports a tool call only after its end. */
const hearTool = (part: StreamEvent): readonly TranscriptEvent[] => {
  const state = partOf(part, "state");
  const [metadata, id] = [partOf(state, "metadata"), textOf(part["callID"])];
  const { output } = state;
  const end = {
    is: "ended",
    id,
    good: state["status"] !== "error",
    exit: numberOf(metadata["exit"]),
  } as const;
  const changed = textOf(metadata["diff"]);
  return [
    { ...callOf(textOf(part["tool"]), partOf(state, "input")), id },
    {
      ...end,
      bytes: typeof output === "string" ? sizeOf(output) : null,
      ...(changed === "" ? {} : changedIn(changed.split("\n"))),
    },
  ];
};

const hear = (event: StreamEvent): readonly TranscriptEvent[] => {
  const part = partOf(event, "part");
  const text = textOf(part["text"]);
  switch (event["type"]) {
    case "text":
      return text.trim() === "" ? [] : [{ is: "said", text }];
    case "reasoning":
      return text.trim() === "" ? [] : [{ is: "thought", text }];
    case "tool_use":
      return hearTool(part);
    case "step_finish":
      return [{ is: "used", usage: usageOf([part]) }];
    case "error":
      return isAbort(partOf(event, "error"))
        ? []
        : [{ is: "error", text: wrongOf(partOf(event, "error")) }];
    default:
      return [];
  }
};

const database = ["storage", "project", "opencode.db", "opencode.db-wal", "opencode.db-shm"];
const nothing = { logins: [], sessions: [], returns: null } as const;
/** Conversations are in its own database, which only it may write: they resume here and aren't handed back. */
const state: readonly StateFolder[] = [
  { path: ".config/opencode", around: "XDG_CONFIG_HOME", copies: ["."], ...nothing },
  {
    path: ".local/share/opencode",
    around: "XDG_DATA_HOME",
    copies: ["auth.json", "bin"],
    ...nothing,
    logins: ["auth.json"],
    sessions: database,
  },
  {
    path: ".local/state/opencode",
    around: "XDG_STATE_HOME",
    copies: ["model.json", "kv.json"],
    ...nothing,
  },
];

const limits: ProgramWords = {
  stream: "JSON stream of `opencode run` ≥ 1.0; tried with 1.18",
  resets: [
    {
      seen: "opencode, packages/opencode/src/session/retry.ts: responseHeaders",
      as: "span",
      pattern: /retry-after["']?\s*[:=]\s*["']?([\d.]+)/iu,
    },
  ],
  spent: spent.opencode,
  unknown: /Session not found/u,
};

const plainDriver = (where: Where): Driver => ({
  name: "opencode",
  tells: { tokens: true, cost: true },
  find: findProgram(where),
  state,
  keys: opencodeKeys,
  settingsKeys: opencodeSettings,
  start(job, brief, config, { words, resume, mcp }) {
    const { program, model, own } = argvParts("opencode", { job, brief, config, words });
    return {
      argv: [
        program,
        "run",
        "--format",
        "json",
        // Allows what isn't denied: an unanswered question would end the turn.
        "--auto",
        "--print-logs",
        "--log-level",
        "ERROR",
        // Without it, the program asks a model for a title.
        "--title",
        `${words.run} ${job.key}`,
        ...(resume === null ? [] : ["--session", resume]),
        ...model,
        ...own,
      ],
      env: { OPENCODE_DISABLE_AUTOUPDATE: "1", ...config.env, [variable]: configured(mcp, config) },
      stdin: brief,
      cwd: ".",
    };
  },
  read(out, err) {
    const events = eventsOf(out);
    const said = partsOf(events, "text");
    const last = said.at(-1)?.["messageID"];
    const conversation = textOf(
      events.findLast((event) => textOf(event["sessionID"]) !== "")?.["sessionID"],
    );
    const steps = partsOf(events, "step_finish");
    const error = errorIn(events);
    return {
      message: said
        .filter((part) => part["messageID"] === last)
        .map((part) => textOf(part["text"]))
        .join("\n"),
      conversation: conversation || failuresIn(err).at(-1)?.conversation || null,
      fault: faultIn(events, err),
      ...inWords(error === null || isAbort(error) ? "" : wrongOf(error)),
      ...(steps.length === 0 ? {} : { usage: usageOf(steps) }),
    };
  },
  /** From the third failure on: the first retries follow at once, and a long answer after them must not look like a problem. */
  stuck(out, err) {
    const failures = failuresNow(eventsOf(out), err);
    const last = failures.at(-1);
    return failures.length < 3 || last === undefined ? null : faultOf(last.said);
  },
  /** It reports a tool call only after its end; between two steps none is running. */
  waits(out) {
    const last = eventsOf(out).at(-1);
    return (
      last === undefined ||
      (last["type"] === "step_finish" && partOf(last, "part")["reason"] === "tool-calls")
    );
  },
  hear,
  resume: ({ argv }, conversation) => [programOf(argv, "opencode"), "--session", conversation],
});

export const opencodeDriver = (where: Where): Driver => heeding(plainDriver(where), limits);
