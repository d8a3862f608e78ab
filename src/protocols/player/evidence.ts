// The evidence of each node's end: an exit code, a report or a person's word, shown beside what it claims.
import { doubtsOf } from "../../kit/check/hollow.ts";
import { oneLine } from "../../core/words/quote.ts";
import type { Recorded } from "../../core/row.ts";
import type { Criterion } from "../../core/view.ts";
import { claimedBy, isProved } from "./claimed.ts";
import type { PlayerEvent } from "./events.ts";
import { roleOf, workIds, workNode, workState } from "./nodes.ts";
import type { NodeId, State } from "./state.ts";
import { filledName } from "./template/filled-name.ts";

/** Last end event of each node. */
const lastEnds = (
  log: readonly Recorded<PlayerEvent>[],
): ReadonlyMap<string, Recorded<PlayerEvent>> =>
  new Map(
    log.flatMap((event) =>
      event.type === "NodeFinished" || event.type === "NodeFailed" || event.type === "NodeAccepted"
        ? [[event.data.node, event] as const]
        : [],
    ),
  );

const proofOf = (event: Recorded<PlayerEvent> | undefined): Criterion["proof"] => {
  if (event?.type !== "NodeFinished" && event?.type !== "NodeFailed") return null;
  const { exit, output_digest: digest, output, error, tree = null } = event.data.result;
  return {
    exit,
    tree,
    at: event.at,
    by: event.by.kind === "engine" ? "engine" : `${event.by.kind}:${event.by.name}`,
    digest,
    excerpt: (error ?? output).slice(0, 2_048),
  };
};

/** Checks whether the check failed before on the same tree. */
const isFlipped = (
  log: readonly Recorded<PlayerEvent>[],
  end: Recorded<PlayerEvent> | undefined,
): boolean =>
  end?.type === "NodeFinished" &&
  (end.data.result.tree ?? null) !== null &&
  log.some(
    ({ type, data }) =>
      type === "NodeFailed" &&
      data.node === end.data.node &&
      data.result.tree === end.data.result.tree,
  );

/** Check inputs that earlier nodes changed: they may have altered the check to pass. */
const bentBefore = (
  log: readonly Recorded<PlayerEvent>[],
  end: Recorded<PlayerEvent> | undefined,
): readonly string[] => {
  const paths = log.flatMap((event) =>
    end !== undefined &&
    event.version < end.version &&
    (event.type === "NodeFinished" || event.type === "NodeFailed")
      ? (event.data.result.bent ?? [])
      : [],
  );
  const names = [...new Set(paths)].map((path) => oneLine(path, 120));
  const told = names.length > 6 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
  return told.length === 0
    ? []
    : [`nodes before it changed files that checks go by: ${told.join(", ")}`];
};

/** Identifies a check by its role and exact arguments. */
const told = (state: State, id: NodeId, args: string): string => {
  const template = workNode(state, id);
  return [...(template === null ? [] : [roleOf(template)]), args]
    .map((text) => oneLine(text, 300))
    .join(": ");
};

/** One entry for each node. An exit code that the engine observed proves success; a report alone is only a claim. */
export const evidence = (
  state: State,
  log: readonly Recorded<PlayerEvent>[],
  unit?: string,
): readonly Criterion[] => {
  const ends = lastEnds(log);
  return workIds(state)
    .filter((id) => unit === undefined || id === unit)
    .map((id): Criterion => {
      const node = workState(state, id);
      const end = ends.get(id);
      const bypass = state.bypasses.find((one) => one.node === id && one.attempt === node?.attempt);
      const seen = node !== null && isProved(state, id, node);
      const by = node === null ? null : claimedBy(state, id, node);
      const claims = [
        ...(by === null ? [] : [`completed by ${by}`]),
        ...(node === null || node.session === null ? [] : [`session ${oneLine(node.session)}`]),
      ];
      const checks = node?.check === true;
      const good = node?.status === "completed";
      const output = end?.type === "NodeFinished" ? end.data.result.output : "";
      const doubts = checks
        ? [
            ...doubtsOf({ flipped: isFlipped(log, end), passed: good, excerpt: output }),
            ...bentBefore(log, end),
          ]
        : [];
      return {
        unit: id,
        number: 1,
        text: oneLine(filledName(workNode(state, id)?.name ?? id, state.context)),
        counts: true,
        status:
          bypass !== undefined
            ? "waived"
            : good
              ? seen
                ? "proved"
                : "unproved"
              : node?.status === "failed"
                ? "failed"
                : "bare",
        check: checks && node.args !== null ? told(state, id, node.args) : null,
        chosenBy: null,
        proof: proofOf(end),
        before: null,
        claim: claims.length === 0 ? null : `[claim by ${id}] ${claims.join(", ")}`,
        waived: bypass === undefined ? null : `by ${bypass.by}: ${bypass.reason}`,
        ...(doubts.length === 0 ? {} : { doubts }),
      };
    });
};
