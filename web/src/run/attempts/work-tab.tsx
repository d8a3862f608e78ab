// Work tab: where a run's time and money went, and each attempt with its place in that time.
import { useMemo } from "react";
import { nowOf } from "../../api/clock.ts";
import { useTimeline } from "../../api/queries.ts";
import { asOf, liveFences } from "../../attempts.ts";
import { isOver } from "../../../../src/core/over.ts";
import { Pending } from "../../style/trouble.tsx";
import type { TabProps } from "../tab-names.ts";
import { AttemptList } from "./attempt-list.tsx";
import { stretchesIn, workWords } from "./work-words.ts";

/** Attempts shown initially. */
const most = 100;

export const WorkTab = ({ shown, at }: TabProps) => {
  const { run, version, at: moment, nodes, jobs } = shown;
  const { data, error } = useTimeline(run);
  const attempts = useMemo(
    () => asOf(data?.attempts ?? [], at === null ? null : { version, at: moment }),
    [data, at, version, moment],
  );
  const newest = useMemo(() => attempts.toReversed(), [attempts]);
  if (data === undefined) return <Pending error={error}>Loading attempts …</Pending>;
  if (attempts.length === 0)
    return <p className="empty">No job has started yet. Each attempt at one is told here.</p>;
  const live = liveFences(jobs, at !== null);
  const now = at !== null || isOver(shown.life) ? Date.parse(moment) : nowOf();
  const stretchOf = stretchesIn(attempts, now);
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  return (
    <div className="work-tab">
      {workWords(attempts, live, now).map((words) => (
        <p key={words}>{words}</p>
      ))}
      <AttemptList
        run={run}
        attempts={newest}
        live={live}
        most={most}
        nameOf={(one) => ({
          label: labels.get(one.subject ?? "") ?? "",
          stretch: stretchOf(one),
        })}
      />
    </div>
  );
};
