// Driver of agents that speak the Agent Client Protocol, through cairn's own acp-agent program.
import type { AgentFault } from "../core/job.ts";
import type { Call, TranscriptEvent } from "../core/agents/transcript.ts";
import type { AcpEvent, AcpTask } from "./acp-events.ts";
import type { Driver } from "./agent.ts";
import { faultOf, inWords } from "./faults.ts";
import { heeding, type ProgramWords } from "./heeding.ts";
import { spent } from "./conversation-faults.ts";
import { ownProgram } from "./own-program.ts";
import { fillArgv } from "./placeholders.ts";
import { findProgram, modelFor } from "./program.ts";
import { eventsOf, numberOf, partOf, textOf } from "./stream.ts";
import type { StreamEvent } from "./stream.ts";
import type { Where } from "./which.ts";

const ofType = (events: readonly StreamEvent[], type: AcpEvent["type"]): readonly StreamEvent[] =>
  events.filter((event) => event["type"] === type);

/** Events that neither belong to a message nor end one. */
const aside: readonly unknown[] = [
  "thought",
  "cost",
  "foreign",
  "trouble",
  "ended",
] satisfies readonly AcpEvent["type"][];

/** The last uninterrupted message: a tool call, a question or a new message id ends the previous one. */
const lastSaid = (events: readonly StreamEvent[]): string => {
  const told = events.filter(({ type }) => !aside.includes(type));
  const last = told.findLastIndex(({ type }) => type === "said");
  const before = told
    .slice(0, last)
    .findLastIndex(
      (event) => event["type"] !== "said" || event["message"] !== told[last]?.["message"],
    );
  return told
    .slice(before + 1, last + 1)
    .map((event) => textOf(event["text"]))
    .join("");
};

/** The protocol's error code for a missing login. */
const loginCode = -32_000;
const kinds = [
  "auth",
  "quota",
  "overload",
  "network",
] as const satisfies readonly AgentFault["kind"][];
/** The last problem reported, unless progress followed. */
const troubleNow = (events: readonly StreamEvent[]): AgentFault | null => {
  const last = events.findLast(({ type }) => type !== "fault");
  return last?.["type"] === "trouble"
    ? { kind: kinds.find((kind) => kind === last["kind"]) ?? "other" }
    : null;
};
const faultIn = (events: readonly StreamEvent[]): AgentFault | null => {
  if (ofType(events, "ended").length > 0) return null;
  const fault = ofType(events, "fault").at(-1);
  if (fault === undefined) return troubleNow(events);
  if (fault["code"] === loginCode) return { kind: "auth" };
  const told = faultOf(textOf(fault["text"]), numberOf(fault["code"]));
  return told.kind === "other" ? (troubleNow(events) ?? told) : told;
};

const openTools = (events: readonly StreamEvent[]): boolean => {
  const over = new Map(
    ofType(events, "tool").map((event) => [textOf(event["id"]), event["over"] === true]),
  );
  return [...over.values()].some((is) => !is);
};

/** The effect of a tool kind; the first update of a call has its title, later ones may not. */
const callOf = (event: StreamEvent): Call => {
  const [title, path] = [textOf(event["title"]), textOf(event["path"])];
  if (event["kind"] === "execute")
    return { is: "ran", command: title.replace(/^`([^`]*)`$/u, "$1") };
  if (path !== "" && ["edit", "delete", "move"].includes(textOf(event["kind"])))
    return { is: "edited", path, added: null, removed: null };
  if (event["kind"] === "read" || event["kind"] === "search")
    return { is: "read", path: path || title };
  return { is: "asked", tool: textOf(event["kind"]) || "tool", about: title };
};

const hearTool = (event: StreamEvent): readonly TranscriptEvent[] => {
  const id = textOf(event["id"]);
  const { added, removed } = partOf(event, "changed");
  const changed =
    typeof added === "number" && typeof removed === "number" ? { added, removed } : {};
  const end = {
    is: "ended",
    id,
    good: event["failed"] !== true,
    exit: null,
    bytes: null,
    ...changed,
  } as const;
  const call = event["title"] === "" ? [] : [{ ...callOf(event), id }];
  return event["over"] === true ? [...call, end] : call;
};

const hear = (event: StreamEvent): readonly TranscriptEvent[] => {
  const [text, piece] = [textOf(event["text"]), textOf(event["message"])];
  switch (event["type"]) {
    case "said":
    case "thought":
      return text === "" ? [] : [{ is: event["type"], text, piece }];
    case "tool":
      return hearTool(event);
    case "permission":
      return [
        {
          is: "asked",
          tool: "permission",
          about: `${textOf(event["title"])}: ${textOf(event["chose"]) || "none"}`,
          id: "",
        },
      ];
    case "cost":
      return [
        {
          is: "used",
          usage: { input: null, output: null, cost: numberOf(event["usd"]), whole: true },
        },
      ];
    case "fault":
      return [{ is: "error", text }];
    default:
      return [];
  }
};

/** Of the programs that it speaks to, in their own words. */
const limits: ProgramWords = {
  stream: "event stream of cairn's own program for ACP",
  resets: [
    {
      seen: "claude-agent-acp, zed-industries/zed#55501; anthropics/claude-code#74079",
      as: "clock",
      pattern: /\blimit\b[^\n"]*? [\u00b7\u2219] resets (?:at )?([^\n"]+)/u,
    },
    {
      seen: "Codex, openai/codex#3899",
      as: "span",
      pattern: /try again in ((?:[\d.]+ ?[a-z]+[ ,]*)+)/iu,
    },
    {
      seen: "Codex, openai/codex#26668",
      as: "clock",
      pattern: /try again at ([A-Za-z0-9][^\n"]*)/iu,
    },
    {
      seen: "Gemini CLI, google-gemini/gemini-cli#22107",
      as: "span",
      pattern: /quota will reset after ((?:\d+[dhms] ?)+)/u,
    },
  ],
  spent: spent.acp,
  unknown: /session not found|no (?:conversation|rollout|saved session) found/iu,
};

const plainDriver = (where: Where): Driver => ({
  name: "acp",
  tells: { tokens: false, cost: true },
  find: findProgram(where),
  start(job, brief, config, { words, resume, mcp }) {
    const model = modelFor(config, job);
    const { argv } = fillArgv(config.argv, job, "", { ...words, model: model ?? "" });
    const placed = config.argv.flat().some((word) => word.includes("{model}"));
    const task: AcpTask = { argv, mcp, resume, model: placed ? null : model };
    return {
      argv: [
        process.execPath,
        ownProgram("acp-agent", "talks to ACP agents"),
        JSON.stringify(task),
      ],
      env: config.env,
      stdin: brief,
      cwd: ".",
    };
  },
  /** An unfinished turn has no final message: interim or replayed text is no report. */
  read(out) {
    const events = eventsOf(out);
    const ended = ofType(events, "ended").some(({ reason }) => reason !== "cancelled");
    const cost = numberOf(ofType(events, "cost").at(-1)?.["usd"]);
    return {
      message: ended ? lastSaid(events) : "",
      conversation: textOf(ofType(events, "started").at(-1)?.["conversation"]) || null,
      fault: faultIn(events),
      ...inWords(
        ofType(events, "ended").length > 0 ? "" : textOf(ofType(events, "fault").at(-1)?.["text"]),
      ),
      ...(cost === null ? {} : { usage: { input: null, output: null, cost } }),
    };
  },
  /** Progress of a retry streams in pieces, so one problem with nothing after it is enough. */
  stuck(out) {
    const events = eventsOf(out);
    return ofType(events, "fault").length > 0 ? null : troubleNow(events);
  },
  waits(out) {
    const events = eventsOf(out);
    const over = ofType(events, "ended").length > 0 || ofType(events, "fault").length > 0;
    return !over && !openTools(events);
  },
  hear,
});

export const acpDriver = (where: Where): Driver => heeding(plainDriver(where), limits);
