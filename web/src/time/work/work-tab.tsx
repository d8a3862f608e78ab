// The tab of who worked on what, when, how long, how often and how that ended: as a chart, or as a list.
import "./work.css";
import { useMemo } from "react";
import { useTimeline } from "../../api/queries.ts";
import { asOf, heldIn, courseOf } from "../../attempts.ts";
import { useKey } from "../../keys.ts";
import type { TabProps } from "../../run/tabs.ts";
import { useWide } from "../../run/wide.ts";
import { AnyTrouble } from "../../style/says.tsx";
import { Switch } from "../../style/switch.tsx";
import { count } from "../../words.ts";
import { useChoice } from "../view.ts";
import { AttemptPanel } from "./attempt-panel.tsx";
import { AttemptRows } from "./attempt-rows.tsx";
import { Chart } from "./chart.tsx";
import type { LaneOf } from "./lanes.ts";

const laneChoices: readonly { readonly id: LaneOf; readonly label: string }[] = [
  { id: "subject", label: "Task" },
  { id: "role", label: "Role" },
  { id: "by", label: "Agent" },
];
const shapes = [
  { id: "chart", label: "Chart" },
  { id: "list", label: "List" },
] as const;

export const WorkTab = ({ run, shown, at }: TabProps) => {
  const { data, error } = useTimeline(run);
  const choice = useChoice();
  const wide = useWide();
  const { version, at: moment } = shown;
  const attempts = useMemo(
    () => asOf(data?.attempts ?? [], at === null ? null : { version, at: moment }),
    [data, at, version, moment],
  );
  const live = useMemo(() => heldIn(shown.jobs, at !== null), [at, shown.jobs]);
  const fence = choice.number("attempt");
  const open = fence === null ? undefined : attempts.find((one) => one.fence === fence);
  const step = (by: 1 | -1): void => {
    const here = attempts.findIndex((one) => one.fence === fence);
    const next =
      attempts[
        here === -1 ? attempts.length - 1 : Math.min(attempts.length - 1, Math.max(0, here - by))
      ];
    if (next !== undefined) choice.set({ attempt: next.fence });
  };
  useKey("down", () => step(1));
  useKey("up", () => step(-1));
  useKey("close", () => choice.set({ attempt: null }), fence !== null);
  if (data === undefined)
    return error === null ? (
      <p className="dim">Loading who worked …</p>
    ) : (
      <AnyTrouble error={error} />
    );
  if (attempts.length === 0)
    return (
      <p className="empty">Nobody has begun a job yet. Each one that is begun has its bar here.</p>
    );
  const as = shapes.find(({ id }) => id === choice.get("as"))?.id ?? (wide ? "chart" : "list");
  const lanes = laneChoices.find(({ id }) => id === choice.get("lanes"))?.id ?? "subject";
  const labels = new Map(shown.nodes.map(({ id, label }) => [id, label]));
  const going = attempts.filter((one) => courseOf(one, live) === "live").length;
  const counted = `${count(attempts.length, "attempt")}${going === 0 ? "" : `, ${going} running`}`;
  const shape = (
    <Switch
      label="Show as"
      labelled
      options={shapes}
      value={as}
      onChoose={(id) => choice.set({ as: id })}
    />
  );
  return (
    <div className={open === undefined ? "work-tab" : "work-tab opened"}>
      <div className="main">
        {as === "chart" ? (
          <Chart
            attempts={attempts}
            by={lanes}
            labels={labels}
            live={live}
            then={at === null ? null : Date.parse(moment)}
            open={fence}
            lead={
              <>
                {shape}
                <Switch
                  label="A lane for each"
                  labelled
                  options={laneChoices}
                  value={lanes}
                  onChoose={(id) => choice.set({ lanes: id })}
                />
              </>
            }
            tail={counted}
          />
        ) : (
          <>
            <div className="choices">
              {shape}
              <p className="small dim">{counted}</p>
            </div>
            <AttemptRows
              attempts={attempts}
              live={live}
              then={at === null ? null : Date.parse(moment)}
              open={fence}
            />
          </>
        )}
      </div>
      {open === undefined ? null : (
        <AttemptPanel
          key={open.fence}
          run={run}
          shown={shown}
          attempt={open}
          is={courseOf(open, live)}
        />
      )}
    </div>
  );
};
