// Live lines of a driven run on a terminal: one for the run, one for each job's current activity.
import { evidenceWords } from "../../core/words/evidence.ts";
import { span } from "../../core/words/how-many.ts";
import { phaseWords, unitStates } from "../../core/words/states.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { fit, list, type Page, paint } from "../terminal/layout.ts";
import type { Picture } from "../text/picture.ts";
import { onWhich } from "../text/unit-lines.ts";
import { joined } from "../text/words.ts";

/** @param begun when its runner was started, in ms */
export const liveLines = (
  picture: Picture,
  page: Page,
  now: number,
  begun: number,
): readonly string[] => {
  const { jobs, evidence, decisions, left = "" } = picture;
  const { of, done } = picture.pieces;
  const asks = decisions.map(({ key }) => key).join(", ");
  const parts = joined([
    phaseWords(picture.phase),
    of === 0 ? "" : `${done} of ${of} done`,
    left,
    evidenceWords(evidence),
    asks === "" ? "" : `waits for you: ${asks}`,
    span(now - begun),
  ]);
  const { sign, shade } = unitStates.running;
  const running = jobs.filter(({ is }) => is === "running");
  return [
    "",
    paint(page, "strong", fit(cleanLine(picture.title), page.width)),
    paint(page, "dim", fit(cleanLine(parts), page.width)),
    ...list(
      running.map((job) => [
        [shade, `${sign} ${job.key}`],
        job.since === null ? "" : span(now - Date.parse(job.since)),
        joined([job.label, onWhich(job), job.does]),
      ]),
      page,
      { indent: 1, cut: true },
    ),
  ];
};
