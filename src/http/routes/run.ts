// Why: a run's page is drawn from one answer, now or at any moment of its past.
import { z } from "zod";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Shown } from "../answers.ts";
import { at, ofRun, momentOf } from "../meant.ts";
import { get } from "../route.ts";
import { isIdle, needsRunner } from "../show/unattended.ts";
import { shown } from "../shapes/picture.ts";

export const runRoute = get("/api/runs/:run", {
  means: "How a run stands, or stood: its nodes, jobs, decisions, evidence, and the runs around it.",
  query: z.object({ at }),
  answer: shown,
  run: ofRun(async (asked, card): Promise<Shown | Refusal> => {
    const { system, pictures, runners, query } = asked;
    const picture = await pictures.of(card, query.at === undefined ? undefined : momentOf(query.at));
    if (isRefusal(picture)) return picture;
    const children = await system.runs({ parent: card.run });
    const [runner, lastWords] = [runners.of(card.run), runners.lastWords(card.run)];
    const now = query.at === undefined;
    const other = now && runner === null ? system.runners().find(({ run }) => run === card.run) : undefined;
    const undriven = now && runner === null && other === undefined;
    const lacks = now ? await system.lacks(card.run) : null;
    if (isRefusal(lacks)) return lacks;
    return {
      ...picture,
      newest: card.version,
      span: { from: picture.startedAt ?? card.at, to: card.at },
      runner,
      elsewhere: other === undefined ? null : { pid: other.process.pid, since: other.since },
      idle: undriven && isIdle(picture),
      needsRunner: undriven && needsRunner(picture),
      lacks,
      ...(runner === null && other === undefined && lastWords !== null && lastWords.at >= card.at ? { lastWords } : {}),
      parent: card.origin?.split("/", 1)[0] ?? null,
      children: children.map(({ run, protocol, life, good }) => ({ run, protocol, life, good })),
    };
  }),
});
