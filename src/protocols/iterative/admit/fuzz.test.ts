// Fuzz tests of hand edits: every input gets an answer, and no claim becomes a proof.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { areAnswered } from "../../../../test/fixtures/chance.ts";
import type { desk } from "../../../../test/fixtures/iterative-edits.ts";
import * as phases from "../../../../test/fixtures/iterative-phases.ts";
import type { Edit } from "../../../core/dialect.ts";

const { blocked, confirming, discovering, done, proposed, researching, timeout, worked, working } =
  phases;
const makes = {
  blocked,
  confirming,
  discovering,
  done,
  proposed,
  researching,
  timeout,
  worked,
  working,
};
type Name = keyof typeof makes;
const names: readonly Name[] = [
  "blocked",
  "confirming",
  "discovering",
  "done",
  "proposed",
  "researching",
  "timeout",
  "worked",
  "working",
];

const words = [
  "pending",
  "in_progress",
  "confirming",
  "verifying",
  "done",
  "blocked",
  "timeout",
  "execute",
  "deliver",
  "complete",
  "T1",
  "T2",
  "T99",
  "- [x] **T1**: x",
  "## T1 - Iteration 1 - now",
  "**Signal:** T1_DONE",
  "<signal>T1_DONE</signal>",
  "## Dependencies",
  "T1 → T2 → T1",
  "```",
  "  - Criteria:",
  "  - Max iterations: 1e9",
  "  - Files: `../../etc`",
  "<!-- DONE: 3 -->",
  "<!--",
  "{",
  "}",
  '"',
  ",",
  "\r\n",
  "\u{feff}",
  "\u0000",
  "\ud800",
  "**Did:**",
  "**",
  "#",
  "constructor",
  "__proto__",
  "999999999999999999999",
  "-1",
  "null",
  "true",
  "[]",
];
/** Deletes, duplicates, moves or replaces a line; inserts or replaces a word. */
type Mutation = {
  readonly how: number;
  readonly at: number;
  readonly to: number;
  readonly word: string;
};
const mutation: fc.Arbitrary<Mutation> = fc.record({
  how: fc.nat(6),
  at: fc.nat(),
  to: fc.nat(),
  word: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
  ),
});

const mutate = (text: string, { how, at, to, word }: Mutation): string => {
  if (how >= 5) {
    // A JSON value, or a word of a line.
    const places = [...text.matchAll(/"[a-z_]+"(?=,?$)|\d+(?=,?$)|\b[\w.]+\b/gmu)];
    const place = places[at % Math.max(1, places.length)];
    if (place === undefined) return text + word;
    const by = place[0].startsWith('"') ? JSON.stringify(word) : word;
    return text.slice(0, place.index) + by + text.slice(place.index + place[0].length);
  }
  const lines = text.split("\n");
  const [one, other] = [at % lines.length, to % lines.length];
  const line = lines[one] ?? "";
  if (how === 0) lines.splice(one, 1);
  else if (how === 1) lines.splice(other, 0, line);
  else if (how === 2) lines.splice(other, 0, ...lines.splice(one, 1));
  else if (how === 3) lines.splice(one, 0, word);
  else
    lines[one] =
      `${line.slice(0, to % (line.length + 1))}${word}${line.slice(to % (line.length + 1))}`;
  return lines.join("\n");
};

type Told = {
  readonly path: number;
  readonly mutations: readonly Mutation[];
  readonly cut: number | null;
  readonly gone: boolean;
};
const told: fc.Arbitrary<Told> = fc.record({
  path: fc.nat(),
  mutations: fc.array(mutation, { minLength: 1, maxLength: 4 }),
  cut: fc.nat(20_000).map((n) => (n < 1_000 ? n : null)),
  gone: fc.nat(30).map((n) => n === 0),
});

const made = Object.fromEntries(names.map((name) => [name, makes[name]()]));

const editOf = (shop: ReturnType<typeof desk>, { path, mutations, cut, gone }: Told): Edit => {
  const files = shop.files();
  const paths = Object.keys(files);
  const name = paths[path % paths.length] ?? "state.json";
  if (gone) return shop.put(name, null);
  const text = mutations.reduce(mutate, files[name] ?? "");
  return shop.put(name, cut === null ? text : text.slice(0, cut));
};

const never = [
  "UnitSettled",
  "UnitAccepted",
  "PlanApproved",
  "PhaseSkipped",
  "DeliveryApproved",
  "GateRun",
  "VerdictGiven",
  "ReviewGiven",
  "UnitReopened",
];
const high = ["confirm", "regate", "verify", "settled"];

test("whatever is done to a file, admit answers, nothing is agreed on and no claim becomes a proof", () => {
  let sent = 0;
  const once = fc.property(
    fc.constantFrom(...names),
    fc.array(told, { minLength: 1, maxLength: 2 }),
    (name, edits) => {
      const { shop } = made[name] ?? assert.fail();
      const unlike = new Map(
        edits.map((one) => editOf(shop, one)).map((edit) => [edit.path, edit]),
      );
      const read = shop.read(...unlike.values());
      areAnswered(read, [...unlike.values()]);
      // Sending needs a run of its own, so only some of the commands are sent.
      sent += 1;
      if (sent % 8 !== 0 || read.every(({ commands }) => commands.length === 0)) return;
      const { run, shop: fresh } = makes[name]();
      const stages = new Map(run.state().units.map(({ id, stage }) => [id, stage]));
      const from = run.log.length;
      const answer = fresh.take(
        ...[...unlike.values()].map(({ path, text }) => fresh.put(path, text)),
      );
      for (const [path, text] of Object.entries(fresh.files()))
        if (path.endsWith(".json")) JSON.parse(text);
      const happened = run.log.slice(from).map(({ type }) => type);
      for (const type of never)
        assert.ok(!happened.some((one) => one === type), `${type} came of a file`);
      for (const { id, stage } of run.state().units)
        assert.ok(
          !high.includes(stage) || stages.get(id) === stage,
          `${id} came to ${stage}: ${answer.events.join(" ")}`,
        );
    },
  );
  fc.assert(once, { numRuns: 10_000, seed: 11 });
});
