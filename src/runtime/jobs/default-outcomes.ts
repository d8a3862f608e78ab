// Default outcomes for rules: tree not measured, output missing, job without a host.
import type { Outcome, Result, TreeFacts } from "../../core/job.ts";
import type { Holder } from "../../core/row.ts";
import type { Moment } from "../../core/span.ts";
import type { Spot } from "../../workspace/workspace.ts";

/** The commit on which a job begins. */
export const momentOf = ({ from }: Pick<Spot, "from">): Moment => ({
  tree: from.tree,
  head: from.commit,
});

/** The tree wasn't measured afterwards. */
export const unmeasured = (before: string | null): TreeFacts => ({
  before,
  after: null,
  changed: [],
  commits: [],
});

/** An end without output. */
export const unheard = { is: "ended", message: "", fault: null, output: null } as const;

export const unhosted = (holder: Holder, result: Result): Outcome => ({
  holder,
  hosted: false,
  done: "report",
  tree: unmeasured(null),
  files: {},
  ...result,
});
