// Commands that block a unit, or reopen one that was done.
import { isRefusal, refuse } from "../../../core/refusal.ts";
import * as t from "../../../kit/schema.ts";
import { chain, type Follow, phaseWrong, reasonOf, withUnit } from "../decider/step.ts";
import { halt, stuckEvent } from "../decider/work.ts";
import * as event from "../events.ts";
import { reasonLimit } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import { blockedClaim } from "../marks.ts";
import * as s from "../shapes.ts";
import type { State, Unit, UnitId } from "../state.ts";
import { command } from "./declare.ts";

/** During a pass this is only a claim, which is read when the pass ends. */
export const blockUnit = command("BlockUnit", {
  means: "Says that a unit can't continue, and why.",
  words: ["unit"],
  data: { unit: s.unit, reason: t.text },
  who: ["person", "file"],
  decide: (state, { unit: id, reason }, { by }) =>
    withUnit(state, id, (unit) => {
      const given = reasonOf(reason, true);
      if (isRefusal(given)) return given;
      if (unit.stage === "settled")
        return refuse("UNIT_DONE", `${id} is done`, {
          fits: "reopen it first: `cairn resume RUN --to UNIT --reason …`",
        });
      if (unit.pass !== null) {
        const where = by.kind === "file" ? "state.json" : by.name;
        return unit.pass.claimed === given.reason
          ? []
          : [event.claimRecorded({ unit: id, claim: `${blockedClaim}${given.reason}`, where })];
      }
      const line = oneLine(given.reason, reasonLimit);
      if (unit.stage !== "stuck") return [stuckEvent(unit, "blocked", line)];
      if (unit.stuck?.kind === "blocked" && unit.stuck.reason === line) return [];
      return refuse("UNIT_STUCK", `${id} is stuck already: ${unit.stuck?.reason ?? ""}`, {
        fits: `first: \`cairn decide RUN ${id} …\``,
      });
    }),
});

/** Units that depend on it, directly or indirectly. */
const dependants = ({ units }: State, id: UnitId): readonly Unit[] => {
  const reached = new Set([id]);
  for (let size = 0; size !== reached.size;) {
    size = reached.size;
    for (const unit of units)
      if (unit.depends.some((one) => reached.has(one))) reached.add(unit.id);
  }
  return units.filter((unit) => unit.id !== id && reached.has(unit.id));
};

/** Commits that a person may want to inspect or revert; the tree itself stays as it is. */
const commitsOf = ({ units, commits }: State, id: UnitId): { readonly commits?: string[] } => {
  const own = units.find((unit) => unit.id === id)?.commits ?? [];
  const made = commits
    .filter(({ hash }) => own.includes(hash))
    .map(({ hash, subject }) => oneLine(`${hash.slice(0, 7)}: ${subject}`, 120));
  return made.length === 0 ? {} : { commits: made.toReversed().slice(0, 50) };
};

const reopen =
  (id: UnitId, reason: string): Follow =>
  (state, stamp) =>
    chain(state, stamp, [
      () => [event.unitReopened({ unit: id, gap: null, reason, ...commitsOf(state, id) })],
      halt(id),
    ]);

/** A stuck or active unit stays as it is: its end is judged anew. */
const rests = ({ stage, pass }: Unit): boolean =>
  stage === "settled" ||
  (pass === null && ["gate", "confirm", "regate", "verify", "test"].includes(stage));

export const reopenUnit = command("ReopenUnit", {
  means: "Reopens a unit that was done. The working tree stays as it is.",
  flags: [
    {
      name: "to",
      means: "the unit; what depends on it and has begun is reopened, too",
      word: "UNIT",
      field: ["unit"],
      also: [{ field: ["dependants"], value: true }],
    },
  ],
  data: {
    unit: s.unit,
    reason: t.text,
    dependants: t.standing(t.means("also each unit that rests on it and has begun", t.flag), false),
  },
  who: ["person"],
  redoes: true,
  decide: (state, { unit: id, reason, dependants: also }, stamp) =>
    withUnit(state, id, (unit) => {
      if (state.phase !== "execute" && state.phase !== "verify" && state.phase !== "deliver")
        return phaseWrong(state, "reopening a unit", "execute, verify or deliver");
      const given = reasonOf(reason, true);
      if (isRefusal(given)) return given;
      if (unit.stage !== "settled")
        return refuse("UNIT_UNFINISHED", `${id} isn't done`, {
          fits: "EditUnit, or `cairn decide` where it is stuck",
        });
      const more = also ? dependants(state, id).filter(rests) : [];
      return chain(state, stamp, [
        reopen(id, given.reason),
        ...more.map((one) => reopen(one.id, `it rests on ${id}: ${given.reason}`)),
        (now) => (now.phase === "deliver" ? [event.phaseEntered({ phase: "verify" })] : []),
      ]);
    }),
});
