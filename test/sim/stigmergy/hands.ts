// Simulated people of stigmergy: unrequested meddling.
import type { Command } from "../../../src/core/protocol.ts";
import { storiesOf } from "../../../src/protocols/stigmergy/manifest.ts";
import type { Chance } from "../chance.ts";
import { root } from "../world.ts";
import type { StigmergyWorld } from "./world.ts";

/** Things that nobody asked for. */
export const whims = (
  world: StigmergyWorld,
  chance: Chance,
): readonly (readonly [number, Command])[] => {
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
export const changePaper = (world: StigmergyWorld, chance: Chance): void => {
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
