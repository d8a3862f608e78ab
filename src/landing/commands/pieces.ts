// Commands about the work that jobs left.
import { commitOf, isPersons, ontoOf } from "../site.ts";
import { mostMends } from "../limits.ts";
import { behind, command, onCandidate } from "./declare.ts";
import { refuse } from "../../core/refusal.ts";
import { always } from "../../core/rules/frame.ts";
import * as t from "../../kit/schema.ts";
import * as event from "../events.ts";
import * as shapes from "../shapes.ts";

export const takeWork = command("TakeWork", {
  means: "Says what a job left in its place, as a commit.",
  data: shapes.collected,
  who: ["engine", "person"],
  when: always,
  decide({ site }, data) {
    const own = site.candidates[data.unit];
    const known = own === undefined ? [] : [own, ...own.waiting];
    return known.some(({ work }) => work.commit === data.work.commit)
      ? []
      : [event.workTaken(data)];
  },
});

export const joinWork = command("JoinWork", {
  means: "Says what a unit's work comes to, together with what another of its jobs left.",
  data: shapes.joined,
  who: ["engine"],
  when: always,
  decide: ({ site }, data) =>
    onCandidate(site, data.unit, ({ waiting }) =>
      waiting.length > 0 && commitOf(site, data.unit).commit === data.onto
        ? [event.workJoined(data)]
        : refuse("HEAD_MOVED", `the work of ${data.unit} isn't at ${data.onto} any more`),
    ),
});

export const mergeWork = command("MergeWork", {
  means: "Says what a unit's work comes to, merged with what has landed.",
  data: shapes.merged,
  who: ["engine"],
  when: always,
  decide: ({ site }, data) =>
    onCandidate(site, data.unit, (one) => {
      if (one.merged?.commit === data.merged.commit) return [];
      const below = Object.values(site.candidates).find(
        ({ unit, merged }) => unit !== data.unit && merged?.commit === data.onto,
      );
      if (below !== undefined) return [event.workMerged({ ...data, ahead: below.unit })];
      return behind(site, data.onto) ?? [event.workMerged(data)];
    }),
});

export const reportConflict = command("ReportConflict", {
  means: "A unit's work conflicts with what landed meanwhile.",
  data: shapes.conflict,
  who: ["engine"],
  when: always,
  decide: ({ site }, data) =>
    onCandidate(site, data.unit, (one) => {
      if (one.trouble?.is === "conflict" && one.trouble.onto === data.onto) return [];
      const onto = ontoOf(site, one).commit;
      return onto === data.onto
        ? [event.conflictFound(data)]
        : refuse(
            "HEAD_MOVED",
            `the work of ${data.unit} is merged with ${onto} by now, not ${data.onto}`,
          );
    }),
});

export const beginMend = command("BeginMend", {
  means: "The agent that did the work begins to mend it.",
  data: shapes.unitOnly,
  who: ["engine"],
  decide: ({ site }, data) =>
    onCandidate(site, data.unit, ({ doer, trouble, mends }) =>
      trouble === null || isPersons({ doer }) || mends.running || mends.begun >= mostMends
        ? refuse("JOB_UNREADY", `there is nothing to mend in the work of ${data.unit}`)
        : [event.mendBegun(data)],
    ),
});

export const endMend = command("EndMend", {
  means: "An attempt at mending ended without work.",
  data: shapes.mendEnd,
  who: ["engine"],
  when: always,
  decide: ({ site }, data) =>
    onCandidate(site, data.unit, ({ mends }) => (mends.running ? [event.mendEnded(data)] : [])),
});

export const mendAgain = command("MendAgain", {
  label: "Allow more fixes",
  means: "Lets a unit's work be fixed some more times.",
  data: { unit: t.text, reason: t.optional(t.text) },
  who: ["person"],
  decide: ({ site }, { unit }) => onCandidate(site, unit, () => [event.mendsAllowed({ unit })]),
});

export const dropWork = command("DropWork", {
  means: "Gives up a unit's work that hasn't landed.",
  data: shapes.drop,
  who: ["person"],
  when: always,
  decide: ({ site }, data) => onCandidate(site, data.unit, () => [event.workDropped(data)]),
});
