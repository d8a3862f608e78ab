// Fuzz tests of ultrawork's admit: it always answers, and no edit becomes a proof.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { areAnswered } from "../../../../test/fixtures/chance.ts";
import { desk, type Parsed } from "../../../../test/fixtures/ultrawork-edits.ts";
import { phases } from "../../../../test/fixtures/ultrawork-phases.ts";
import type { Edit } from "../../../core/dialect.ts";

type Mutation = {
  readonly how: number;
  readonly at: number;
  readonly to: number;
  readonly value: unknown;
};

const words = [
  "",
  "open",
  "in_progress",
  "resolved",
  "failed",
  "PLANNING",
  "EXECUTION",
  "VERIFICATION",
  "COMPLETE",
  "FAILED",
  "CANCELLED",
  "1",
  "2",
  "verify",
  "../x",
  "constructor",
  "PASS",
];
const value = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom(null, true, false, 0, -1, 1e300, [], {}),
  fc.constantFrom<unknown>(
    ["a"],
    { criteria: "a", output: "fine", verified: true },
    { id: "9", subject: "new", success_criteria: ["x"] },
    [[[[]]]],
    "x".repeat(20_000),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const mutation: fc.Arbitrary<Mutation> = fc.record({
  how: fc.nat(9),
  at: fc.nat(),
  to: fc.nat(),
  value,
});

type Holder = { readonly of: Parsed; readonly key: string | number };

const places = (node: Parsed, found: Holder[] = []): Holder[] => {
  if (typeof node !== "object" || node === null) return found;
  for (const key of Array.isArray(node) ? node.keys() : Object.keys(node)) {
    found.push({ of: node, key });
    places(node[key], found);
  }
  return found;
};

const mutate = (whole: Parsed, { how, at, to, value: given }: Mutation): void => {
  const all = places(whole);
  // Half of the mutations resemble real edits.
  const meant =
    how < 5
      ? []
      : all.filter(({ key }) =>
          how < 8
            ? key === "status" || key === "phase"
            : key === "evidence" || key === "evidence_log" || key === "explorers",
        );
  const aim = meant[at % Math.max(1, meant.length)];
  if (aim !== undefined) {
    const named = {
      id: "e",
      summary: "s",
      task_id: "1",
      criteria: "a",
      type: "manual",
      content: "done",
      command: "x a",
      output: "done",
      verified: true,
    };
    if (how < 8) aim.of[aim.key] = words[1 + (to % 10)];
    else if (Array.isArray(aim.of[aim.key])) aim.of[aim.key].push(to % 3 === 0 ? "done" : named);
    return;
  }
  const one = all[at % Math.max(1, all.length)];
  const other = all[to % Math.max(1, all.length)];
  if (one === undefined || other === undefined) return;
  const copy = structuredClone(one.of[one.key]);
  if (how === 0) {
    if (Array.isArray(one.of)) one.of.splice(Number(one.key), 1);
    else delete one.of[one.key];
  } else if (how === 1) {
    if (Array.isArray(one.of)) one.of.splice(Number(one.key), 0, copy);
    else one.of[`x_${String(one.key)}`] = copy;
  } else if (how === 2) {
    one.of[one.key] = structuredClone(other.of[other.key]);
    other.of[other.key] = copy;
  } else if (how === 3 && Array.isArray(one.of)) one.of.push(structuredClone(given));
  else if (how === 4) one.of[one.key] = JSON.stringify(copy);
  else one.of[one.key] = structuredClone(given);
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
  cut: fc.nat(80_000).map((n) => (n < 4_000 ? n : null)),
  gone: fc.nat(30).map((n) => n === 0),
});

const made = Object.fromEntries(
  Object.entries(phases).map(([name, make]) => {
    const run = make();
    return [name, { run, shop: desk(run) }];
  }),
);

const editOf = (shop: ReturnType<typeof desk>, { path, mutations, cut, gone }: Told): Edit => {
  const paths = [...Object.keys(shop.files()), "tasks/9.json"];
  const name = paths[path % paths.length] ?? "session.json";
  if (gone) return shop.put(name, null);
  const text =
    shop.files()[name] ??
    '{"id":"9","subject":"nine","success_criteria":["a"],"evidence":[],"blocked_by":[]}';
  if (name.endsWith(".md")) return shop.put(name, text);
  const whole: unknown = JSON.parse(text);
  for (const one of mutations) mutate(whole, one);
  const out = `${JSON.stringify(whole, null, 2)}\n`;
  return shop.put(name, cut === null ? out : out.slice(0, cut));
};

test("whatever is done to a file, admit answers, nothing is completed and no claim becomes a proof", () => {
  const once = fc.property(
    fc.constantFrom(...Object.keys(phases)),
    fc.array(told, { minLength: 1, maxLength: 3 }),
    (phase, edits) => {
      const { run, shop } = made[phase] ?? assert.fail();
      const unlike = new Map(
        edits.map((one) => editOf(shop, one)).map((edit) => [edit.path, edit]),
      );
      const read = shop.read(...unlike.values());
      areAnswered(read, [...unlike.values()]);
      if (read.every(({ commands }) => commands.length === 0)) return;
      const again = phases[phase]?.() ?? assert.fail();
      const log = again.log.length;
      const before = JSON.parse(shop.file("session.json"));
      const fresh = desk(again);
      fresh.admit(...unlike.values());
      for (const [path, text] of Object.entries(fresh.files()))
        if (path.endsWith(".json")) JSON.parse(text);
      const after = fresh.json("session.json");
      const happened = again.log.slice(log).map(({ type }) => type);
      assert.ok(run.state().phase === "COMPLETE" || again.state().phase !== "COMPLETE");
      for (const never of [
        "RunCompleted",
        "EvidenceRecorded",
        "SweepPassed",
        "VerdictRecorded",
        "TaskResolved",
        "PlanApproved",
        "RunReopened",
      ])
        assert.ok(!happened.some((type) => type === never), `${never} came of a file`);
      assert.ok(after.evidence_log.length >= before.evidence_log.length, "the log only grows");
      const verified = (file: Parsed): number =>
        file.child_tasks
          .flatMap((one: Parsed) => one.evidence)
          .filter((one: Parsed) => one.verified === true).length;
      assert.ok(verified(after) <= verified(before), "nothing is verified by hand");
    },
  );
  fc.assert(once, { numRuns: 2_000, seed: 11 });
});
