// Fuzz tests of hand edits: each has its answer, and none becomes a proof.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { areAnswered } from "../../../../test/fixtures/chance.ts";
import { desk, type Free, states } from "../../../../test/fixtures/ultrawork-folder.ts";
import type { Edit } from "../../../core/dialect.ts";

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
  "completed",
  "1",
  "2",
  "verify",
  "../x",
  "constructor",
  "__proto__",
  "plan",
  "exp-1",
];
const entry = {
  id: "e",
  subject: "s",
  summary: "s",
  task_id: "1",
  criteria: "shown",
  type: "manual",
  content: "done",
  command: "x a",
  output: "done",
  verified: true,
  success_criteria: ["x"],
};
const value = fc.oneof(
  fc.constantFrom<unknown>(
    ...words,
    null,
    true,
    0,
    -1,
    1e300,
    [],
    {},
    ["a"],
    entry,
    [[[[]]]],
    "x".repeat(20_000),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
type Mutation = {
  readonly how: number;
  readonly at: number;
  readonly to: number;
  readonly value: unknown;
};
const mutation: fc.Arbitrary<Mutation> = fc.record({
  how: fc.nat(9),
  at: fc.nat(),
  to: fc.nat(),
  value,
});

type Spot = { readonly of: Free; readonly key: string | number };
const spots = (node: Free, found: Spot[] = []): readonly Spot[] => {
  if (typeof node !== "object" || node === null) return found;
  for (const key of Array.isArray(node) ? node.keys() : Object.keys(node)) {
    found.push({ of: node, key });
    spots(node[key], found);
  }
  return found;
};
/** Half of them are as people's edits are. */
const mutate = (whole: Free, { how, at, to, value: given }: Mutation): void => {
  const all = spots(whole);
  const likely = all.filter(({ key }) =>
    how < 3
      ? key === "status" || key === "phase"
      : ["evidence", "evidence_log", "explorers", "child_tasks", "checks"].includes(String(key)),
  );
  const list = how < 5 && likely.length > 0 ? likely : all;
  const [one, other] = [list[at % list.length], all[to % all.length]];
  if (one === undefined || other === undefined) return;
  const old = structuredClone(one.of[one.key]);
  if (how < 3) one.of[one.key] = words[1 + (to % 11)];
  else if (how < 5 && Array.isArray(old))
    one.of[one.key].push(to % 3 === 0 ? "done" : structuredClone(entry));
  else if (how === 5 && Array.isArray(one.of)) one.of.splice(Number(one.key), 1);
  else if (how === 6 && Array.isArray(one.of)) one.of.splice(Number(one.key), 0, old);
  else if (how === 5) delete one.of[one.key];
  else if (how === 6) one.of[`x_${String(one.key)}`] = old;
  else if (how === 7) {
    one.of[one.key] = structuredClone(other.of[other.key]);
    other.of[other.key] = old;
  } else one.of[one.key] = how === 8 ? JSON.stringify(old) : structuredClone(given);
};
const told = fc.record({
  path: fc.nat(),
  mutations: fc.array(mutation, { minLength: 1, maxLength: 4 }),
  cut: fc.nat(80_000).map((n) => (n < 4_000 ? n : null)),
});
const nine = { id: "9", subject: "nine", success_criteria: ["a"], evidence: [], blocked_by: [] };
const verified = (file: Free): number =>
  file.child_tasks.flatMap((one: Free) => one.evidence).filter((one: Free) => one.verified === true)
    .length;
const never = [
  "RunCompleted",
  "ChecksRecorded",
  "CriterionJudged",
  "VerdictRecorded",
  "UnitDone",
  "PlanApproved",
  "RunReopened",
];

test("whatever is done to a file, it is answered, nothing is completed and no claim becomes a proof", async () => {
  const once = fc.asyncProperty(
    fc.constantFrom(...Object.keys(states)),
    fc.array(told, { minLength: 1, maxLength: 3 }),
    async (name, edits) => {
      const { put, json, files, read, admit, log } = desk(name);
      const paths = [...Object.keys(files()), "tasks/9.json"];
      const made = edits.map(({ path, mutations, cut }): [string, Edit] => {
        const at = paths[path % paths.length] ?? "";
        const whole: Free = at === "tasks/9.json" ? { ...nine } : json(at);
        for (const one of mutations) mutate(whole, one);
        const text = JSON.stringify(whole, null, 2);
        return [at, put(at, cut === null ? text : text.slice(0, cut))];
      });
      const unlike = [...new Map(made).values()];
      areAnswered(await read(...unlike), unlike);
      const [before, length] = [json("session.json"), log().length];
      await admit(...unlike);
      const after = json("session.json");
      const happened = log()
        .slice(length)
        .map(({ type }) => type);
      assert.deepEqual(
        happened.filter((type) => never.includes(type)),
        [],
      );
      assert.ok(after.evidence_log.length >= before.evidence_log.length, "the log only grows");
      assert.ok(verified(after) <= verified(before), "nothing is verified by hand");
    },
  );
  await fc.assert(once, { numRuns: 600, seed: 11 });
});
