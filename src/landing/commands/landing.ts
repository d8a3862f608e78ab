// Commands about landings, the run's head and merges into the user's branch: only work proved on that head lands.
import { proved } from "../checks.ts";
import { isGreen } from "../../core/checks/recheck.ts";
import { type Judge, isUnproved, ownDue, saidRed } from "../trials.ts";
import type { Candidate, Site } from "../site.ts";
import { answering, behind, command, onCandidate } from "./declare.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Proof } from "../../core/job.ts";
import { always } from "../../core/rules/frame.ts";
import * as t from "../../kit/schema.ts";
import * as event from "../events.ts";
import * as shapes from "../shapes.ts";

/** Other jobs' work of the same unit has to join first. */
const unjoined = ({ unit, waiting }: Candidate): Refusal | null =>
  waiting.length === 0
    ? null
    : refuse(
        "HEAD_MOVED",
        `the work of ${unit} is joined by that of ${waiting[0]?.doer.job ?? ""} first`,
      );

/** Runs the repository's checks first, then the unit's. A check that was red on the base may stay red. */
const landingTried = (site: Site, candidate: Candidate, proofs: readonly Proof[], judge: Judge) => {
  const { checks } = site.ready;
  const { unit } = candidate;
  const named = checks.map(({ name }, index) => ({ name, proof: proofs[index] }));
  const green = named.filter(({ proof }) => isGreen(proof)).map(({ name }) => name);
  const failed = named.filter(({ name }) => !green.includes(name));
  const red = failed.find(({ name }) => !site.expected.includes(name));
  if (red !== undefined)
    return { passed: false, said: `${red.name}: ${saidRed(red.proof)}`, green };
  const excused =
    candidate.merged?.ahead === undefined || failed.length === 0
      ? {}
      : { excused: failed.map(({ name }) => name) };
  return {
    ...(ownDue(candidate) ? judge(unit, proofs.slice(checks.length)) : { passed: true, said: "" }),
    green,
    ...excused,
  };
};

export const tryLanding = command("TryLanding", {
  means: "Says how the checks ended on the merged tree.",
  data: { unit: t.text, commit: shapes.id, proofs: t.list(shapes.proof) },
  who: ["engine"],
  when: always,
  decide: ({ site, judge }, { unit, commit, proofs }) =>
    onCandidate(site, unit, (one) =>
      // A new merge needs a new trial.
      one.merged?.commit === commit
        ? [
            event.landingTried({
              unit,
              commit,
              ...landingTried(site, one, proofs, judge),
              proofs: [...proved(site.ready.checks, proofs)],
            }),
          ]
        : [],
    ),
});

export const landWork = command("LandWork", {
  means: "Lands a unit's work: its checks are green on the merged tree.",
  data: { unit: t.text, commit: shapes.id },
  who: ["engine"],
  when: always,
  decide: ({ site, judge }, { unit, commit }) =>
    onCandidate(site, unit, (one) => {
      const { merged, doer } = one;
      if (merged?.commit !== commit)
        return refuse("HEAD_MOVED", `the work of ${unit} was merged anew since ${commit}`);
      const waits = unjoined(one);
      if (waits !== null) return waits;
      const landed = { commit, tree: merged.tree };
      const moved = behind(site, merged.onto);
      if (moved !== null) return moved;
      if (one.trouble !== null)
        return refuse("WORK_UNPROVED", `the work of ${unit} is to be mended first`);
      // A unit without checks passes with an empty list.
      if (ownDue(one) && one.green !== commit && !judge(unit, []).passed)
        return refuse("WORK_UNPROVED", `the checks of ${unit} aren't green on ${commit}`);
      if (isUnproved(site, one))
        return refuse("WORK_UNPROVED", `the repository's checks aren't green on ${commit}`);
      return [event.workLanded({ unit, job: doer.job, n: site.landed + 1, landed })];
    }),
});

export const tryFinal = command("TryFinal", {
  means: "Says how something that was shown before ended on the final head.",
  data: shapes.finalTrial,
  who: ["engine"],
  when: always,
  decide: ({ site, fails }, data) =>
    behind(site, data.commit) ?? [
      event.finalTried(data),
      ...(fails === true && !data.passed ? [event.finalAnswered({ answer: "fail" })] : []),
    ],
});

export const answerFinal = answering("AnswerFinal", {
  means: "Says what happens to a run that isn't green on its final head.",
  data: shapes.finalAnswer,
  when: always,
  decide: ({ site: { final, head } }, data) =>
    final?.commit !== head.commit || final.red.length === 0 || final.failed
      ? refuse("QUESTION_STALE", "nothing that fails on the final head waits for an answer")
      : [event.finalAnswered(data)],
});

export const moveHead = command("MoveHead", {
  means: "Moves the run to another commit of its own.",
  data: shapes.move,
  who: ["engine"],
  decide: (_site, data) => [event.headMoved(data)],
});

export const deliver = command("Deliver", {
  means: "Says that the run's work was merged into a branch of its user.",
  data: shapes.delivered,
  who: ["person", "engine"],
  when: always,
  verb: "merge",
  decide: (_site, data) => [event.delivered(data)],
});

export const undoDelivery = command("UndoDelivery", {
  means: "Says that a merge of the run's work was taken back.",
  data: { merge: shapes.id },
  who: ["person"],
  when: always,
  verb: "undo",
  // If two persons take the same merge back, git did it once; the delivery before it stands.
  decide: ({ site: { delivery } }, { merge }) =>
    delivery?.to === merge ? [event.deliveryUndone({ merge })] : [],
});

export const dropPlaces = command("DropPlaces", {
  means: "Removes the run's branch and places. The record stays.",
  data: {},
  who: ["person"],
  when: always,
  verb: "drop",
  decide: ({ site: { dropped } }) => (dropped ? [] : [event.placesDropped({})]),
});
