// Tests of the rules of budgets, given, when and then.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Job } from "../core/job.ts";
import { isRefusal } from "../core/refusal.ts";
import { limitsText } from "./amounts.ts";
import { eventLineOf } from "../kit/telling.ts";
import { type BudgetCommand, decide } from "./commands.ts";
import { type BudgetEvent, budgetEvents, evolve } from "./events.ts";
import { answered, heldJobs, unbound } from "./jobs.ts";
import { limitsOf } from "./limits.ts";
import { type Budget, heldWords, isHeld } from "./spent.ts";

type Given = { readonly budget: Budget | null; readonly events: readonly BudgetEvent[] };
const stampAt = (minute: number) =>
  ({
    at: new Date(Date.UTC(2026, 10, 22, 10, minute)).toISOString(),
    by: { kind: "person", name: "ana" },
  }) as const;

/** Records one command a minute. */
const given = (...commands: readonly BudgetCommand[]): Given =>
  commands.reduce<Given>(
    ({ budget, events }, command, minute) => {
      const stamp = stampAt(minute);
      const decided = decide(budget, command, stamp);
      if (isRefusal(decided)) throw new Error(`${command.type}: ${decided.code}: ${decided.text}`);
      return decided.reduce<Given>(
        (now, event) => ({
          budget: evolve(now.budget, { ...event, ...stamp, version: 1, cause: "c" }),
          events: [...now.events, event],
        }),
        { budget, events },
      );
    },
    { budget: null, events: [] },
  );
const budgetOf = (...commands: readonly BudgetCommand[]): Budget => {
  const { budget } = given(...commands);
  assert.ok(budget !== null);
  return budget;
};
const codeOf = (budget: Budget | null, command: BudgetCommand): string => {
  const decided = decide(budget, command, stampAt(59));
  return isRefusal(decided) ? decided.code : decided.map(({ type }) => type).join();
};

const day = "2026-11-22";
const set = (budget: string): BudgetCommand => ({ type: "SetBudget", data: { budget } });
const begin = (job: string): BudgetCommand => ({ type: "CountJob", data: { job, day } });
type Use = Extract<BudgetCommand, { type: "CountUse" }>["data"];
const use = (job: string, more: Partial<Use> = {}): BudgetCommand => ({
  type: "CountUse",
  data: { job, day, subject: "1", agent: "codex", conversation: null, ms: 60_000, ...more },
});
const usage = (input: number, output: number, more: Partial<NonNullable<Use["usage"]>> = {}) => ({
  input,
  output,
  cost: null,
  ...more,
});
const told = ({ events }: Given): readonly string[] =>
  events.flatMap((event) =>
    event.type === "BudgetReached" ? [`${event.data.unit} ${event.data.percent}`] : [],
  );

describe("a budget", () => {
  test("is read from what people write, each limit once, and from nothing else", () => {
    assert.deepEqual(limitsOf("5usd, 2Mtok 1.5h 40jobs"), {
      usd: 5,
      tokens: 2_000_000,
      ms: 5_400_000,
      jobs: 40,
    });
    assert.deepEqual(limitsOf("none"), {});
    for (const wrong of [
      "",
      "5",
      "5 usd",
      "-1usd",
      "0h",
      "1job 2jobs",
      "0.5jobs",
      "none 1h",
      "1e3usd",
      "5eur",
    ])
      assert.equal(typeof limitsOf(wrong), "string", wrong);
    assert.equal(
      limitsText({ usd: 5, tokens: 2_500_000, ms: 5_400_000, jobs: 1 }),
      "$5.00, 2.5M tokens, 1h 30min, 1 job",
    );
  });

  test("tells 80 % once and 100 % once of each limit", () => {
    const jobs = Array.from({ length: 5 }, (_, index) => begin(`j${index}`));
    assert.deepEqual(told(given(set("5jobs"), ...jobs)), ["jobs 80", "jobs 100"]);
    assert.deepEqual(
      told(given(set("1job 10min"), begin("a"), use("a", { ms: 480_000 }), use("a", { ms: 1 }))),
      ["jobs 100", "ms 80"],
    );
  });

  test("once spent lets no job be counted as begun, and what is under way ends", () => {
    const budget = budgetOf(set("1job"), begin("a"));
    assert.equal(codeOf(budget, begin("b")), "JOB_UNREADY");
    assert.equal(codeOf(budget, begin("a")), "");
    assert.equal(codeOf(budget, use("a")), "UseCounted");
    assert.equal(codeOf(null, begin("a")), "BUDGET_NONE");
  });

  test("counts a job once, be it begun anew after a kill; one that was given back doesn't count, but what it took does", () => {
    assert.equal(budgetOf(set("9jobs"), begin("a"), begin("a"), use("a")).spent.jobs, 1);
    assert.equal(budgetOf(set("9jobs"), use("began-before")).spent.jobs, 1);
    const back = budgetOf(
      set("9jobs"),
      begin("a"),
      use("a", { unstarted: true, usage: usage(10, 1), ms: 5 }),
    );
    assert.deepEqual(back.spent, { usd: 0, tokens: 11, ms: 5, jobs: 0 });
    assert.deepEqual(back.untold.usd, ["codex"]);
    assert.deepEqual(
      budgetOf(set("9jobs"), begin("a"), use("a", { unstarted: true })).untold.usd,
      [],
    );
  });

  test("counts for a day what was used on it, read late or not", () => {
    const [today, earlier] = [{ usage: usage(5, 5) }, { day: "2026-11-21", usage: usage(90, 9) }];
    const late = budgetOf(set("9Mtok"), begin("a"), use("a", today), use("b", earlier));
    assert.deepEqual([late.day?.day, late.day?.spent.tokens], [day, 10]);
    const next = budgetOf(set("9Mtok"), use("a", earlier), use("b", today));
    assert.deepEqual([next.day?.day, next.day?.spent.tokens, next.spent.tokens], [day, 10, 109]);
  });

  test("takes a job's time from its host, else from its beginning to its end", () => {
    assert.equal(budgetOf(set("9h"), begin("a"), use("a", { ms: null })).spent.ms, 60_000);
    assert.equal(budgetOf(set("9h"), begin("a"), use("a", { ms: 7 })).spent.ms, 7);
  });

  test("takes cost as it is told, else a price of its tokens, and guesses neither", () => {
    const price = { in: 10, out: 100, cached: 1 };
    const costs = (more: Partial<Use>): number =>
      budgetOf(set("9usd"), begin("a"), use("a", more)).spent.usd;
    assert.equal(costs({ usage: usage(1_000_000, 0, { cost: 0.25 }), price }), 0.25);
    assert.equal(
      costs({ usage: usage(1_000_000, 100_000, { cached: 500_000 }), price }),
      5 + 0.5 + 10,
    );
    assert.equal(
      costs({ usage: usage(1_000_000, 0, { cached: 500_000 }), price: { in: 10, out: 100 } }),
      10,
    );
    assert.equal(costs({ usage: usage(1_000_000, 0) }), 0);
    assert.equal(costs({ price }), 0);
    const untold = budgetOf(set("9usd 9jobs"), begin("a"), use("a", { usage: usage(5, 5) }));
    assert.match(
      unbound(untold) ?? "",
      /^what codex costs isn't told, so a limit in usd can't bind there[^;]*\. Limits of time/u,
    );
    assert.equal(unbound(budgetOf(set("9jobs"), begin("a"), use("a"))), null);
  });

  test("takes from a conversation that tells of itself as a whole what came since", () => {
    const whole = (input: number, output: number): Partial<Use> => ({
      conversation: "c",
      usage: usage(input, output, { whole: true }),
    });
    const twice = [begin("a"), use("a", whole(100, 10)), begin("b"), use("b", whole(300, 30))];
    assert.equal(budgetOf(set("9Mtok"), ...twice).spent.tokens, 330);
    const other = use("c", { ...whole(100, 10), conversation: "d" });
    assert.equal(budgetOf(set("9Mtok"), ...twice, begin("c"), other).spent.tokens, 440);
  });
});

describe("a budget that is spent", () => {
  const job = (key: string, more: Partial<Job> = {}): Job => ({
    key,
    about: null,
    subject: key,
    kind: "agent",
    role: "worker",
    why: null,
    begun: false,
    writes: "anything",
    reads: [],
    limits: { ms: 1, bytes: 1, tries: 1 },
    doubt: "retry",
    ...more,
  });
  const spent = [set("1job"), begin("a")] as const;

  test("keeps agents' jobs from beginning and asks; checks, and what began, go on", () => {
    const jobs = [job("a", { begun: true }), job("b"), job("check", { kind: "check" })];
    const held = heldJobs(budgetOf(...spent), jobs);
    assert.deepEqual(
      held.map(({ key, why }) => [key, why]),
      [
        ["a", null],
        ["b", "the run's budget is used up: 1 of 1 job"],
        ["check", null],
        ["budget-1", null],
      ],
    );
    assert.deepEqual(
      held.at(-1)?.decision?.options.map(({ id }) => id),
      ["raise", "finish", "stop"],
    );
    // Nothing waits for the budget, so no question is asked.
    assert.equal(heldJobs(budgetOf(...spent), jobs.slice(0, 1)).length, 1);
  });

  test("grows by its first amount as often as it takes, or to what a person says, but not to what is spent", () => {
    const raise = (budget?: string): BudgetCommand => ({
      type: "RaiseBudget",
      data: budget === undefined ? {} : { budget },
    });
    assert.deepEqual(budgetOf(...spent, raise()).limits, { jobs: 2 });
    const over = [set("10min 5jobs"), begin("a"), use("a", { ms: 1_500_000 })] as const;
    assert.deepEqual(budgetOf(...over, raise()).limits, { ms: 1_800_000, jobs: 5 });
    assert.equal(codeOf(budgetOf(...over), raise("20min")), "BUDGET_SPENT");
    assert.equal(codeOf(budgetOf(...over), raise("lots")), "BUDGET_INVALID");
    assert.deepEqual(budgetOf(...over, raise("1h")).limits, { ms: 3_600_000, jobs: 5 });
    assert.deepEqual(budgetOf(...over, raise("none")).limits, {});
    assert.equal(codeOf(budgetOf(set("1h")), raise()), "QUESTION_STALE");
    assert.equal(
      heldJobs(budgetOf(...spent, raise(), begin("b")), [job("c")]).at(-1)?.key,
      "budget-2",
    );
  });

  test("ends its run as a person says: at once by a cancel, or once nothing is under way", () => {
    const outcome = (option: string, data: unknown = null) =>
      ({
        holder: { name: "ana", agent: null, conversation: null },
        hosted: false,
        done: "report",
        tree: { before: null, after: null, changed: [], commits: [] },
        files: {},
        is: "decided",
        option,
        note: "",
        data,
      }) as const;
    const typesOf = (option: string, data?: unknown): readonly string[] =>
      answered({ verbs: { cancel: "Cancel" } }, outcome(option, data)).map(({ type }) => type);
    assert.deepEqual(typesOf("stop"), ["AnswerBudget", "Cancel"]);
    assert.deepEqual(typesOf("finish"), ["AnswerBudget"]);
    assert.deepEqual(typesOf("raise", { budget: "5h" }), ["RaiseBudget"]);
    assert.deepEqual(typesOf("raise", { budget: 5 }), []);
    const finishing = budgetOf(...spent, { type: "AnswerBudget", data: { answer: "finish" } });
    assert.deepEqual(
      heldJobs(finishing, [job("b")]).map(({ key, kind }) => [key, kind]),
      [["b", "agent"]],
    );
    assert.match(heldWords(finishing), /then the run ends/u);
  });

  test("may be that of the project's day, until it is raised for the run or another day begins", () => {
    const used = { usd: 0, tokens: 0, ms: 0, jobs: 7 };
    const stop: BudgetCommand = {
      type: "ReachDay",
      data: { day, used, limits: { jobs: 5 }, percent: 100 },
    };
    const stopped = [set("none"), stop] as const;
    assert.ok(isHeld(budgetOf(...stopped)));
    assert.equal(codeOf(budgetOf(...stopped), stop), "");
    assert.equal(
      isHeld(budgetOf(...stopped, { type: "BeginDay", data: { day: "2026-11-23" } })),
      false,
    );
    assert.equal(codeOf(budgetOf(...stopped), { type: "BeginDay", data: { day } }), "");
    const raised = budgetOf(...stopped, { type: "RaiseBudget", data: {} });
    assert.deepEqual(
      [isHeld(raised), raised.allowed, raised.limits],
      [false, { day, limits: { jobs: 10 } }, {}],
    );
    const near: BudgetCommand = {
      type: "ReachDay",
      data: { day, used, limits: { jobs: 8 }, percent: 80 },
    };
    assert.deepEqual(
      given(set("none"), near, near).events.map(({ type }) => type),
      ["BudgetSet", "DayReached"],
    );
  });

  test("is told in one line an event", () => {
    const { events } = given(set("1job"), begin("a"), use("a", { usage: usage(12, 3) }), {
      type: "RaiseBudget",
      data: {},
    });
    assert.deepEqual(
      events.map((event) => eventLineOf(budgetEvents)({ ...event, ...stampAt(0) })),
      [
        "1 job",
        "a",
        "100 % of the budget: 1 of 1 job, nothing new starts",
        "a: 1min, 12 tokens in, 3 out",
        "the budget is now 2 jobs",
      ],
    );
  });
});
