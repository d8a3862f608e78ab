// HTTP route of one run: all data of its page, now or at any past moment.
import * as t from "../../kit/schema.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { RunAnswer } from "../answers.ts";
import { at, markOf, ofRun, momentOf } from "../meant.ts";
import { elsewhereOf } from "../going-on.ts";
import { get, type Ground } from "../route.ts";
import { isIdle, needsRunner, stateNow } from "../show/unattended.ts";
import { runAnswer } from "../shapes/picture.ts";

type Parts = Pick<Ground, "system" | "pictures" | "runners">;

/** `moment`: a version or a time; undefined: now. */
const shownOf = async (
  { system, pictures, runners }: Parts,
  card: Card,
  moment: string | undefined,
): Promise<RunAnswer | Refusal> => {
  const picture = await pictures.of(card, moment === undefined ? undefined : momentOf(moment));
  if (isRefusal(picture)) return picture;
  const children = await system.runs({ parent: card.run });
  const [runner, lastWords] = [runners.of(card.run), runners.lastWords(card.run)];
  const now = moment === undefined;
  const other = now ? elsewhereOf({ system, runners }, card.run) : undefined;
  const undriven = now && runner === null && other === undefined;
  const lacks = now ? await system.lacks(card.run) : null;
  if (isRefusal(lacks)) return lacks;
  return {
    ...picture,
    ...(now ? { state: stateNow(picture, !undriven) } : {}),
    newest: card.version,
    span: { from: picture.startedAt ?? card.at, to: card.at },
    runner,
    elsewhere: other === undefined ? null : { pid: other.process.pid, since: other.since },
    idle: undriven && isIdle(picture),
    needsRunner: undriven && needsRunner(picture),
    lacks,
    ...(runner === null && other === undefined && lastWords !== null && lastWords.at >= card.at
      ? { lastWords }
      : {}),
    parent: card.origin?.split("/", 1)[0] ?? null,
    children: children.map(({ run, protocol, life, good }) => ({ run, protocol, life, good })),
  };
};

export const runRoute = get("/api/runs/:run", {
  means:
    "How a run stands, or stood: its nodes, jobs, decisions, evidence, and the runs around it.",
  query: t.open({ at }),
  answer: runAnswer,
  run: ofRun(async (asked, card): Promise<Response | Refusal> => {
    const { live, query } = asked;
    return asked.answers(`${card.run} ${query.at ?? ""}`, markOf(live, card), () =>
      shownOf(asked, card, query.at),
    );
  }),
});
