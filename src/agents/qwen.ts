// Driver of Qwen Code without a terminal: prompt in, event stream out.
import type { AgentFault } from "../core/job.ts";
import type { Usage } from "../core/agents/usage.ts";
import type { Around, Driver } from "./agent.ts";
import { defaultsIn } from "./defaults.ts";
import type { Defaults } from "./defaults.ts";
import { faultOf, inWords } from "./faults.ts";
import { heeding, type ProgramWords } from "./heeding.ts";
import { spent } from "./conversation-faults.ts";
import { qwenKeys, qwenSettings } from "./keys.ts";
import { argvParts, findProgram, programOf } from "./program.ts";
import type { StateFolder } from "../core/agents/state-folder.ts";
import { cachedOf, eventsOf, numberOf, partOf, textOf } from "./stream.ts";
import type { StreamEvent } from "./stream.ts";
import { hearTurn, partsOf, waitsForModel } from "./turns.ts";
import type { Where } from "./which.ts";

/** Its servers inherit the environment. Without alwaysLoad the tools are only found by a search that few models use. */
const servers = ([command, ...args]: Around["mcp"]): string =>
  JSON.stringify({ mcpServers: { cairn: { command, args, trust: true, alwaysLoadTools: true } } });

const places: Defaults = {
  variable: "QWEN_CODE_SYSTEM_DEFAULTS_PATH",
  admins: [
    "/etc/qwen-code/system-defaults.json",
    "/Library/Application Support/QwenCode/system-defaults.json",
  ],
  name: "agent-qwen.json",
};
/** Turns off memory notes, by which a judge would see the worker's claims in its own conversation. */
const settings = { memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false } };

/** In untrusted folders, where the user enabled that check, it may neither write nor start servers. */
const trusting: Defaults = {
  variable: "QWEN_CODE_TRUSTED_FOLDERS_PATH",
  admins: [],
  name: "agent-qwen-trusted.json",
};
const everywhere = { "/": "TRUST_FOLDER" };

const quiet = { QWEN_USAGE_STATISTICS_ENABLED: "false", QWEN_CODE_SUPPRESS_YOLO_WARNING: "1" };

/** A model server's fault, presented as the model's text. */
const refusedBy = (text: string): string => /^\[API Error: ([^]*)\]\s*$/u.exec(text)?.[1] ?? "";

/** Its own text, without that of sub-agents. */
const saidBy = (event: StreamEvent): string => {
  if (textOf(event["parent_tool_use_id"]) !== "") return "";
  const said = partsOf(event, "assistant").flatMap((part) =>
    part["type"] === "text" ? [textOf(part["text"])] : [],
  );
  return refusedBy(said.join("\n")) === "" ? said.join("\n") : "";
};

/** Older versions report success after a refused key, with the refusal as answer. */
const wrongOf = (result: StreamEvent): string =>
  result["is_error"] === true
    ? textOf(partOf(result, "error")["message"]) ||
      textOf(result["result"]) ||
      textOf(result["subtype"])
    : refusedBy(textOf(result["result"]));

const faultIn = (
  events: readonly StreamEvent[],
  err: string,
  exit: number | null,
): AgentFault | null => {
  const result = events.findLast(({ type }) => type === "result");
  if (result === undefined)
    return events.length > 0 || exit === null || exit === 0 || err.trim() === ""
      ? null
      : faultOf(err);
  const wrong = wrongOf(result);
  return wrong === "" && result["is_error"] !== true ? null : faultOf(wrong);
};

const usageOf = (result: StreamEvent): Usage => {
  const usage = partOf(result, "usage");
  return {
    input: numberOf(usage["input_tokens"]),
    output: numberOf(usage["output_tokens"]),
    cost: null,
    ...cachedOf(usage["cache_read_input_tokens"]),
  };
};

const state: readonly StateFolder[] = [
  {
    path: ".qwen",
    variable: "QWEN_HOME",
    copies: [
      "oauth_creds.json",
      "installation_id",
      "settings.json",
      "trustedFolders.json",
      ".env",
      "QWEN.md",
      "commands",
      "agents",
      "skills",
    ],
    logins: ["oauth_creds.json"],
    sessions: ["projects", "tmp"],
    returns: { ends: [".jsonl"], by: "path" },
  },
];

const limits: ProgramWords = {
  stream: "stream-json of Qwen Code ≥ 0.5; tried with 0.15",
  resets: [
    {
      seen: "QwenLM/qwen-code#7841",
      as: "date",
      pattern: /quota will reset at ([^\n"]+)/iu,
    },
  ],
  spent: spent.qwen,
  unknown: /No saved session found with ID/u,
};

const plainDriver = (where: Where, admins = places.admins): Driver => ({
  name: "qwen",
  tells: { tokens: true, cost: false },
  find: findProgram(where),
  state,
  keys: qwenKeys,
  settingsKeys: qwenSettings,
  start(job, brief, config, { words, folder, resume, mcp }) {
    const { program, model, own } = argvParts("qwen", { job, brief, config, words });
    const [below, trusted] = [
      defaultsIn({ ...places, admins }, config, folder, settings),
      defaultsIn(trusting, config, folder, everywhere),
    ];
    return {
      argv: [
        program,
        "--output-format",
        "stream-json",
        "--approval-mode",
        "yolo",
        "--mcp-config",
        servers(mcp),
        ...model,
        ...(resume === null ? [] : ["--resume", resume]),
        ...own,
      ],
      env: { ...quiet, ...below.env, ...trusted.env, ...config.env },
      stdin: brief,
      cwd: ".",
      files: { ...below.files, ...trusted.files },
    };
  },
  read(out, err, exit) {
    const events = eventsOf(out);
    const result = events.findLast(({ type }) => type === "result");
    const fault = faultIn(events, err, exit);
    return {
      message:
        (fault === null && result !== undefined ? textOf(result["result"]) : "") ||
        saidBy(events.findLast((event) => saidBy(event) !== "") ?? {}),
      conversation:
        textOf(events.findLast((event) => event["subtype"] === "init")?.["session_id"]) || null,
      fault,
      ...inWords(wrongOf(result ?? {})),
      ...(result === undefined ? {} : { usage: usageOf(result) }),
    };
  },
  /** It retries silently for about two minutes before it reports; if configured to retry forever, it reports now and then. */
  stuck(_out, err) {
    return err.includes("Waiting for API capacity") ? { kind: "overload" } : null;
  },
  waits: (out) => waitsForModel(eventsOf(out)),
  hear(event) {
    if (event["type"] !== "result")
      return hearTurn(event).map((one) =>
        one.is === "said" && refusedBy(one.text) !== ""
          ? { is: "error", text: refusedBy(one.text) }
          : one,
      );
    const wrong = wrongOf(event).trim();
    return [
      ...(wrong === "" ? [] : [{ is: "error", text: refusedBy(wrong) || wrong } as const]),
      { is: "used", usage: usageOf(event) },
    ];
  },
  resume: ({ argv }, conversation) => [programOf(argv, "qwen"), "--resume", conversation],
});

export const qwenDriver = (where: Where, admins = places.admins): Driver =>
  heeding(plainDriver(where, admins), limits);
