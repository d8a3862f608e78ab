// Why: drives Claude Code without a terminal: its words in, its event stream out.
import { jobVariables } from "../core/job-variables.ts";
import type { Driver, Usage } from "./agent.ts";
import { faultOf } from "./faults.ts";
import { fillArgv } from "./placeholders.ts";
import { findProgram, modelFor } from "./program.ts";
import { eventsOf, listOf, numberOf, partOf, textOf } from "./stream.ts";
import type { StreamEvent } from "./stream.ts";
import type { Where } from "./which.ts";

/** No updates, reports or telemetry in the midst of a job. */
const quiet = {
  DISABLE_AUTOUPDATER: "1",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_ERROR_REPORTING: "1",
};

/** Its servers see the environment only where their entry says so. */
const servers = ([command, ...args]: readonly string[]): string =>
  JSON.stringify({
    mcpServers: { cairn: { command, args, env: Object.fromEntries(jobVariables.map((name) => [name, `\${${name}}`])) } },
  });

const usageOf = (result: StreamEvent): Usage => {
  const usage = partOf(result, "usage");
  return { input: numberOf(usage["input_tokens"]), output: numberOf(usage["output_tokens"]), cost: numberOf(result["total_cost_usd"]) };
};

const saidBy = (event: StreamEvent): string =>
  listOf(partOf(event, "message"), "content")
    .flatMap((part) => (part["type"] === "text" ? [textOf(part["text"])] : []))
    .join("\n");

export const claudeCodeDriver = (where: Where): Driver => ({
  name: "claude-code",
  find: findProgram(where),
  start(job, brief, config, { words, conversation, resume, mcp }) {
    const model = modelFor(config, job);
    const [program = "claude", ...own] = fillArgv(config.argv, job, brief, { ...words, model: model ?? "" }).argv;
    return {
      argv: [
        program,
        "-p",
        ...["--output-format", "stream-json", "--verbose"],
        ...["--permission-mode", "bypassPermissions"],
        ...["--mcp-config", servers(mcp)],
        ...(resume === null ? ["--session-id", conversation] : ["--resume", resume]),
        ...(model === null ? [] : ["--model", model]),
        ...own,
      ],
      env: { ...quiet, ...config.env },
      stdin: brief,
      cwd: ".",
    };
  },
  /** "success" is also how it ends after a denied permission: its message and the disk are judged, by whoever reads the report. */
  read(out, err) {
    const events = eventsOf(out);
    const result = events.findLast(({ type }) => type === "result");
    const said = events.findLast((event) => event["type"] === "assistant" && saidBy(event) !== "");
    const conversation = textOf(events.findLast((event) => textOf(event["session_id"]) !== "")?.["session_id"]);
    const ended = result === undefined ? "" : textOf(result["result"]);
    const wrong = result === undefined ? err : result["is_error"] === true ? ended || textOf(result["subtype"]) : "";
    const fault = wrong.trim() === "" ? null : faultOf(wrong);
    return {
      message: fault === null && ended !== "" ? ended : said === undefined ? "" : saidBy(said),
      conversation: conversation === "" ? null : conversation,
      fault,
      ...(result === undefined ? {} : { usage: usageOf(result) }),
    };
  },
  stuck(out) {
    const last = eventsOf(out).at(-1);
    if (last?.["type"] !== "system" || last["subtype"] !== "api_retry") return null;
    return faultOf(textOf(last["error"]), numberOf(last["error_status"]));
  },
});
