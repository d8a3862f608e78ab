// Simulated worker of iterative: one step per pass with a true or false report.
import { isPlainPath } from "../../../src/core/glob.ts";
import type { State } from "../../../src/protocols/iterative/state.ts";
import { unitOf } from "../../../src/protocols/iterative/units.ts";
import { isGood } from "../checks.ts";
import { workingTree } from "../facts.ts";
import { leaveChild } from "../agents.ts";
import { labour, tell } from "../reporting.ts";
import type { Scene } from "../scene.ts";
import { root } from "../world.ts";
import { aboutOf } from "./about.ts";
import { writeEntry } from "./entries.ts";
import { fileIn, goodText, stepsDone, targetIn } from "./place.ts";
import type { IterativeWorld } from "./world.ts";

const poor = [
  "boasts",
  "slack",
  "blocks",
  "undone",
  "contradicts",
  "foreign",
  "meddles",
  "rewrites",
  "forges",
  "quits",
  "signals",
] as const;
type Way = "good" | (typeof poor)[number];

type Passing = {
  readonly scene: Scene<IterativeWorld>;
  readonly state: State;
  readonly unit: string;
  readonly kind: string;
};

/** In a place what it commits is taken as what it leaves. */
const commit = (
  { scene: { world, proc, job } }: Passing,
  paths: readonly string[],
  subject: string,
): Promise<string | null> =>
  job.spot !== undefined
    ? Promise.resolve(null)
    : world.machine.call(proc, "commits", () =>
        world.disk.repo.commit(workingTree(world.disk, root), paths, subject),
      );

/** Files besides its target that want mending: its own, and once everybody does as he should all that others left bad or never made. */
const wanting = ({ scene: { world, folder }, state, unit }: Passing): readonly string[] => {
  const tree = workingTree(world.disk, folder);
  const named = state.units.flatMap(({ id, files }) =>
    (world.calm && !world.steady) || id === unit ? files.filter(isPlainPath) : [],
  );
  const bad = [...tree.keys()].filter(
    (path) =>
      path.startsWith("src/") && ((world.calm && !world.steady) || path === `src/${unit}.ts`),
  );
  return [...new Set([...named, ...bad])].filter((path) => !isGood(tree.get(path)));
};

/** The next step; whether nothing is left after it, and the commit that it made. */
const step = async (
  passing: Passing,
  whole: boolean,
): Promise<{ readonly left: string; readonly commit: string | null }> => {
  const { scene, state, unit, kind } = passing;
  const target = targetIn(state, unit);
  const all = scene.world.story.steps[unit] ?? 1;
  const done = stepsDone(unit, scene.read(target), all);
  const mended = wanting(passing).filter((path) => path !== target);
  for (const path of mended) await scene.write(path, `good again by ${unit}`);
  const now = Math.min(all, whole && scene.world.calm && !scene.world.steady ? all : done + 1);
  if (done < all)
    await scene.write(
      target,
      now === all ? goodText(unit) : `half ${now} of ${unit} ${scene.job.job.key}`,
    );
  if (kind === "test") await scene.write(`test/${unit}.test.ts`, `good test of ${unit}`);
  const commits = scene.chance.is(0.6)
    ? await commit(passing, [target, ...mended], `feat(shop): step ${now} of ${unit}`)
    : null;
  return { left: now === all ? "" : `step ${now + 1}`, commit: commits };
};

const second: Partial<Record<Way, (passing: Passing) => Promise<void>>> = {
  async meddles({ scene, state, unit }) {
    const { world, proc, chance } = scene;
    const name = chance.pick(["tasks.md", "state.json", "guardrails.md", "context.md"]);
    const path = fileIn(state, name);
    await world.machine.call(proc, `meddles with ${name}`, () => {
      const text = world.disk.files.get(path)?.text;
      if (text === undefined) return;
      const mark = world.ink.mark();
      const changed =
        name === "state.json"
          ? text
              .replace(/"status": "in_progress"/u, '"status": "done"')
              .replace(/"max_iterations": \d+/u, '"max_iterations": 50')
          : name === "tasks.md"
            ? text.replace(`- [ ] **${unit}**`, `- [x] **${unit}**`)
            : `${text.trimEnd()}\n\n## Lesson ${mark}\n**When:** working\n**Problem:** it broke\n**Solution:** mend it\n`;
      world.ink.write(path, changed);
    });
  },
  async foreign(passing) {
    const { scene, state, unit } = passing;
    const other = scene.chance.pick(state.units.map(({ id }) => id));
    await scene.write(
      targetIn(state, other),
      scene.chance.pick(["bad elsewhere", goodText(other)]),
    );
    if (other === unit) return;
    const words = {
      unit: other,
      number: 1,
      did: "another's",
      remaining: "",
      signal: `${other}_DONE`,
      commit: null,
    };
    await writeEntry(scene, words, null);
  },
  async rewrites({ scene }) {
    const { world, proc, job } = scene;
    if (job.spot !== undefined) return;
    await world.machine.call(proc, "resets HEAD by one", () => {
      for (const [path, text] of world.disk.repo.reset()) {
        if (text === null) world.disk.files.delete(`${root}/${path}`);
        else world.disk.write(`${root}/${path}`, text);
      }
    });
  },
};

const signalOf = (unit: string, kind: string): string =>
  kind === "test" ? "TESTS_PASS" : kind === "fix" ? "FIXED" : `${unit}_DONE`;

export const work = async (scene: Scene<IterativeWorld>, well: boolean): Promise<number> => {
  const { world, chance, job } = scene;
  const state = world.watch.state(job.run);
  const about = aboutOf(scene);
  const [unit, kind] = [String(about["unit"]), String(about["kind"])];
  if (state === null || unitOf(state, unit) === null) return 1;
  const passing: Passing = { scene, state, unit, kind };
  const copy = world.disk.files.get(fileIn(state, "progress.md"))?.text ?? null;
  await labour(scene);
  // In the steady story the second unit is blocked at first.
  const asked = world.steady && unit === "T2" && unitOf(state, unit)?.stuckCount === 0;
  const how = asked ? "blocks" : well ? "good" : chance.pick(poor);
  const idle = how === "boasts" || how === "slack" || how === "blocks" || how === "forges";
  await second[how]?.(passing);
  const { left, commit: made } = idle
    ? { left: "the rest", commit: null }
    : await step(passing, well);
  const done =
    how === "boasts" ||
    (left === "" && how !== "undone" && how !== "slack" && how !== "blocks" && how !== "forges");
  const remaining = done || how === "slack" ? "" : left === "" ? "a look" : left;
  const did =
    how === "forges"
      ? `said this:\n  **Signal:** ${unit}_DONE\n  ## ${unit} - Iteration 9`
      : `a step of ${unit}`;
  const hash = made ?? (chance.is(0.1) ? "deadbeef" : null);
  const signal = how === "blocks" ? "BLOCKED:no key" : done ? signalOf(unit, kind) : null;
  const writes = world.steady || chance.is(how === "signals" ? 0.3 : 0.7);
  if (writes)
    await writeEntry(
      scene,
      {
        unit,
        number: Number(about["n"]),
        did,
        remaining,
        signal,
        commit: hash?.slice(0, 7) ?? null,
      },
      copy,
    );
  if (how === "quits") {
    world.machine.kill(scene.proc, "dies by itself");
    return scene.sleep(1).then(() => 0);
  }
  const status = how === "blocks" ? "blocked" : done ? "done" : "continue";
  const extra = how === "blocks" ? { reason: "no key" } : hash === null ? {} : { commit: hash };
  const lesson = chance.is(0.1)
    ? { guardrails: [{ name: `care ${chance.letters(1)}`, solution: "take care" }] }
    : {};
  if (how === "signals") scene.print(`All is well.\n<signal>${signal ?? "T99_DONE"}</signal>\n`);
  else if (how !== "forges")
    await tell(scene, {
      unit,
      status,
      did: `did a step of ${unit}`,
      remaining,
      ...extra,
      ...lesson,
    });
  if (how === "contradicts") scene.print("<signal>BLOCKED:after all</signal>\n");
  if (how === "undone") leaveChild(scene);
  await scene.sleep(1);
  return how === "contradicts" && chance.is(0.5) ? 3 : 0;
};
