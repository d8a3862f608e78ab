// Tests of the event stream (SSE): resumption by event id, one run's stream, pages that don't read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventStream } from "../../src/http/live/event-stream.ts";
import { at } from "../e2e/desk.ts";
import { type Feed, feed, numbers, soon, started, turn, until } from "./feed.ts";

type Read = {
  readonly text: () => string;
  readonly ended: () => boolean;
  readonly next: () => Promise<void>;
  readonly gone: AbortController;
};
type Ask = { readonly after: number | null; readonly run?: string };

const stream = ({ live, every }: Feed, { after, run }: Ask): Read => {
  const gone = new AbortController();
  const answer = eventStream(live, { after, run: run ?? null, signal: gone.signal, every });
  assert.equal(answer.headers.get("content-type"), "text/event-stream; charset=utf-8");
  const reader = answer.body?.getReader() ?? assert.fail("no body");
  const decoder = new TextDecoder();
  let [text, ended] = ["", false];
  return {
    text: () => text,
    ended: () => ended,
    next: async () => {
      const { value, done } = await reader.read();
      ended = done;
      text += decoder.decode(value, { stream: true });
    },
    gone,
  };
};
const follow = async (read: Read): Promise<void> => {
  while (!read.ended()) await read.next();
};

type Heard = { readonly event: string; readonly id: string | null; readonly data: unknown };
/** As a browser reads it. */
const heard = (text: string): readonly Heard[] =>
  text.split("\n\n").flatMap((block) => {
    const field = (name: string): string | null =>
      new RegExp(`^${name}: (.*)$`, "mu").exec(block)?.[1] ?? null;
    const [event, data] = [field("event"), field("data")];
    return event === null || data === null
      ? []
      : [{ event, id: field("id"), data: JSON.parse(data) }];
  });
const seqsOf = (text: string): readonly unknown[] =>
  heard(text)
    .filter(({ event }) => event === "rows")
    .flatMap(({ data }) => {
      const lines = at(data, "lines");
      assert.ok(Array.isArray(lines));
      return lines.map((line) => at(line, "seq"));
    });

test("rows carry the seq of their last line; who comes back with it misses none and gets none twice", async () => {
  const own = feed();
  own.append("r1", 3);
  const first = stream(own, { after: 1 });
  const followed = follow(first);
  await until(() => seqsOf(first.text()).length === 2, "the rows after 1");
  const id = heard(first.text()).at(-1)?.id;
  assert.equal(id, "3");
  first.gone.abort();
  await followed;
  own.append("r1", 4);
  const second = stream(own, { after: Number(id) });
  void follow(second);
  await until(() => seqsOf(second.text()).length === 4, "the rest");
  assert.deepEqual([...seqsOf(first.text()), ...seqsOf(second.text())], numbers(2, 7));
  own.live.end();
});

test("a stream of one run tells of that run alone, and its place goes on with the ledger", async () => {
  const own = feed();
  const only = stream(own, { after: 0, run: "r1" });
  void follow(only);
  own.append("r1", 1);
  own.append("r2", 5);
  own.hint();
  await until(() => seqsOf(only.text()).length === 1, "its row");
  await until(() => own.live.newest() === 6, "the others were seen");
  own.live.hint("r2");
  own.live.hint("r1");
  await soon(own, () => heard(only.text()).some(({ event }) => event === "hint"), "its hint");
  own.pass(15_000);
  await until(() => only.text().endsWith("id: 6\n\n"), "the place stands in a comment");
  assert.deepEqual(
    heard(only.text()).map(({ event, data }) => (event === "rows" ? seqsOf(only.text()) : data)),
    [[1], { run: "r1" }],
  );
  own.live.end();
});

test("a page that reads nothing is given what fits once, and let go after a minute", async () => {
  const own = feed();
  own.append("r1", 20_000);
  const still = stream(own, { after: 0 });
  await until(() => own.readings.length > 1, "it is given something");
  for (let n = 0; n < 50; n += 1) await turn();
  const given = own.readings.length;
  for (let n = 0; n < 50; n += 1) await turn();
  assert.equal(own.readings.length, given, "nothing more is read for it");
  own.pass(60_000);
  await follow(still);
  const seqs = seqsOf(still.text());
  assert.ok(seqs.length >= 1_000 && seqs.length <= 4_000, `${seqs.length} lines waited`);
  assert.deepEqual(seqs, numbers(1, seqs.length));
  assert.equal(own.watched(), 0, "nobody is left to watch for");
});

test("what keeps the ledger from being read goes over the wire, to streams of one run too", async () => {
  const own = feed();
  const only = stream(own, { after: 0, run: "r1" });
  void follow(only);
  await turn();
  own.outage = { since: started, why: "it is off" };
  own.pass(1_000);
  await until(() => heard(only.text()).some(({ event }) => event === "trouble"), "it is told");
  const told = heard(only.text()).at(-1)?.data;
  assert.equal(at(at(told, "trouble"), "since"), new Date(started).toISOString());
  own.outage = null;
  own.pass(1_000);
  await until(() => only.text().includes('data: {"trouble":null}'), "and its end");
  own.live.end();
});
