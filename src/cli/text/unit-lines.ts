// Rows of a run's units: state, name, proved criteria, title with remarks.
import { span } from "../../core/words/how-many.ts";
import { unitStates } from "../../core/words/states.ts";
import type { ViewNode } from "../../core/view.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { list, type Page } from "../terminal/layout.ts";
import type { ShownJob, ShownNode } from "./picture.ts";
import { joined, taker } from "./words.ts";

/** For a job on another machine: its name, and since when it is silent, by its lease. */
export const onWhich = ({ on }: ShownJob): string | null => {
  if (on === undefined) return null;
  const { machine, leftMs, silent } = on;
  const where = `on ${cleanLine(machine)}`;
  if (leftMs <= 0) return `${where}, silent, lease ran out ${span(-leftMs)} ago`;
  return silent ? `${where}, silent, lease ends in ${span(leftMs)}` : where;
};

/** `beside`: the neighbouring text; a name in it isn't repeated. */
export const byWhom = (job: ShownJob, now: number, beside = ""): string => {
  const { by, since } = job;
  const name = by !== null && beside.includes(by.split("/")[0] ?? by) ? null : by;
  return joined([name, since === null ? null : span(now - Date.parse(since))], ", ");
};

const noteOf = (node: ViewNode, jobs: readonly ShownJob[], now: number): string => {
  const own = jobs.filter(({ is, subject }) => is === "running" && subject === node.id);
  const parts = [
    node.note,
    ...taker(node),
    ...own.map((job) =>
      joined([job.kind === "check" ? "check" : null, byWhom(job, now, node.note ?? "")], " "),
    ),
    node.why,
    ...own.map(onWhich),
  ];
  return joined([...new Set(parts)]);
};

/** One row each, in the order of the run. */
export const unitLines = (
  nodes: readonly ShownNode[],
  jobs: readonly ShownJob[],
  page: Page,
  now: number,
): readonly string[] =>
  list(
    nodes.map((node) => {
      const { sign, word, shade } = unitStates[node.state];
      return [
        [shade, `${sign} ${word}`],
        node.id,
        node.of === 0 ? "–" : `${node.done}/${node.of}`,
        joined([node.label, noteOf(node, jobs, now)]),
      ];
    }),
    page,
    { indent: 1 },
  );
