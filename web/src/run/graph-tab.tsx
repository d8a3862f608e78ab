// Graph tab: graph and list side by side; one at a time on a narrow page, the list first.
import "./graph-tab.css";
import { useMemo, useState } from "react";
import type { RunAnswer, ShownNode } from "../../../src/http/answers.ts";
import { useAddress } from "../address.ts";
import { useWorkCounts } from "../api/queries.ts";
import { useKey, useStepKeys } from "../keys.ts";
import { clamp } from "../words.ts";
import { GraphView } from "./graph/graph.tsx";
import { useOpenSections } from "./open-sections.ts";
import { withPrevious } from "./with-previous.ts";
import { NodeList } from "./list/list.tsx";
import { type AtWork, atWork } from "./node-words.ts";
import { NodePanel } from "./node/panel.tsx";
import { nextTrouble, isTrouble, sectionsOf } from "./sections.ts";
import type { TabProps } from "./tab-names.ts";
import { useWide } from "./wide.ts";

export const GraphTab = (props: TabProps) =>
  props.shown.nodes.length === 0 ? (
    <p className="empty">
      {props.shown.decisions.length === 0
        ? "Nothing is planned yet. Tasks appear here as soon as the plan names them."
        : "Tasks appear here once the question above is answered."}
    </p>
  ) : (
    <Nodes {...props} />
  );

/** The run's sections including the open node, and navigation between them. */
const useNodes = (shown: RunAnswer) => {
  const { get, go, set } = useAddress();
  const node = get("node");
  const sections = useMemo(() => sectionsOf(shown.nodes), [shown.nodes]);
  const order = useMemo(() => sections.flatMap(({ nodes }) => nodes), [sections]);
  const openSections = useOpenSections(sections, node);
  const [last, setLast] = useState(node);
  if (node !== null && node !== last) setLast(node);
  const to = (next: ShownNode | undefined): void => {
    if (next !== undefined) (node === null ? go : set)({ node: next.id });
  };
  const step = (by: 1 | -1): void => {
    const index = order.findIndex(({ id }) => id === (node ?? last));
    to(order[index === -1 ? 0 : clamp(index + by, 0, order.length - 1)]);
  };
  useStepKeys(step);
  useKey("close", () => go({ node: null }), node !== null);
  const trouble = (): void => to(nextTrouble(order, node ?? last));
  useKey("trouble", trouble);
  return { node, last, sections, order, openSections, trouble };
};

const Nodes = ({ shown, at }: TabProps) => {
  const { get, set } = useAddress();
  const wide = useWide();
  const { node, last, sections, order, openSections, trouble } = useNodes(shown);
  const [keepWork] = useState(() =>
    withPrevious<RunAnswer["jobs"], ReadonlyMap<string, AtWork>>(atWork),
  );
  const work = useMemo(() => keepWork(shown.jobs), [keepWork, shown.jobs]);
  const lines = useWorkCounts(shown)?.units ?? none;
  // The initial node of the page; others were opened later.
  const [first] = useState(node);
  const [opened, setOpened] = useState(false);
  if (!opened && node !== first) setOpened(true);
  const troubles = order.filter(isTrouble).length;
  const graph = wide || get("nodes") === "graph";
  const open = node === null ? undefined : shown.nodes.find(({ id }) => id === node);
  const all = { sections, openSections, work, lines, node };
  const drawn = graph ? <GraphView {...all} /> : null;
  return (
    <div className="graph-tab">
      {wide ? drawn : null}
      <div className="graph-side">
        <div className="graph-bar">
          {wide ? null : (
            <button type="button" onClick={() => set({ nodes: graph ? null : "graph" })}>
              {graph ? "Show the list" : "Show the graph"}
            </button>
          )}
          {troubles < 2 ? null : (
            <button
              type="button"
              title="Next task that failed, was returned, asks you or is in doubt (f)"
              onClick={trouble}
            >
              Next failed <span className="bad number">{troubles}</span>
            </button>
          )}
        </div>
        {wide ? null : drawn}
        {open === undefined ? null : (
          <NodePanel key={open.id} shown={shown} at={at} node={open} opened={opened} />
        )}
        {graph && (!wide || open !== undefined) ? null : <NodeList {...all} last={last} />}
      </div>
    </div>
  );
};

const none = {};
