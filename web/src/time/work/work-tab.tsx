// Work tab: attempts with workers, times and results, as a chart or a list.
import "./work.css";
import { useMemo } from "react";
import { useTimeline } from "../../api/queries.ts";
import { asOf, type Attempt, courseOf, liveFences } from "../../attempts.ts";
import { useKey, useStepKeys } from "../../keys.ts";
import type { TabProps } from "../../run/tab-props.ts";
import { useWide } from "../../run/wide.ts";
import { Pending } from "../../style/trouble.tsx";
import { Switch } from "../../style/switch.tsx";
import { clamp, count } from "../../words.ts";
import { useAddress } from "../../address.ts";
import { AttemptPanel } from "./attempt-panel.tsx";
import { AttemptRows } from "./attempt-rows.tsx";
import { Chart } from "./chart.tsx";
import type { LaneOf } from "./lanes.ts";

const laneChoices: readonly { readonly id: LaneOf; readonly label: string }[] = [
  { id: "subject", label: "Task" },
  { id: "role", label: "Role" },
  { id: "by", label: "Agent" },
];
const layouts = [
  { id: "chart", label: "Chart" },
  { id: "list", label: "List" },
] as const;

/** The fence of the open attempt, and keys that move between attempts. */
const useOpenAttempt = (attempts: readonly Attempt[]): number | null => {
  const { number, set } = useAddress();
  const fence = number("attempt");
  useStepKeys((by) => {
    const here = attempts.findIndex((one) => one.fence === fence);
    const last = attempts.length - 1;
    const next = attempts[here === -1 ? last : clamp(here - by, 0, last)];
    if (next !== undefined) set({ attempt: next.fence });
  });
  useKey("close", () => set({ attempt: null }), fence !== null);
  return fence;
};

const Attempts = ({
  shown,
  at,
  attempts,
}: TabProps & { readonly attempts: readonly Attempt[] }) => {
  const choice = useAddress();
  const wide = useWide();
  const open = useOpenAttempt(attempts);
  const live = useMemo(() => liveFences(shown.jobs, at !== null), [at, shown.jobs]);
  const layout = layouts.find(({ id }) => id === choice.get("as"))?.id ?? (wide ? "chart" : "list");
  const lanes = laneChoices.find(({ id }) => id === choice.get("lanes"))?.id ?? "subject";
  const running = attempts.filter((one) => courseOf(one, live) === "live").length;
  const counts = `${count(attempts.length, "attempt")}${running === 0 ? "" : `, ${running} running`}`;
  const then = at === null ? null : Date.parse(shown.at);
  const attempt = attempts.find(({ fence }) => fence === open);
  const switches = (
    <Switch
      label="Show as"
      labelled
      options={layouts}
      value={layout}
      onChoose={(id) => choice.set({ as: id })}
    />
  );
  return (
    <div className={attempt === undefined ? "work-tab" : "work-tab opened"}>
      <div className="main">
        {layout === "chart" ? (
          <Chart
            attempts={attempts}
            by={lanes}
            shown={shown}
            live={live}
            then={then}
            open={open}
            status={counts}
          >
            {switches}
            <Switch
              label="Lanes"
              labelled
              options={laneChoices}
              value={lanes}
              onChoose={(id) => choice.set({ lanes: id })}
            />
          </Chart>
        ) : (
          <>
            <div className="choices">
              {switches}
              <p className="small dim">{counts}</p>
            </div>
            <AttemptRows attempts={attempts} live={live} then={then} open={open} />
          </>
        )}
      </div>
      {attempt === undefined ? null : (
        <AttemptPanel
          key={attempt.fence}
          shown={shown}
          attempt={attempt}
          is={courseOf(attempt, live)}
        />
      )}
    </div>
  );
};

export const WorkTab = ({ shown, at }: TabProps) => {
  const { data, error } = useTimeline(shown.run);
  const { version, at: moment } = shown;
  const attempts = useMemo(
    () => asOf(data?.attempts ?? [], at === null ? null : { version, at: moment }),
    [data, at, version, moment],
  );
  if (data === undefined) return <Pending error={error}>Loading attempts …</Pending>;
  return attempts.length === 0 ? (
    <p className="empty">No job has started yet. Each attempt at one gets its bar here.</p>
  ) : (
    <Attempts shown={shown} at={at} attempts={attempts} />
  );
};
