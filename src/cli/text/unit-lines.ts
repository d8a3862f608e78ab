// Rows of a run's units: state, name, proved criteria, title, and remarks below.
import { span } from "../../core/words/how-many.ts";
import { unitStates } from "../../core/words/states.ts";
import type { ViewNode } from "../../core/view.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { columns, fit, pad, type Page, wrap } from "../terminal/layout.ts";
import type { ShownJob, ShownNode } from "./picture.ts";
import { paint } from "../terminal/style.ts";
import { taker } from "./words.ts";

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
  return [name, since === null ? null : span(now - Date.parse(since))]
    .filter((part) => part !== null)
    .join(", ");
};

const noteOf = (node: ViewNode, jobs: readonly ShownJob[], now: number): string => {
  const own = jobs.filter(({ is, subject }) => is === "running" && subject === node.id);
  const parts = [
    node.note,
    ...taker(node),
    ...own.map((job) =>
      [job.kind === "check" ? "check" : "", byWhom(job, now, node.note ?? "")].join(" ").trim(),
    ),
    node.why,
    ...own.map(onWhich),
  ];
  return cleanLine([...new Set(parts.filter((part) => part !== null && part !== ""))].join(" · "));
};

const stateWidth = 2 + Math.max(...Object.values(unitStates).map(({ word }) => word.length));
const widestId = 24;
/** Columns for a title beside its state; with fewer it goes below. */
const leastRoom = 24;

/** One row each, in the order of the run. */
export const unitLines = (
  nodes: readonly ShownNode[],
  jobs: readonly ShownJob[],
  page: Page,
  now: number,
): readonly string[] => {
  const ids = Math.min(widestId, Math.max(0, ...nodes.map(({ id }) => columns(cleanLine(id)))));
  const proved = nodes.map(({ done, of }) => (of === 0 ? "–" : `${done}/${of}`));
  const counts = Math.max(0, ...proved.map(columns));
  const beside = 1 + stateWidth + 2 + ids + 2 + counts + 2;
  const below = page.width - beside < leastRoom;
  const lead = below ? 3 : beside;
  const room = page.width - lead;
  return nodes.flatMap((node, index) => {
    const { sign, word, shade } = unitStates[node.state];
    const [label, note] = [cleanLine(node.label), noteOf(node, jobs, now)];
    const whole = [label, note].filter((part) => part !== "").join(" · ");
    const text =
      columns(whole) <= room
        ? [whole]
        : [label, note].flatMap((part) => (part === "" ? [] : wrap(part, room).split("\n")));
    const state = ` ${paint(page, shade, pad(`${sign} ${word}`, stateWidth))}  `;
    const first = `${state}${pad(fit(cleanLine(node.id), ids), ids)}  ${pad(proved[index] ?? "", counts)}`;
    const rows = text.map((line) => fit(`${" ".repeat(lead)}${line}`, page.width));
    return below
      ? [first.trimEnd(), ...rows]
      : [`${first}  ${(rows[0] ?? "").slice(lead)}`.trimEnd(), ...rows.slice(1)];
  });
};
