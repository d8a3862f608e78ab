// Plots of the web tests: runs waiting, at work, failed, in doubt, refused, paused, over.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../src/core/json/record.ts";
import { hostile } from "./cast.ts";
import { type Begun, type Ground, killed, processesIn } from "./ground.ts";

export type Plot = {
  readonly name: string;
  readonly means: string;
  readonly tell: (ground: Ground) => Promise<string>;
};

const task = (id: string, subject: string, path: string, more: object = {}): object => ({
  id,
  subject,
  success_criteria: [{ criteria: `${path} is there`, path, match: "export" }],
  ...more,
});
const planOf = (...tasks: readonly object[]): string =>
  JSON.stringify({
    tasks,
    verify: {
      success_criteria: [
        { criteria: "The whole test suite passes", type: "test_result", command: "node --test" },
      ],
    },
  });

/** The id that `start` and `run` say. */
const idIn = (text: string): string => {
  const found = /(?:"run": ?"|run )([0-9a-z]{12})\b/u.exec(text)?.[1];
  if (found === undefined) throw new Error(`no run was started: ${text.slice(0, 400)}`);
  return found;
};

const until = async (what: string, is: () => Promise<boolean>): Promise<void> => {
  for (
    const since = Date.now();
    !(await is());
    await new Promise((resolve) => setTimeout(resolve, 150))
  )
    if (Date.now() - since > 90_000) throw new Error(`${what} never came`);
};
/** Whether the runner has printed it by now. */
const told = (runner: Begun, what: RegExp): (() => Promise<boolean>) => {
  let is = false;
  runner.heard((line) => void (is ||= what.test(line)));
  return () => Promise.resolve(is);
};

/** An ultrawork with a plan that is there already, approved. */
const planned = async (
  ground: Ground,
  session: string,
  goal: string,
  plan: string,
  ...more: readonly string[]
): Promise<string> => {
  ground.place({ [`../plans/${session}.json`]: plan });
  const file = join(ground.folder, "plans", `${session}.json`);
  const { out } = await ground.cairn([
    "run",
    "--later",
    "ultrawork",
    goal,
    "--session",
    session,
    "--plan",
    file,
    "--json",
    ...more,
  ]);
  const run = idIn(out);
  await ground.cairn(["decide", run, "approve-1", "approve"]);
  return run;
};

const vouchers: Plot = {
  name: "vouchers",
  means: "an ultrawork whose plan waits for approval",
  tell: async (ground) =>
    idIn(
      (
        await ground.cairn(
          ["run", "ultrawork", "Add vouchers to the shop", "--session", "vouchers"],
          [3],
        )
      ).err,
    ),
};

const shop: Plot = {
  name: "shop",
  means: "an ultrawork at work: a proof, a failed task, output as it comes, a refused hand edit",
  tell: async (ground) => {
    const plan = planOf(
      task("1", "Count quantities in the cart's total", "src/total.js"),
      task("2", "Add slugs for product pages", "src/slug.js"),
      task("3", "Add the CSV export", "src/csv.js"),
      task("4", "Offer all three from src/index.js", "src/index.js", {
        blocked_by: ["1", "2", "3"],
      }),
    );
    const run = await planned(
      ground,
      "shop",
      "Count quantities, add slugs and a CSV export",
      plan,
      "--max-attempts",
      "1",
    );
    const runner = ground.begin(["run", run, "--no-input"]);
    await until("the proof of task 1", told(runner, / proved +1: /u));
    await until("the end of task 3", told(runner, / (?:again|failed) +3: /u));
    const folder = join(ground.home, "tiny-shop/sessions/shop");
    const file = join(folder, "session.json");
    const session: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!isRecord(session)) throw new Error(`${file} holds no object`);
    writeFileSync(file, JSON.stringify({ ...session, phase: "COMPLETE" }, null, 2));
    await until("the refusal", () => Promise.resolve(existsSync(join(folder, "refused.md"))));
    return run;
  },
};

const night: Plot = {
  name: "night",
  means: "an ultrawork whose worker is gone, nobody knows how far",
  tell: async (ground) => {
    const plan = planOf(
      task("1", "Read the night's log", "src/night.js"),
      task("2", "Sum it up", "src/sum.js", { blocked_by: ["1"] }),
    );
    const run = await planned(ground, "night", "Sum up what went wrong last night", plan);
    const runner = ground.begin(["run", run, "--no-input"]);
    await until("the waiting worker", () =>
      Promise.resolve(processesIn(ground.folder).some(({ line }) => line.includes("gates/night"))),
    );
    runner.signal("SIGKILL");
    await runner.ended;
    const own = processesIn(ground.folder).filter(
      ({ line }) => line.includes(run) || line.includes("gates/night"),
    );
    for (const { pid } of own) killed(pid);
    return run;
  },
};

const docs: Plot = {
  name: "docs",
  means: "an ultrawork that a person has paused",
  tell: async (ground) => {
    const run = await planned(
      ground,
      "docs",
      "Describe the shop in docs/",
      planOf(task("1", "Describe the cart", "docs/cart.md")),
    );
    await ground.cairn(["stop", run]);
    return run;
  },
};

const guarded: Plot = {
  name: "guarded",
  means: "an ultrawork that could go on, and that nobody may touch from elsewhere",
  tell: (ground) =>
    planned(
      ground,
      "guarded",
      "Keep the shop shut at night",
      planOf(task("1", "A lock for the door", "src/lock.js")),
    ),
};

const hostiles: Plot = {
  name: "hostile",
  means: "an ultrawork whose agents write markup and script links wherever they can",
  tell: async (ground) => {
    const plan = planOf(
      task("1", `${hostile.markup} ${hostile.link}`, "src/h.js"),
      task("2", hostile.shown, "src/i.js", { description: hostile.markup }),
    );
    const run = await planned(
      ground,
      "hostile",
      `${hostile.markup} ${hostile.shown}`,
      plan,
      "--max-attempts",
      "1",
    );
    const runner = ground.begin(["run", run, "--no-input"]);
    await until("the end of task 1", told(runner, / (?:again|failed) +1: /u));
    return run;
  },
};

const change: Plot = {
  name: "change",
  means: "a template that waits at its checkpoint",
  tell: async (ground) => {
    const steps = [
      "plan",
      "pause: Is this the plan to work by?",
      "execute",
      "& agent: Describe it in README.md",
    ];
    await ground.cairn([
      "template",
      "compose",
      "Small change",
      ...steps.flatMap((step) => ["--step", step]),
    ]);
    return idIn(
      (
        await ground.cairn(
          ["run", "player", "small-change", "--context", "goal=Take a percentage off the total"],
          [3],
        )
      ).err,
    );
  },
};

const release: Plot = {
  name: "release",
  means: "a template with a failed node that asks what to do",
  tell: async (ground) => {
    await ground.cairn([
      "template",
      "compose",
      "Release",
      "--step",
      "plan",
      "--step",
      "skill:deploy: Put {goal} on staging",
      "--step",
      "review",
    ]);
    return idIn(
      (await ground.cairn(["run", "player", "release", "--context", "goal=Release 1.2"], [3])).err,
    );
  },
};

const nested: Plot = {
  name: "nested",
  means: "a template with a run of its own within it, which waits for a person",
  tell: async (ground) => {
    await ground.cairn([
      "template",
      "compose",
      "Nested",
      "--step",
      "plan",
      "--step",
      "run:ultrawork: {goal}",
    ]);
    return idIn(
      (await ground.cairn(["run", "player", "nested", "--context", "goal=Add gift cards"], [3]))
        .err,
    );
  },
};

export const plots: readonly Plot[] = [
  vouchers,
  shop,
  night,
  docs,
  guarded,
  hostiles,
  change,
  release,
  nested,
];
