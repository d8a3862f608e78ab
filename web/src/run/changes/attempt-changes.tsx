// One-line summary of an attempt's changes, with a link to its diff.
import { useCallback } from "react";
import { useAddress } from "../../address.ts";
import { useWorkDone } from "../../api/queries.ts";
import type { Attempt } from "../../attempts.ts";
import { Lines, linesIn } from "../../style/lines.tsx";
import { count } from "../../words.ts";

/** The address of an attempt's diff. */
export const useChangesLink = (): ((of: Pick<Attempt, "job" | "subject">) => string) => {
  const { link } = useAddress();
  return useCallback(
    ({ job, subject }) => link({ tab: "changes", node: subject, job, attempt: null }),
    [link],
  );
};

export const AttemptChanges = ({ run, job }: { readonly run: string; readonly job: string }) => {
  const { data } = useWorkDone(run, job);
  if (data === undefined) return null;
  const { work, why } = data;
  if (work === null) return <p className="small dim">{why}</p>;
  return (
    <p className="small">
      changed {count(work.files.length, "file")}: <Lines of={linesIn(work.files)} />
    </p>
  );
};
