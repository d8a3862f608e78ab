// Status of a run as every view shows it: its end or pause, else whether any job moves without a person.
import type { Job } from "../job.ts";
import type { View } from "../view.ts";

export const runStatus = (
  is: { readonly over: boolean; readonly paused: boolean },
  jobs: () => readonly Pick<Job, "kind" | "outside">[],
): View["status"] => {
  if (is.over) return "ended";
  if (is.paused) return "paused";
  return jobs().some(({ kind, outside }) => kind !== "decision" && outside !== true)
    ? "running"
    : "waiting";
};
