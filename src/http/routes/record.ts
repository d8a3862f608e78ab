// HTTP routes of a run's record: its events, a search in them, its attempts and proofs.
import { type Teller, tellerOf } from "../../core/words/event-line.ts";
import { isRefusal, refuse } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import * as t from "../../kit/schema.ts";
import type { LogLine } from "../answers.ts";
import { at, momentOf, numberOf, ofRun, whole } from "../addresses.ts";
import { get, type Ground, none } from "../route.ts";
import { evidence, logEvent, logPage, searchAnswer, timeline } from "../shapes/log.ts";
import { lineOf, recordedOf } from "../show/lines.ts";
import { sifter } from "../show/sift.ts";

/** Lines of a page. */
const mostLines = 1_000;

const logRoute = get("/api/runs/:run/log", {
  means: "Events of a run after a version, oldest first, at most 1,000.",
  query: t.open({ after: whole(Number.MAX_SAFE_INTEGER), limit: whole(mostLines) }),
  answer: logPage,
  run: ofRun(async (asked, card) => {
    const { system, query } = asked;
    const tell = tellerOf(await system.protocol(card.protocol));
    const rows = await system.rows(
      card.run,
      numberOf(query.after, 0),
      Math.max(1, numberOf(query.limit, mostLines, mostLines)),
    );
    const newest = Math.max(card.version, rows.at(-1)?.version ?? 0);
    return {
      run: card.run,
      newest,
      lines: rows.map((row) => lineOf(row, tell)),
    };
  }),
});

const eventRoute = get("/api/runs/:run/log/:version", {
  means: "One event with its data, its cause and its hash.",
  query: none,
  answer: logEvent,
  run: ofRun(async (asked, card) => {
    const { system, params } = asked;
    const said = params["version"] ?? "";
    const version = /^[1-9]\d{0,14}$/u.test(said) ? Number(said) : 0;
    const row = version === 0 ? undefined : (await system.rows(card.run, version - 1, 1))[0];
    if (row?.version !== version)
      return refuse("VERSION_UNKNOWN", `run ${card.run} has no event ${said.slice(0, 40)}`, {
        fits: `one from 1 to ${card.version}`,
      });
    const line = lineOf(row, tellerOf(await system.protocol(card.protocol)));
    return { ...line, data: recordedOf(row).data, cause: row.cause, hash: row.hash };
  }),
});

const mostVersions = 10_000;
const usualVersions = 1_000;
const mostFound = 200;
const mostText = 200;

const text = (means: string) =>
  t.optional(t.means(`${means}, at most ${mostText} characters`, t.most(mostText, t.text)));

const newestFirst = (
  from: number,
  to: number,
  fits: (version: number) => boolean,
  most: number,
) => {
  const versions: number[] = [];
  let count = 0;
  for (let version = to; version >= from; version -= 1) {
    if (!fits(version)) continue;
    count += 1;
    if (versions.length < most) versions.push(version);
  }
  return { versions, count };
};

/** Consecutive versions are read at once. */
const linesAt = async (
  { system }: Pick<Ground, "system">,
  { run }: Card,
  tell: Teller,
  versions: readonly number[],
): Promise<readonly LogLine[]> => {
  const lines: LogLine[] = [];
  for (let index = 0; index < versions.length;) {
    const first = versions[index] ?? 0;
    let length = 1;
    while (versions[index + length] === first - length) length += 1;
    const rows = await system.rows(run, first - length, length);
    lines.push(...rows.map((row) => lineOf(row, tell)).toReversed());
    index += length;
  }
  return lines;
};

const subjectsOf = async (
  { pictures }: Pick<Ground, "pictures">,
  card: Card,
  about: string | null,
) => {
  if (about === null) return new Map<number, string>();
  const attempts = await pictures.timeline(card);
  if (isRefusal(attempts)) return attempts;
  return new Map(
    attempts.flatMap(({ fence, subject }) => (subject === null ? [] : [[fence, subject] as const])),
  );
};

const searchRoute = get("/api/runs/:run/search", {
  means:
    "Searches the event lines of a run: the versions that fit, newest first, the first 200 of them as lines. Of a run of more than 500,000 events the newest are searched.",
  query: t.open({
    words: text("words that all occur in the line, in either case"),
    about: text("the subject of the event's job, or a name in its line"),
    to: whole(Number.MAX_SAFE_INTEGER),
    limit: whole(mostVersions),
  }),
  answer: searchAnswer,
  run: ofRun(async (asked, card) => {
    const { query } = asked;
    const tell = tellerOf(await asked.system.protocol(card.protocol));
    const subjects = await subjectsOf(asked, card, query.about ?? null);
    if (isRefusal(subjects)) return subjects;
    const index = await asked.lines(card, tell);
    const to = numberOf(query.to, index.to, index.to);
    const sieve = { about: query.about ?? null, words: query.words ?? "" };
    const sifts = sifter(sieve, (fence) => subjects.get(fence) ?? null);
    const fits = (version: number): boolean => {
      const line = index.lines[version - index.from];
      return line !== undefined && sifts(line, version);
    };
    const { versions, count } = newestFirst(
      index.from,
      to,
      fits,
      numberOf(query.limit, usualVersions, mostVersions),
    );
    return {
      run: card.run,
      from: index.from,
      to,
      count,
      versions,
      lines: await linesAt(asked, card, tell, versions.slice(0, mostFound)),
    };
  }),
});

const timelineRoute = get("/api/runs/:run/timeline", {
  means:
    "Who did which job, when, how long and how often, how it ended and what it took: each lease that events tell of.",
  query: none,
  answer: timeline,
  run: ofRun(async (asked, card) => {
    const attempts = await asked.pictures.timeline(card);
    if (isRefusal(attempts)) return attempts;
    const used = new Map(
      (await asked.system.used(card.run)).map(({ fence, usage }) => [fence, usage]),
    );
    return {
      run: card.run,
      version: card.version,
      attempts: attempts.map((one) => {
        const usage = used.get(one.fence);
        return usage === undefined
          ? one
          : { ...one, used: { input: usage.input, output: usage.output, cost: usage.cost } };
      }),
    };
  }),
});

const evidenceRoute = get("/api/runs/:run/evidence", {
  means: "Each criterion with its proof, fresh or stale, and with what was only claimed.",
  query: t.open({ at }),
  answer: evidence,
  run: ofRun(async (asked, card) => {
    const then = asked.query.at === undefined ? undefined : momentOf(asked.query.at);
    const criteria = await asked.pictures.evidence(card, then);
    return isRefusal(criteria)
      ? criteria
      : {
          run: card.run,
          version: typeof then === "number" ? Math.min(then, card.version) : card.version,
          criteria,
        };
  }),
});

export const recordRoutes = [logRoute, eventRoute, searchRoute, timelineRoute, evidenceRoute];
