// Commands that say how an attempt ended; the node's own on_fail decides what follows a failure.
import { withoutNulls } from "../../../core/json/record.ts";
import {
  attempt,
  exit,
  node,
  type Result,
  type ResultInput,
  resultInput,
  pathFacts,
  texts,
} from "../shapes.ts";
import { command } from "./declare.ts";
import { anybody } from "../../../core/sender.ts";
import { unlessArchived } from "../../../core/rules/frame.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { digest } from "../../../core/hash.ts";
import type { Ask, Facts, Sender } from "../../../core/protocol.ts";
import { refuse } from "../../../core/refusal.ts";
import { lostRetries } from "../limits.ts";
import { isHeld, workNode, workState } from "../nodes.ts";
import { sessionIn } from "../report/output.ts";
import type { NodeId, State, WorkState } from "../state.ts";
import { keptOutput } from "../template/kept-output.ts";
import { resultOf, resultRefused, type EndFacts } from "../decider/results.ts";
import { attemptRuns, type Events, nodeUnknown, notItsJob, notSaid } from "../decider/step.ts";

export const failed = (state: State, id: NodeId, node: WorkState, result: Result): Events => {
  const end = event.nodeFailed({ node: id, attempt: node.attempt, result });
  const why = result.error ?? "failed";
  const onFail = workNode(state, id)?.onFail ?? "abort";
  if (onFail === "skip") return [end, event.nodeSkipped({ node: id, auto: true, why })];
  const again = onFail === "retry" && !node.autoRetried;
  return again ? [end, event.nodeRetried({ node: id, auto: true, why })] : [end];
};

const ended = (
  state: State,
  id: NodeId,
  node: WorkState,
  given: ResultInput,
  how: Result["how"],
  seen: EndFacts = {},
): Events => {
  const result = resultOf(state, given, how, seen);
  return result.ok
    ? [event.nodeFinished({ node: id, attempt: node.attempt, result })]
    : failed(state, id, node, result);
};

const hows: { readonly [K in Sender["kind"]]: Result["how"] } = {
  engine: "exit",
  agent: "report",
  person: "hand",
  file: "file",
  parent: "hand",
  recovery: "hand",
};

/** Checks for a repetition of the same result. */
const isSaid = (
  state: State,
  id: NodeId,
  attempt: number,
  given: ResultInput,
  how: Result["how"],
): boolean => {
  const node = workState(state, id);
  return (
    node !== null &&
    node.attempt === attempt &&
    node.status !== "running" &&
    node.result === resultOf(state, given, how).digest
  );
};

/** Asks which of the result's paths exist, and reads the output file to copy it next to the run's files. */
const lookedAt = <D>(pathsIn: (data: D) => Pick<ResultInput, "output_path" | "artifacts">) => ({
  ask: (_state: State, data: D): Ask | null => {
    const { output_path: path = "", artifacts = [] } = pathsIn(data);
    const named = [path, ...artifacts].filter((one) => one !== "");
    return named.length === 0 ? null : { named, ...(path === "" ? {} : { texts: [path] }) };
  },
  fill: (_data: D, { named = {}, texts = {} }: Facts) => ({
    seen: named,
    text: Object.values(texts)[0],
  }),
  filled: ["seen", "text", "commit"],
});

export const finishNode = command("FinishNode", {
  means: "Says how an attempt at a node ended.",
  data: {
    node,
    attempt,
    result: resultInput,
    seen: t.optional(pathFacts),
    text: t.optional(t.text),
    commit: t.optional(t.text),
    tree: t.optional(t.text),
    bent: t.optional(texts),
  },
  who: ["engine", "agent", "person", "file"],
  judged: true,
  ...lookedAt(({ result }: { readonly result: ResultInput }) => result),
  decide: (
    state,
    { node: id, attempt, result: given, seen: named, text, commit, tree, bent },
    stamp,
  ) => {
    const own = stamp.by.kind === "engine";
    // Only the engine may say how the attempt ended, on which commit, and what was kept of its output.
    const how = own ? (given.how ?? "exit") : hows[stamp.by.kind];
    const result = own ? given : { ...given, output_digest: null };
    if (isSaid(state, id, attempt, result, how)) return [];
    const runs = attemptRuns(state, id, attempt);
    if ("code" in runs) return runs;
    if (isHeld(runs.node) && stamp.by.kind !== "engine")
      return refuse(
        "JOB_HELD",
        `${id} is done by a process of the engine, whose end says how it went`,
        {
          fits: "let it end, or stop the run with `cairn stop --cancel`",
        },
      );
    return (
      notSaid(state, runs, stamp) ??
      notItsJob(stamp, id, attempt) ??
      resultRefused(result) ??
      ended(
        state,
        id,
        runs.node,
        result,
        how,
        own ? { named, text, commit, tree, bent } : { named, text },
      )
    );
  },
});

/** The exit code decides; an unknown exit code puts the node in doubt. */
export const finishTask = command("FinishTask", {
  means: "The callback of a task outside: its exit code decides.",
  flags: [
    { name: "output", means: "what it said", word: "TEXT", sentence: true, field: ["output"] },
  ],
  data: {
    task: t.text,
    exit: t.means("its exit code; null: not known", exit),
    output: t.optional(t.text),
    output_path: t.optional(t.text),
    artifacts: t.optional(texts),
    seen: t.optional(pathFacts),
    text: t.optional(t.text),
  },
  who: anybody,
  when: unlessArchived,
  ...lookedAt((data: Pick<ResultInput, "output_path" | "artifacts">) => data),
  decide: (state, data, stamp) => {
    const { task, exit } = data;
    const bound = Object.hasOwn(state.tasks, task) ? state.tasks[task] : undefined;
    if (bound === undefined) {
      const open = Object.entries(state.tasks).filter(([, { node, attempt }]) => {
        const found = workState(state, node);
        return found?.status === "running" && found.attempt === attempt;
      });
      return refuse("TASK_UNKNOWN", `no node has the task ${JSON.stringify(task.slice(0, 120))}`, {
        fits:
          open.length === 0
            ? "no task is open"
            : `open: ${open
                .map(([name]) => name)
                .slice(0, 20)
                .join(", ")}`,
      });
    }
    const session = sessionIn(data.output ?? "");
    const given: ResultInput = {
      ok: exit === 0,
      exit,
      ...(exit === 0
        ? {}
        : {
            reason: "exit" as const,
            error: exit === null ? "" : `exit ${exit}${data.output ? `\n${data.output}` : ""}`,
          }),
      ...withoutNulls({
        output: data.output,
        session,
        output_path: data.output_path,
        artifacts: data.artifacts,
      }),
    };
    const said = digest(JSON.stringify([exit, data.output ?? ""]));
    const wrong = resultRefused(given);
    if (wrong !== null) return wrong;
    const { node: id, attempt } = bound;
    const node = workState(state, id);
    if (node === null) return nodeUnknown(state, id);
    const result = resultOf(state, given, "task");
    // A renamed task may also call back under its first name.
    const known = [
      bound.result,
      node.attempt === attempt && node.status !== "running" ? node.result : null,
    ];
    if (known.includes(result.digest) || known.includes(said)) return [];
    if (node.status !== "running" || node.attempt !== attempt) {
      const why =
        node.attempt === attempt
          ? `attempt ${attempt} is ${node.status}`
          : `attempt ${attempt} was given up, ${node.attempt} counts now`;
      return [event.resultIgnored({ node: id, attempt, task, exit, digest: said, why })];
    }
    if (isHeld(node))
      return refuse("TASK_HOSTED", "the engine reads this exit code itself", {
        fits: "nothing more to do: `cairn run` looks at it at once",
      });
    const no = notSaid(state, { id, node }, stamp);
    if (no !== null) return no;
    if (exit === null) {
      const why = "its callback came without an exit code";
      return node.doubt === why ? [] : [event.nodeDoubted({ node: id, attempt, why })];
    }
    return ended(state, id, node, given, "task", { named: data.seen, text: data.text });
  },
});

export const expireNode = command("ExpireNode", {
  means: "Records that a node's time is over.",
  data: { node, attempt, output: t.optional(t.text) },
  who: ["engine"],
  decide: (state, { node: id, attempt, output }) => {
    const runs = attemptRuns(state, id, attempt);
    if ("code" in runs) return runs;
    const why = `its time of ${state.nodeTimeout} s is over`;
    const written = output === undefined ? {} : { output, output_by: "agent" as const };
    if (runs.node.hosted)
      return ended(
        state,
        id,
        runs.node,
        { ok: false, reason: "timeout", error: why, ...written },
        "exit",
      );
    return runs.node.doubt === null ? [event.nodeDoubted({ node: id, attempt, why })] : [];
  },
});

export const doubtNode = command("DoubtNode", {
  means: "Records that it is unknown how an attempt ended.",
  data: { node, attempt, why: t.text, left: t.optional(t.text) },
  who: ["engine"],
  decide: (state, { node: id, attempt, why, left }) => {
    const runs = attemptRuns(state, id, attempt);
    if ("code" in runs) return runs;
    const { node } = runs;
    if (node.doubt !== null) return [];
    const template = workNode(state, id);
    const reads = node.hosted && template?.type === "cli" && template.cliMode === "analysis";
    const doubted = event.nodeDoubted({
      node: id,
      attempt,
      why,
      ...(left === undefined ? {} : { left: keptOutput(left) }),
    });
    if (!reads || node.lost >= lostRetries) return [doubted];
    return [
      doubted,
      event.nodeRetried({ node: id, auto: true, why: "its process was lost, and it only reads" }),
    ];
  },
});
