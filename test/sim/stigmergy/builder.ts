// Simulated builder of stigmergy: reports, edits of the state file, both, or lies.
import { isGood } from "../checks.ts";
import { workingTree } from "../facts.ts";
import { leaveChild } from "../agents.ts";
import { labour, tell } from "../reporting.ts";
import { isHindered } from "./hindered.ts";
import type { Scene } from "../scene.ts";
import { aboutOf, isByHand } from "./about.ts";
import { storyIn } from "./document.ts";
import { storyFileOf, targetOf } from "./papers.ts";
import { readState, statePath, tellEntry, write } from "./pen.ts";
import type { StigmergyWorld } from "./world.ts";

const poor = [
  "bad",
  "bad",
  "boasts",
  "asks",
  "blocked",
  "fails",
  "lies",
  "drifts",
  "strays",
  "contradicts",
  "undone",
  "rewrites",
] as const;
type Way = "good" | (typeof poor)[number];

/** Once everybody does as he should, what others left bad is mended, too. */
const mended = async ({ world, folder, write: put }: Scene<StigmergyWorld>): Promise<void> => {
  if (!world.calm) return;
  for (const [path, text] of workingTree(world.disk, folder))
    if (path.startsWith("src/") && !isGood(text)) await put(path, "good again");
};

/** In one go or in two, from the file as it is or from the copy that was read at first; nothing of it is said elsewhere. */
const sayByHand = async (
  scene: Scene<StigmergyWorld>,
  id: string,
  copy: string | null,
): Promise<void> => {
  const { world, proc, chance, job } = scene;
  const agent = chance.is(0.9) ? job.job.role : chance.pick(["dev", "unknown", "sarah"]);
  const put = (
    text: string,
    signal: string | null,
    from: string | null | undefined,
  ): Promise<string | null> =>
    world.machine.call(proc, `edits ${statePath}`, () =>
      write(
        world,
        (doc) => {
          const story = storyIn(doc, id);
          if (story === null) return;
          tellEntry(world, doc, {
            agent,
            words: `story ${id}, ${text}`,
            signal,
            files: [targetOf(id)],
          });
          story.status = text === "begun" ? "IN_PROGRESS" : "AWAITING_VERIFICATION";
        },
        from ?? undefined,
      ),
    );
  const stale = !world.calm && chance.is(0.4) ? copy : undefined;
  const own = chance.is(0.4) ? await put("begun", "STORY_STARTED", stale) : null;
  if (own !== null) await scene.sleep(chance.next() * 3_000);
  // Who goes on with his own copy hasn't read what came meanwhile.
  await put(
    "done",
    chance.pick(["STORY_IMPLEMENTATION_SUCCESS", "STORY_READY", null]),
    own !== null && chance.is(0.6) ? own : stale,
  );
};

/** The prompt's own words for it, and none of them earned. */
const lie = ({ world, proc, job, chance }: Scene<StigmergyWorld>, id: string): Promise<unknown> =>
  world.machine.call(proc, `edits ${statePath}`, () =>
    write(world, (doc) => {
      const story = storyIn(doc, id);
      if (story !== null) story.status = "COMPLETE";
      if (chance.is(0.3)) doc.project_status = "PROJECT_COMPLETE";
      tellEntry(world, doc, {
        agent: job.job.role,
        words: `story ${id} is complete`,
        signal: "STORY_COMPLETE",
      });
    }),
  );

const before: Partial<Record<Way, (scene: Scene<StigmergyWorld>, id: string) => Promise<unknown>>> =
  {
    lies: lie,
    drifts: ({ write: put, chance }) =>
      put(
        chance.pick(["docs/prd.md", "docs/architecture.md", "docs/architecture/qa-protocol.md"]),
        `changed ${chance.letters(2)}`,
      ),
    strays: ({ write: put, chance }, id) =>
      put(chance.is(0.5) ? storyFileOf(id) : storyFileOf("1.1"), "# no criteria any more\n"),
    rewrites: ({ world, proc }) =>
      world.machine.call(proc, `edits ${statePath}`, () =>
        write(world, (doc) => void (doc.history = doc.history.slice(-1))),
      ),
  };

export const build = async (scene: Scene<StigmergyWorld>, well: boolean): Promise<number> => {
  const { world, chance, job } = scene;
  const { story: id } = aboutOf(scene);
  const copy = readState(world);
  const how: Way = well ? "good" : chance.pick(poor);
  await labour(scene);
  const state = world.watch.state(job.run);
  // In the steady story the second one's builder asks at first.
  const asked = world.steady && id === "1.2" && state?.questions.length === 0;
  if (how !== "fails" && (await isHindered(scene, asked ? "asks" : how, "Which key?"))) return 0;
  await before[how]?.(scene, id);
  if (how !== "boasts" && how !== "fails")
    await scene.write(targetOf(id), `${how === "bad" ? "bad" : "good"} ${id}`);
  await mended(scene);
  if (await isHindered(scene, how, "")) return 0;
  // In the steady story the third one is told by the file alone.
  const byHand = world.steady ? id === "2.1" : isByHand(scene);
  if (byHand) await sayByHand(scene, id, copy);
  if (!byHand || (!world.steady && chance.is(0.3)))
    await tell(scene, { outcome: "done", summary: `built ${id}`, files: [targetOf(id)] });
  if (how === "undone") leaveChild(scene);
  await scene.sleep(1);
  return how === "contradicts" ? 3 : 0;
};
