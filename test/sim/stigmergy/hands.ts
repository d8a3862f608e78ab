// Simulated people of stigmergy: start, answers, and unrequested meddling.
import { isRefusal } from "../../../src/core/refusal.ts";
import type { Command } from "../../../src/core/protocol.ts";
import { storiesOf } from "../../../src/protocols/stigmergy/manifest.ts";
import type { Chance } from "../chance.ts";
import { ana, say, shortly } from "../person.ts";
import { insist } from "../watch.ts";
import { root } from "../world.ts";
import { statePath } from "./pen.ts";
import type { StigmergyWorld } from "./world.ts";

/** Starts a project, or finds that as many as these were started. */
export const startProject = (world: StigmergyWorld, many = 1): Promise<boolean | null> =>
  shortly(world, "person", "start", async (system) => {
    if (world.calm) restorePapers(world);
    const before = (await system.runs()).length;
    if (before >= many) return true;
    const started = await system.start("stigmergy", world.story.start, ana, false, []);
    if (isRefusal(started) && started.code === "FOLDER_TAKEN") {
      world.note(`  ${started.code} ${started.path ?? ""}: ${started.text}`);
      // Somebody who was late wrote his copy where the first project lay.
      const late =
        world.watch.accounts.size <= before && world.calm && world.disk.files.has(statePath);
      if (late) world.ink.write(statePath, null);
      return true;
    }
    // Somebody has taken the brief away for a while.
    if (isRefusal(started) && started.code === "DOC_MISSING") return true;
    if (isRefusal(started))
      throw new Error(`the start was refused: ${started.code} ${started.text}`);
    world.guard(() =>
      insist(
        world.watch.accounts.size > before,
        () => "a start was acknowledged, and isn't in the ledger",
      ),
    );
    return true;
  });

const whims = (world: StigmergyWorld, chance: Chance): readonly (readonly [number, Command])[] => {
  const state = world.watch.state();
  const ids = state === null ? [] : storiesOf(state).map(({ id }) => id);
  const story = ids.length === 0 ? "1.1" : chance.pick(ids);
  const issue = state?.issues.at(-1)?.id ?? "ISSUE-001";
  const more = { story_id: `x${chance.letters(2)}`, title: "one more" };
  return [
    [4, { type: "Pause", data: {} }],
    [6, { type: "Resume", data: {} }],
    [0.15, { type: "Cancel", data: { reason: "enough" } }],
    [1, { type: "Halt", data: { reason: "wait" } }],
    [
      2,
      {
        type: "Unhalt",
        data: { choice: chance.pick(["retry", "responder", "withdraw"]), guidance: "like this" },
      },
    ],
    [1, { type: "ReopenStory", data: { story, reason: "not right", and_later: chance.is(0.5) } }],
    [0.5, { type: "WithdrawStory", data: { story, reason: "no need" } }],
    [0.3, { type: "ForceStory", data: { story, reason: "seen on the device" } }],
    [0.7, { type: "ExtendManifest", data: { stories: [{ epic: 1, stories: [more] }] } }],
    [
      0.4,
      {
        type: "ExtendManifest",
        data: { epics: [{ epic_id: chance.between(3, 90), title: "More", stories: [more] }] },
      },
    ],
    [1, { type: "Configure", data: { settings: { concurrency: chance.between(1, 3) } } }],
    [
      0.7,
      {
        type: "Configure",
        data: {
          settings: {
            strikes: chance.between(1, 3),
            gates: chance.pick([[], ["story"], ["blueprint"]]),
          },
        },
      },
    ],
    [
      0.5,
      {
        type: "Configure",
        data: { settings: { reviewer: chance.pick(["person", "other-session", "other-agent"]) } },
      },
    ],
    [
      0.5,
      { type: "Configure", data: { settings: { checks: [{ argv: ["suite"], timeout_s: 20 }] } } },
    ],
    [1, { type: "SetAutonomy", data: { mode: chance.pick(["autonomous", "supervised"]) } }],
    [1, { type: "RerunChecks", data: {} }],
    [
      0.7,
      {
        type: "Escalate",
        data: { subject: chance.pick(["project", `story:${story}`, "prd"]), summary: "a matter" },
      },
    ],
    [0.5, { type: "TakeIssue", data: { issue } }],
    [0.5, { type: "ResolveIssue", data: { issue, solution: "so" } }],
    [0.3, { type: "GiveUpIssue", data: { issue, reason: "no" } }],
    [0.5, { type: "SkipAudit", data: { epic: 1, reason: "no need" } }],
    [0.5, { type: "RenameProject", data: { name: `Shop ${chance.letters(2)}` } }],
    [1, { type: "RecordAction", data: { agent: "user", signal: "NOTE", summary: "looked in" } }],
    [0.5, { type: "SubmitReview", data: { story, pass: chance.is(0.7) } }],
    [0.7, { type: "Archive", data: {} }],
    [0.4, { type: "FinishPrd", data: {} }],
  ];
};

const papers = [
  "docs/brief.md",
  "docs/prd.md",
  "docs/architecture.md",
  "docs/architecture/qa-protocol.md",
  "docs/stories/1.1.story.md",
];
/** Documents are anybody's; those that are pinned aren't anybody's to change unseen. */
const withPapers = (world: StigmergyWorld, chance: Chance): void => {
  const { disk, note, clockwork } = world;
  const path = `${root}/${chance.pick(papers)}`;
  const text = disk.files.get(path)?.text;
  if (text === undefined) return;
  note(`  ${path} is changed`);
  if (chance.is(0.15)) {
    disk.files.delete(path);
    world.removed.set(path, text);
  } else
    disk.write(
      path,
      chance.is(0.3)
        ? `- **Command:** \`true\`\n`
        : `${text.trimEnd()}\nmore ${chance.letters(2)}\n`,
    );
  // Most are put right again, sooner or later.
  if (chance.is(0.6))
    clockwork.at(chance.between(100, 20_000), () => void (!world.calm && disk.write(path, text)));
};

/** Whoever took documents away puts them back. */
export const restorePapers = ({ disk, removed }: StigmergyWorld): void => {
  for (const [path, text] of removed) if (!disk.files.has(path)) disk.write(path, text);
};

/** Something that nobody asked for. */
export const meddleHere = async (world: StigmergyWorld, chance: Chance): Promise<unknown> => {
  if (chance.is(0.2)) return withPapers(world, chance);
  return say(world, chance.weighed(whims(world, chance)));
};
