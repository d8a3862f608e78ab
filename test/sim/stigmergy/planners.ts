// Simulated planners of stigmergy: mary, john, sally, winston, bob and metis.
import { statePath, tellEntry, write } from "./pen.ts";
import { labour, tell } from "../reporting.ts";
import { isHindered } from "./hindered.ts";
import type { Scene } from "../scene.ts";
import { aboutOf, isByHand, plannedOf, type About } from "./about.ts";
import { poorPrd, poorQa, poorStory, prdText, qaText, storyFileOf, storyText } from "./papers.ts";
import type { StigmergyWorld } from "./world.ts";

type Papers = Readonly<Record<string, string>>;

const papersOf = (
  { world, chance, job }: Scene<StigmergyWorld>,
  { is, part, story, epic }: About,
  well: boolean,
): Papers => {
  const { outline, commands } = world.story;
  if (is === "audit")
    return { [`docs/audits/epic-${epic}.md`]: well ? `# Epic ${epic}\n\nTwo strikes.\n` : "" };
  if (is === "story-file") {
    const planned = plannedOf(world, story);
    return { [storyFileOf(story)]: well ? storyText(planned) : poorStory(planned, chance) };
  }
  if (part === "brief")
    return { "docs/brief.md": well ? `# Brief\n\nSell plants, ${job.job.key}.\n` : "" };
  if (part === "ux") return { "docs/ux-spec.md": well ? "# UX\n" : "" };
  if (part === "prd" || part === "manifest")
    return { "docs/prd.md": well ? prdText(outline) : poorPrd(outline, chance) };
  return {
    "docs/architecture.md": "# Architecture\n",
    "docs/architecture/coding-standards.md": "# Standards\n",
    "docs/architecture/qa-protocol.md": well ? qaText(commands) : poorQa(chance),
  };
};

const signals: Readonly<Record<string, string>> = {
  brief: "BRIEF_COMPLETE",
  prd: "PRD_COMPLETE",
  manifest: "BLUEPRINT_COMPLETE",
  ux: "UX_COMPLETE",
  architecture: "ARCHITECTURE_COMPLETE",
};

/** By the file alone; john may list the epics there, too. */
const sayByHand = (scene: Scene<StigmergyWorld>, about: About): Promise<unknown> => {
  const { world, proc, chance, job } = scene;
  const signal =
    about.is === "story-file" ? "STORY_CREATED" : (signals[about.part] ?? "SYSTEM_AUDIT_COMPLETE");
  const lists = (about.part === "prd" && chance.is(0.4)) || about.part === "manifest";
  return world.machine.call(proc, `edits ${statePath}`, () =>
    write(world, (doc) => {
      tellEntry(world, doc, {
        agent: job.job.role,
        words: `${about.story} ${about.part} is written`,
        signal,
      });
      if (about.part === "brief" && chance.is(0.5)) doc.project_status = "NEEDS_PLANNING";
      if (!lists || doc.project_manifest.epics.length > 0) return;
      doc.project_manifest.epics = world.story.outline.map(({ title, stories }, index) => ({
        epic_id: index + 1,
        title,
        status: "PENDING",
        stories: stories.map((one) => ({ story_id: one.id, title: one.title, status: "PENDING" })),
      }));
    }),
  );
};

const poor = [
  "poor",
  "poor",
  "silent",
  "nothing",
  "asks",
  "blocked",
  "fails",
  "strays",
  "contradicts",
] as const;
type Way = "good" | (typeof poor)[number];

export const plan = async (scene: Scene<StigmergyWorld>, well: boolean): Promise<number> => {
  const { world, chance } = scene;
  const about = aboutOf(scene);
  const how: Way = well ? "good" : chance.pick(poor);
  await labour(scene);
  if (how !== "fails" && (await isHindered(scene, how, `Which colour, ${chance.letters(2)}?`)))
    return 0;
  if (how !== "nothing") {
    for (const [path, text] of Object.entries(papersOf(scene, about, how !== "poor")))
      await scene.write(path, text);
  }
  if (how === "strays")
    await scene.write(
      chance.pick(["docs/prd.md", "docs/brief.md", "src/stray.ts"]),
      "bad: a stray",
    );
  if (how === "silent") return 0;
  if (await isHindered(scene, how, "")) return 0;
  const byHand = about.is !== "audit" && isByHand(scene);
  if (byHand) await sayByHand(scene, about);
  // Some do both, as the original's prompts and the brief ask.
  if (!byHand || chance.is(0.3))
    await tell(scene, {
      outcome: "done",
      summary: `it is written, ${world.now()}`,
      files: ["docs/prd.md"],
    });
  return how === "contradicts" ? 3 : 0;
};
