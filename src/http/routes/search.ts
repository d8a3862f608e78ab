// Endpoint that searches the event lines of a run by words, type, sender and subject.
import * as t from "../../kit/schema.ts";
import type { Protocol } from "../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { LogLine, Search } from "../answers.ts";
import { numberOf, ofRun, whole } from "../meant.ts";
import { get, type Ground } from "../route.ts";
import { searchAnswer } from "../shapes/log.ts";
import { lineOf } from "../show/lines.ts";
import { countsOf, sifter } from "../show/sift.ts";

const mostVersions = 10_000;
const usualVersions = 1_000;
const mostLines = 200;
const mostNames = 200;
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
  protocol: Protocol | null,
  versions: readonly number[],
): Promise<readonly LogLine[]> => {
  const lines: LogLine[] = [];
  for (let index = 0; index < versions.length;) {
    const first = versions[index] ?? 0;
    let length = 1;
    while (versions[index + length] === first - length) length += 1;
    const rows = await system.rows(run, first - length, length);
    lines.push(...rows.map((row) => lineOf(row, protocol)).toReversed());
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

export const searchRoute = get("/api/runs/:run/search", {
  means:
    "Searches the event lines of a run: the versions that fit, newest first, the first 200 of them as lines, and how often each type and sender occurs. Of a run of more than 500,000 events the newest are searched.",
  query: t.open({
    words: text("words that all occur in the line, in either case"),
    type: text("the event's type"),
    by: text("the sender, as `person:ana`"),
    about: text("the subject of the event's job, or a name in its line"),
    to: whole(Number.MAX_SAFE_INTEGER),
    limit: whole(mostVersions),
  }),
  answer: searchAnswer,
  run: ofRun(async (asked, card): Promise<Search | Refusal> => {
    const { query } = asked;
    const found = await asked.system.protocol(card.protocol);
    const protocol = isRefusal(found) ? null : found;
    const subjects = await subjectsOf(asked, card, query.about ?? null);
    if (isRefusal(subjects)) return subjects;
    const index = await asked.lines(card, protocol);
    const to = numberOf(query.to, index.to, index.to);
    const sieve = {
      type: query.type ?? null,
      by: query.by ?? null,
      about: query.about ?? null,
      words: query.words ?? "",
    };
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
    const searched = index.lines.slice(0, Math.max(0, to - index.from + 1));
    return {
      run: card.run,
      from: index.from,
      to,
      count,
      versions,
      lines: await linesAt(asked, card, protocol, versions.slice(0, mostLines)),
      types: countsOf(searched, ({ type }) => type, mostNames),
      senders: countsOf(searched, ({ by }) => by, mostNames),
    };
  }),
});
