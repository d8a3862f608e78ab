// What one attempt changed, in a line, and the way to its diff.
import { useCallback } from "react";
import { useSearchParams } from "wouter";
import { changed } from "../../address.ts";
import { useWorkDone } from "../../api/queries.ts";
import type { Attempt } from "../../attempts.ts";
import { count } from "../../words.ts";

/** The address of an attempt's diff. */
export const useChangesLink = (): ((of: Pick<Attempt, "job" | "subject">) => string) => {
  const [search] = useSearchParams();
  return useCallback(
    ({ job, subject }) => `?${changed(search, { tab: "changes", node: subject, job, attempt: null }).toString()}`,
    [search],
  );
};

export const AttemptChanges = ({ run, job }: { readonly run: string; readonly job: string }) => {
  const { data } = useWorkDone(run, job);
  if (data === undefined) return null;
  const { work, why } = data;
  if (work === null) return <p className="small dim">{why}</p>;
  const sum = (key: "added" | "removed"): number => work.files.reduce((all, one) => all + (one[key] ?? 0), 0);
  return (
    <p className="small">
      changed {count(work.files.length, "file")}: <span className="good number">+{sum("added")}</span>{" "}
      <span className="bad number">−{sum("removed")}</span>
    </p>
  );
};
