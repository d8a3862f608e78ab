// History of a job's work in the log: whether it landed, and its commits.
import type { Recorded } from "../../core/row.ts";
import { isWorkEvent } from "../../landing/events.ts";

/** Two commits between which something of a run changed. */
export type Part = {
  readonly run: string;
  readonly branch: string;
  /** null: all that landed. */
  readonly unit: string | null;
  readonly job: string | null;
  /** working: in progress. waiting: not landed yet. tried: never landed, and superseded. */
  readonly is: "landed" | "working" | "waiting" | "tried";
  readonly from: string;
  readonly to: string;
};

/** `from` null: the common ancestor. `then`: the unit's landing after an attempt, which includes it if its author built on it, as a mender does. */
export type LoggedWork = Pick<Part, "unit" | "job" | "is" | "to"> & {
  readonly from: string | null;
  readonly then: Pick<Part, "from" | "to"> | null;
};
/** The last landing of a job or unit, else its last attempt, from the log. */
export const inLog = (log: readonly Recorded[], base: string, name: string): LoggedWork | null => {
  let [head, landed, tried]: [string, LoggedWork | null, LoggedWork | null] = [base, null, null];
  for (const event of log.filter(isWorkEvent)) {
    if (event.type === "HeadMoved") head = event.data.to.commit;
    if (event.type === "WorkTaken" && [event.data.unit, event.data.doer.job].includes(name))
      tried = {
        unit: event.data.unit,
        job: event.data.doer.job,
        is: "tried",
        from: null,
        to: event.data.work.commit,
        then: null,
      };
    if (event.type !== "WorkLanded") continue;
    const { unit, job, landed: as } = event.data;
    if (unit === name || job === name)
      landed = { unit, job, is: "landed", from: head, to: as.commit, then: null };
    if (tried?.then === null && tried.unit === unit)
      tried = { ...tried, then: { from: head, to: as.commit } };
    head = as.commit;
  }
  return landed ?? tried;
};

export const namesOf = (log: readonly Recorded[]): readonly string[] => [
  ...new Set(
    log
      .filter(isWorkEvent)
      .flatMap((event) => (event.type === "WorkTaken" ? [event.data.doer.job] : [])),
  ),
];
