// Entries without a matching change: their signals become commands where possible.
import type { Facts } from "../../../core/protocol.ts";
import { nameLimit } from "../limits.ts";
import { isUnderWay, storiesOf, storyFile, windowOf } from "../manifest.ts";
import { names } from "../naming.ts";
import { unknown } from "../roster.ts";
import type { State, Story, Subject } from "../state.ts";
import type { Copy } from "./copy.ts";
import type { Fresh } from "./entry.ts";
import { finishBrief, finishPart, finishPlanning, isBriefKnown } from "./planned.ts";
import type { StateDoc } from "./typed.ts";

const named = (state: State, { given: { summary, files = [] } }: Fresh): Story | null =>
  storiesOf(state).find(({ id }) => names(summary, id)) ??
  storiesOf(state).find(({ id }) => files.includes(storyFile(id))) ??
  null;

/** The story whose file is reported as written: the named one, else the next without a file. */
const written = (state: State, one: Fresh): Story | null =>
  named(state, one) ??
  windowOf(state).find(({ status, file }) => status === "PENDING" && file === null) ??
  null;

/** The blocked subject: the named story, else the only active one, else the project. */
const stuck = (state: State, one: Fresh): Subject => {
  const busy = storiesOf(state).filter(isUnderWay);
  const story = named(state, one) ?? (busy.length === 1 ? busy[0] : undefined);
  return story === undefined ? "project" : `story:${story.id}`;
};

/** What an entry's signal requests; the entry is accepted or refused with it. */
const means = (copy: Copy, one: Fresh, facts: Facts): void => {
  const state = copy.state();
  const { part: at, given } = one;
  switch (given.signal) {
    case "STORY_CREATED": {
      const story = written(state, one);
      if (story !== null)
        copy.attempt(at, one, { type: "RecordStoryFile", data: { story: story.id } });
      return;
    }
    case "ESCALATION_REQUIRED":
      // The edit already opened an issue, and this entry reports it.
      if (!copy.asked().some(({ command }) => command.type === "Escalate"))
        copy.attempt(at, one, {
          type: "Escalate",
          data: { subject: stuck(state, one), summary: given.summary },
        });
      return;
    case "BRIEF_COMPLETE":
      if (!isBriefKnown(state, facts)) finishBrief(copy, at, one);
      return;
    case "PRD_COMPLETE":
      if (state.parts.prd === null) finishPart(copy, at, "prd", one);
      return;
    case "UX_COMPLETE":
      if (state.parts.ux === null) finishPart(copy, at, "ux", one);
      return;
    case "ARCHITECTURE_COMPLETE":
      if (state.parts.architecture === null) finishPart(copy, at, "architecture", one);
      return;
    case "BLUEPRINT_COMPLETE":
      finishPlanning(copy, at, one);
      return;
    default:
  }
};

const kept = (copy: Copy, one: Fresh, facts: Facts): void => {
  means(copy, one, facts);
  if (copy.left().includes(one)) copy.ask(one.part, one, { type: "RecordAction", data: one.given });
};

export const leftAsked = (copy: Copy, facts: Facts): void => {
  for (const one of copy.left()) if (copy.left().includes(one)) kept(copy, one, facts);
};

/** A changed signal without a new entry. `only`: role of the only lease. */
export const signalAsked = (
  copy: Copy,
  bases: readonly State[],
  { signal: { value, part } }: StateDoc,
  fresh: readonly Fresh[],
  only: string | null,
  facts: Facts,
): void => {
  const now = copy.state().signal;
  const isKnown = [now, ...bases.map((base) => base.signal)].some(
    (one) => one === value || one === `CLAIMED_${value}`,
  );
  if (isKnown || fresh.at(-1)?.given.signal === value) return;
  if (value.length > nameLimit)
    return copy.reject(
      part,
      "FIELD_OVERSIZED",
      "the signal is too long",
      `at most ${nameLimit} characters`,
    );
  const one: Fresh = {
    part,
    given: {
      agent: only ?? unknown,
      signal: value,
      summary: `The signal ${value === "" ? '""' : value} was set by hand.`,
    },
  };
  const before = copy.asked().length;
  means(copy, one, facts);
  if (copy.asked().length === before)
    copy.ask(part, one, { type: "RecordAction", data: one.given });
};
