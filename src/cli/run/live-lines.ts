// Live lines of a driven run on a terminal: one for the run, one for each job's current activity.
import { evidenceWords } from "../../core/words/evidence.ts";
import { phaseWords, unitStates } from "../../core/words/states.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { columns, fit, pad, type Page } from "../terminal/layout.ts";
import type { Picture } from "../text/picture.ts";
import { span } from "../../core/words/how-many.ts";
import { paint } from "../terminal/style.ts";
import { onWhich } from "../text/unit-lines.ts";

/** Fixed width for durations, so that columns don't jump. */
const clockWidth = 10;

/** @param begun when its runner was started, in ms */
export const liveLines = (
  picture: Picture,
  page: Page,
  now: number,
  begun: number,
): readonly string[] => {
  const { jobs, evidence, decisions, left = "" } = picture;
  const running = jobs.filter(({ is }) => is === "running");
  const { of, done } = picture.pieces;
  const parts = [
    phaseWords(picture.phase),
    of === 0 ? "" : `${done} of ${of} done`,
    left,
    evidenceWords(evidence),
    decisions.length === 0 ? "" : `waits for you: ${decisions.map(({ key }) => key).join(", ")}`,
    span(now - begun),
  ].filter((part) => part !== "");
  const { sign, shade } = unitStates.running;
  const width = Math.max(0, ...running.map(({ key }) => columns(cleanLine(key))));
  return [
    "",
    paint(page, "strong", fit(cleanLine(picture.title), page.width)),
    paint(page, "dim", fit(cleanLine(parts.join(" · ")), page.width)),
    ...running.map((job) => {
      const took = job.since === null ? "" : span(now - Date.parse(job.since));
      const about = [job.label, onWhich(job), job.does ?? ""]
        .filter((part) => part !== null && part !== "")
        .join(" · ");
      const line = `${pad(cleanLine(job.key), width)}  ${pad(took, clockWidth)}  ${cleanLine(about)}`;
      return ` ${paint(page, shade, sign)} ${fit(line, page.width - 3)}`;
    }),
  ];
};
