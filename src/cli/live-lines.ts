// Live lines of a driven run on a terminal: one for the run, one for each job's current activity.
import { phaseWords, unitStates } from "../core/state-words.ts";
import { cleanLine } from "./clean.ts";
import { columns, fit, pad, type Page } from "./layout.ts";
import type { Picture } from "./picture.ts";
import { paint } from "./style.ts";
import { onWhich } from "./unit-lines.ts";
import { span } from "./words.ts";

/** Fixed width for durations, so that columns don't jump. */
const clockWidth = 10;

/** `doing`: current activities of jobs, by the fence of their lease. */
export const liveLines = (
  picture: Picture,
  doing: ReadonlyMap<number, string>,
  page: Page,
  now: number,
): readonly string[] => {
  const { nodes, jobs, evidence, decisions, startedAt } = picture;
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const running = jobs.filter(({ is }) => is === "running");
  const known = nodes.filter(({ status }) => status === "done").length;
  const parts = [
    ...(phaseWords(picture.phase) === "" ? [] : [phaseWords(picture.phase)]),
    ...(nodes.length === 0 ? [] : [`${known} of ${nodes.length} done`]),
    ...(evidence.of === 0 ? [] : [`criteria ${evidence.have} of ${evidence.of} proved`]),
    ...(decisions.length === 0
      ? []
      : [`waits for you: ${decisions.map(({ key }) => key).join(", ")}`]),
    ...(startedAt === null ? [] : [span(now - Date.parse(startedAt))]),
  ];
  const { sign, shade } = unitStates.running;
  const width = Math.max(0, ...running.map(({ key }) => columns(cleanLine(key))));
  return [
    "",
    paint(page, "strong", fit(cleanLine(picture.title), page.width)),
    paint(page, "dim", fit(cleanLine(parts.join(" · ")), page.width)),
    ...running.map((job) => {
      const took = job.since === null ? "" : span(now - Date.parse(job.since));
      const does = job.fence === null ? "" : (doing.get(job.fence) ?? "");
      const about = [onWhich(job), does, labels.get(job.subject) ?? job.role].filter(
        (part) => part !== null && part !== "",
      );
      const line = `${pad(cleanLine(job.key), width)}  ${pad(took, clockWidth)}  ${cleanLine(about[0] ?? "")}`;
      return ` ${paint(page, shade, sign)} ${fit(line, page.width - 3)}`;
    }),
  ];
};
