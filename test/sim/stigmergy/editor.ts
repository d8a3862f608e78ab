// Simulated edits of the stigmergy state file: sensible, senseless, stale or half.
import type { Chance } from "../chance.ts";
import { type Doc, type DocStory, docOf } from "./document.ts";
import { readState, statePath, tellEntry, write } from "./pen.ts";
import type { StigmergyWorld } from "./world.ts";

type Change = (world: StigmergyWorld, doc: Doc, chance: Chance) => void;

const agents = ["james", "dev", "sarah", "po", "bob", "dexter", "user", "saul", "somebody"];
const signalWords = [
  "NOTE",
  "STORY_CREATED",
  "EXECUTION_APPROVED",
  "STORY_COMPLETE",
  "ESCALATION_REQUIRED",
  "BRIEF_COMPLETE",
  "STATUS_UPDATE",
  null,
];
const statuses = ["PENDING", "IN_PROGRESS", "AWAITING_VERIFICATION", "COMPLETE", "FAILED"];
const isoAt = (ms: number): string => new Date(ms).toISOString();

const stories = (doc: Doc): readonly DocStory[] =>
  doc.project_manifest.epics.flatMap((epic) => epic.stories);
const tell: Change = (world, doc, chance) => {
  const now = Date.parse(world.now());
  const at = chance.pick([
    isoAt(now),
    isoAt(now),
    isoAt(now - 3_000),
    isoAt(now + 3_600_000),
    "",
    "ISO_TIMESTAMP_PLACEHOLDER",
    "soon",
  ]);
  const story = stories(doc).length === 0 ? "1.1" : chance.pick(stories(doc)).story_id;
  tellEntry(world, doc, {
    agent: chance.pick(agents),
    words: `about story ${story}`,
    signal: chance.pick(signalWords),
    at,
  });
};

const sensible: readonly Change[] = [
  tell,
  (world, doc, chance) => {
    tell(world, doc, chance);
    tell(world, doc, chance);
  },
  (world, doc, chance) => {
    // The next step of a story, as an agent takes it.
    const open = stories(doc).find(({ status }) => status !== "COMPLETE");
    if (open === undefined) return;
    const next =
      {
        PENDING: "IN_PROGRESS",
        IN_PROGRESS: "AWAITING_VERIFICATION",
        AWAITING_VERIFICATION: "COMPLETE",
      }[open.status] ?? "PENDING";
    open.status = next;
    if (chance.is(0.8))
      tellEntry(world, doc, {
        agent: next === "COMPLETE" ? "sarah" : "james",
        words: `story ${open.story_id} is ${next}`,
        signal: null,
      });
  },
  (world, doc) => void (doc["edit"] = world.ink.mark()),
  (world, doc, chance) => {
    if (stories(doc).length > 0) chance.pick(stories(doc))["note"] = world.ink.mark();
  },
  (world, doc) => void (doc.project_name = `Seed shop ${world.ink.mark()}`),
  (world, doc, chance) => {
    const issue = doc.issue_log.find(({ status }) => status === "OPEN" || status === "IN_PROGRESS");
    if (issue === undefined) return;
    issue.status = chance.pick(["IN_PROGRESS", "RESOLVED", "RESOLVED", "FAILED_TO_RESOLVE"]);
    issue["solution"] = `this way ${world.ink.mark()}`;
    tellEntry(world, doc, {
      agent: "dexter",
      words: `${issue.issue_id} is ${issue.status}`,
      signal: "ISSUE_RESOLVED",
    });
  },
  (world, doc, chance) =>
    void doc.issue_log.push({
      issue_id: `ISSUE-${chance.between(1, 30)}0`,
      timestamp: world.now(),
      status: "OPEN",
      summary: chance.pick([`Story 1.1: ${world.ink.mark()}`, `stuck ${world.ink.mark()}`]),
      history_ref: doc.history
        .slice(-1)
        .flatMap(({ timestamp }) => (timestamp === undefined ? [] : [timestamp])),
    }),
  (world, doc, chance) => {
    const id = `${chance.between(1, 2)}.${chance.between(4, 40)}`;
    const story: DocStory = { story_id: id, title: `more ${world.ink.mark()}`, status: "PENDING" };
    const last = doc.project_manifest.epics.at(-1);
    if (last === undefined || chance.is(0.2))
      doc.project_manifest.epics.push({
        epic_id: 50 + chance.between(1, 40),
        title: "More",
        status: "PENDING",
        stories: [story],
      });
    else last.stories.push(story);
  },
  (_world, doc, chance) => void (doc.autonomy_mode = chance.pick(["autonomous", "supervised"])),
];

const senseless: readonly Change[] = [
  (_world, doc, chance) => {
    if (stories(doc).length > 0) chance.pick(stories(doc)).status = chance.pick(statuses);
  },
  (_world, doc, chance) =>
    void (doc.project_status = chance.pick([
      "EXECUTION_HALTED",
      "PROJECT_COMPLETE",
      "NEEDS_PLANNING",
      "EXECUTION_IN_PROGRESS",
      "DONE",
    ])),
  (_world, doc, chance) => {
    doc.history.splice(chance.between(0, Math.max(0, doc.history.length - 1)), 1);
  },
  (_world, doc, chance) => {
    const one = doc.history.at(chance.between(0, 20) % Math.max(1, doc.history.length));
    if (one !== undefined) one.summary = "it was otherwise";
  },
  (world, doc, chance) => {
    doc.history.reverse();
    tell(world, doc, chance);
  },
  (world, doc, chance) => {
    doc.history = [];
    tell(world, doc, chance);
  },
  (_world, doc) => void (doc.project_manifest.epics = doc.project_manifest.epics.slice(1)),
  (_world, doc) => void (doc.issue_log = []),
  (_world, doc, chance) => void (doc.schema_version = chance.pick(["1.0", "3.0"])),
  (_world, doc, chance) =>
    void (doc.system_signal = chance.pick(["PROJECT_COMPLETE", "", "CODE_APPROVED_BY_QA"])),
  (_world, doc, chance) => {
    const [epic] = doc.project_manifest.epics;
    if (epic !== undefined) epic.status = chance.pick(["COMPLETE", "PENDING"]);
  },
];

/** One edit, at once; half of them from a copy that somebody read long ago. */
export const editState = (world: StigmergyWorld, chance: Chance): void => {
  const now = readState(world);
  const { copies } = world;
  if (now !== null && docOf(now) !== null && chance.is(0.5)) copies.push(now);
  if (copies.length > 12) copies.splice(chance.between(0, copies.length - 1), 1);
  const how = chance.weighed([
    [6, "now"],
    [3, "old"],
    [1, "back"],
    [0.7, "half"],
    [0.4, "empty"],
    [0.4, "gone"],
  ] as const);
  world.note(`  ${statePath} is edited by hand (${how})`);
  if (how === "half") return world.ink.write(statePath, `{ "half": "${world.ink.mark()}",`);
  if (how === "empty" || how === "gone")
    return now === null ? undefined : world.ink.write(statePath, how === "empty" ? "" : null);
  const from = how === "now" || copies.length === 0 ? now : chance.pick(copies);
  if (from === null) return undefined;
  if (how === "back") return world.ink.write(statePath, from);
  const written = write(
    world,
    (doc) => {
      for (let left = chance.between(1, 2); left > 0; left -= 1)
        chance.pick(chance.is(0.75) ? sensible : senseless)(world, doc, chance);
    },
    from,
  );
  // Who has written goes on with his own copy.
  if (written !== null && chance.is(0.4)) copies.push(written);
  return undefined;
};
