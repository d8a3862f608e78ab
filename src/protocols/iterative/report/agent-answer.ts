// Conversion of an outcome for the rules: the agent's report, and the end of its process.
import { lastWords } from "../../../core/reports/last-words.ts";
import type { Outcome } from "../../../core/job.ts";
import type { Change } from "../../../core/protocol.ts";
import { oneLine } from "../../../core/words/quote.ts";
import { messageLimit } from "../limits.ts";
import type { IterativeCommands } from "../commands.ts";

export type Ended = Extract<Outcome, { is: "ended" }>;
export type AgentAnswer = NonNullable<IterativeCommands["EndPass"]["data"]["heard"]>;
type Moment = NonNullable<IterativeCommands["EndPass"]["data"]["after"]>;

/** From its log only, because the message is passed on separately. */
const logged = (outcome: Ended): { readonly errors?: string } => {
  const last = oneLine(lastWords({ ...outcome, message: "" }));
  return last === "" ? {} : { errors: last };
};

export const heardOf = (outcome: Ended): AgentAnswer => ({
  hosted: outcome.hosted,
  reason: outcome.reason,
  exit: outcome.exit,
  fault: outcome.fault?.kind ?? null,
  found: outcome.found,
  report: outcome.report,
  message: outcome.message.slice(-messageLimit),
  ...logged(outcome),
  output: outcome.output,
});

type After = { readonly after?: Moment; readonly documents?: readonly Change[] };
/** The tree when the process ended, with documents written outside of it; empty if not measured: then it is measured now. */
export const afterOf = ({ tree }: Pick<Outcome, "tree">): After => ({
  ...(tree.after === null ? {} : { after: { tree: tree.after, head: tree.headAfter ?? null } }),
  ...(tree.documents === undefined ? {} : { documents: tree.documents }),
});
export const beforeOf = ({ tree }: Pick<Outcome, "tree">): Moment => ({
  tree: tree.before,
  head: tree.headBefore ?? null,
});

/** A unique name for each hosted pass: the agent's name, and the runner's suffix from run and job. */
export const holderName = ({ holder, hosted }: Pick<Outcome, "holder" | "hosted">): string =>
  hosted && holder.agent !== null
    ? holder.name.replace(/^task-/u, `${holder.agent}-`)
    : holder.name;
