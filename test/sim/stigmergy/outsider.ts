// Simulated outside agents that claim stigmergy jobs, report, release or forget them.
import { isRefusal } from "../../../src/core/refusal.ts";
import type { Sender } from "../../../src/core/protocol.ts";
import type { Chance } from "../chance.ts";
import { isGood } from "../checks.ts";
import { workingTree } from "../facts.ts";
import { shortly } from "../person.ts";
import { insist } from "../watch.ts";
import { root } from "../world.ts";
import { type About, aboutIn, plannedOf } from "./about.ts";
import { prdText, qaText, storyFileOf, storyText, targetOf } from "./papers.ts";
import type { StigmergyWorld } from "./world.ts";

const madeOf = (
  world: StigmergyWorld,
  { is, part, story, epic }: About,
): Readonly<Record<string, string>> => {
  const { outline, commands } = world.story;
  if (is === "work") return { [targetOf(story)]: `good ${story}` };
  if (is === "story-file") return { [storyFileOf(story)]: storyText(plannedOf(world, story)) };
  if (is === "audit") return { [`docs/audits/epic-${epic}.md`]: "# Audit\n" };
  if (is !== "plan") return {};
  if (part === "prd" || part === "manifest") return { "docs/prd.md": prdText(outline) };
  if (part === "architecture")
    return {
      "docs/architecture.md": "# A\n",
      "docs/architecture/coding-standards.md": "# S\n",
      "docs/architecture/qa-protocol.md": qaText(commands),
    };
  return { [part === "ux" ? "docs/ux-spec.md" : "docs/brief.md"]: "# By hand\n" };
};

const wordsOf = ({ criteria, is }: About, outcome: string): unknown => ({
  outcome,
  summary: "by hand",
  ...(is === "issue" ? { solution: "by hand" } : {}),
  ...(is === "review"
    ? {
        verdicts: Array.from({ length: criteria }, (_, n) => ({
          n: n + 1,
          met: true,
          how: "looked",
        })),
      }
    : {}),
});

type Held = {
  readonly run: string;
  readonly token: string;
  readonly fence: number;
  readonly about: About;
  readonly folder: string;
};
const claimed = (
  world: StigmergyWorld,
  chance: Chance,
  isMeant: (outside: boolean) => boolean,
): Promise<Held | null> => {
  const by: Sender = {
    kind: "agent",
    name: `bo-${chance.letters(2)}`,
    agent: "hand",
    conversation: chance.letters(8),
  };
  return shortly(world, "hand", "claim", async (system) => {
    const run = world.run();
    if (run === null) return null;
    const standings = await system.standings(run);
    if (isRefusal(standings)) return null;
    const ready = standings.filter(
      ({ is, job }) => is === "ready" && job.kind === "agent" && isMeant(job.outside === true),
    );
    if (ready.length === 0) return null;
    const { job } = chance.pick(ready);
    const got = await system.claim(run, job.key, by);
    return isRefusal(got)
      ? null
      : {
          run,
          token: got.lease.token,
          fence: got.lease.fence,
          about: aboutIn(job.about),
          folder: got.place ?? root,
        };
  });
};

const make = (world: StigmergyWorld, { about, folder }: Held): void => {
  for (const [path, text] of Object.entries(madeOf(world, about)))
    world.disk.write(`${folder}/${path}`, text);
  if (!world.calm) return;
  for (const [path, text] of workingTree(world.disk, folder))
    if (path.startsWith("src/") && !isGood(text))
      world.disk.write(`${folder}/${path}`, "good again");
};

const report = (
  world: StigmergyWorld,
  chance: Chance,
  { run, token, fence, about }: Held,
  outcome: string,
): Promise<unknown> =>
  shortly(world, "hand", outcome, async (system) => {
    if (chance.is(0.5)) await system.renew(run, token);
    const held = world.watch.isHeld(run, fence);
    const sent = await system.report(run, token, wordsOf(about, outcome));
    world.guard(() =>
      insist(
        held || isRefusal(sent),
        () => `a report came in under fence ${fence}, which had ended`,
      ),
    );
    return sent;
  });

export const claimJob = async (world: StigmergyWorld, chance: Chance): Promise<unknown> => {
  const held = await claimed(world, chance, () => true);
  if (held === null) return null;
  const then = chance.weighed([
    [5, "done"],
    [2, "release"],
    [2, "vanish"],
    [1, "failed"],
  ] as const);
  const works = chance.is(0.7);
  const touch = (): void => {
    const state = world.watch.state(held.run);
    if (works && state !== null && state.archive === null && !world.calm) make(world, held);
  };
  if (then === "vanish") return world.clockwork.at(chance.between(100, 5_000), touch);
  return world.clockwork.at(chance.between(200, 12_000), () => {
    touch();
    if (then === "release")
      void shortly(world, "hand", then, (system) =>
        system.release(held.run, held.token, "no time"),
      );
    else void report(world, chance, held, then);
  });
};

/** Whoever is to do it outside does one such job; false: there was none that could be had. */
export const workOutside = async (world: StigmergyWorld, chance: Chance): Promise<boolean> => {
  const held = await claimed(world, chance, (outside) => outside);
  if (held === null) return false;
  make(world, held);
  await report(world, chance, held, "done");
  return true;
};
