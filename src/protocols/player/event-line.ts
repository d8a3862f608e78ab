// Why: whoever follows a run reads one line an event: what matters of it, in words.
import { shortId } from "../../core/short-id.ts";
import { sender } from "../../core/event-line.ts";
import { because, oneLine } from "../../core/quote.ts";
import type { Recorded } from "../../core/row.ts";
import type { PlayerEvent, PlayerEvents } from "./messages.ts";

type Tellers = {
  readonly [K in keyof PlayerEvents]: (data: PlayerEvents[K]["data"], by: Recorded["by"]) => string;
};

/** An exit code says itself that it was one. */
const failed = ({ reason, error }: PlayerEvents["NodeFailed"]["data"]["result"]): string =>
  reason === "exit" && error?.startsWith("exit ") === true
    ? because(error)
    : `, ${reason ?? "failed"}${because(error)}`;
const auto = (is: boolean): string => (is ? ", by itself" : "");

const tellers: Tellers = {
  RunStarted: ({ session, template_path: path }) => `${session} plays ${path}`,
  RunAdopted: ({ found }) => found.session,
  NodeStarted: ({ node, attempt, hosted, task, agent, warnings }) =>
    `${node}, attempt ${attempt}${agent === undefined ? "" : `, by ${oneLine(agent, 80)}`}${hosted ? "" : ", outside"}${task === null ? "" : `, task ${task}`}${because(warnings[0] ?? null)}`,
  TaskBound: ({ node, task }) => `${node}, task ${task}`,
  SessionBound: ({ node, session }) => `${node}, session ${session}`,
  NodeAmended: ({ node, session, output_path: path }) => `${node}${because(session ?? path)}`,
  ContextChanged: ({ name, value }, by) => `${name}, by ${sender(by)}${because(String(value))}`,
  NodeFinished: ({ node, attempt, result }) =>
    `${node}, attempt ${attempt}, by ${result.how}${because(result.session)}`,
  NodeFailed: ({ node, attempt, result }) => `${node}, attempt ${attempt}${failed(result)}`,
  NodeRetried: ({ node, auto: is, why }) => `${node}${auto(is)}${because(why)}`,
  NodeReleased: ({ node, attempt, why }) => `${node}, attempt ${attempt}${because(why)}`,
  NodeSkipped: ({ node, auto: is, why }) => `${node}${auto(is)}${because(why)}`,
  NodeAccepted: ({ node, attempt, by, reason }) =>
    `${node}, attempt ${attempt}, by ${by}${because(reason)}`,
  NodeDoubted: ({ node, attempt, why }) => `${node}, attempt ${attempt}${because(why)}`,
  CheckpointSaved: ({ checkpoint }) => checkpoint,
  CheckpointPassed: ({ checkpoint, auto: is, reason }) =>
    `${checkpoint}${auto(is)}${because(reason)}`,
  RunPaused: ({ at }) => (at === null ? "" : `at ${at}`),
  RunResumed: () => "",
  RunFailed: ({ node, reason }) => `${node}${because(reason)}`,
  RunAborted: ({ at, reason }) =>
    `${at === null ? "" : `at ${at}`}${because(reason)}`.replace(/^: /u, ""),
  RunCompleted: () => "",
  RunArchived: () => "",
  RunUnarchived: () => "",
  RunRolledBack: ({ checkpoint, reason, undone, commit = null }) =>
    `to ${checkpoint}, undone ${undone.join(", ") || "nothing"}; your checkout stays as it is${commit === null ? "" : `, then it was at commit ${shortId(commit)}`}${because(reason)}`,
  TemplateRepinned: ({ path, changed }) => `${path}, changed ${changed.join(", ") || "nothing"}`,
  ResultIgnored: ({ node, task, why }) => `${node}, late result of ${task}${because(why)}`,
  ExtrasKept: ({ file, entries }) => `${file}: ${entries.map(([key]) => key).join(", ")}`,
  EditRefused: ({ path, code }) => `${path}, ${code}`,
};

const tell = <K extends keyof PlayerEvents>(
  type: K,
  data: PlayerEvents[K]["data"],
  by: Recorded["by"],
): string => tellers[type](data, by);

/** One line about an event, without its name; empty where the name says it all. */
export const eventLine = (event: Recorded<PlayerEvent>): string =>
  tell(event.type, event.data, event.by);
