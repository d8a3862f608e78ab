// The command of a person's word on a criterion that no check can show.
import { reasonMissing } from "../../core/rules/reason.ts";
import { isRefusal, refuse } from "../../core/refusal.ts";
import * as t from "../../kit/schema.ts";
import { cut } from "../../kit/check/check.ts";
import { confirmations, type Numbered, wholeOf } from "../course.ts";
import type { Dialect } from "../dialect.ts";
import { counted } from "../events/declare.ts";
import { criterionJudged, verdictRecorded } from "../events/proofs.ts";
import { criterionIssue } from "../reasons.ts";
import { noRun } from "../unit.ts";
import { answering, criterionName, criterionNamed, reason, unitId } from "./declare.ts";
import { giveBack } from "./jobs.ts";

export const confirm = (dialect: Dialect) =>
  answering("Confirm", {
    label: "Judge criterion",
    means: "Records a person's word on a criterion that no check can show.",
    data: {
      unit: unitId,
      criterion: criterionName,
      met: t.flag,
      reason,
      tree: t.optional(t.maybe(t.text)),
    },
    ask: () => ({ tree: true }),
    fill: (_data, { tree }) => ({ tree }),
    filled: ["tree"],
    decide(state, { unit: id, criterion: given, met, reason: why, tree }, { by }) {
      const found = criterionNamed(state, id, given);
      if (isRefusal(found)) return found;
      const { unit, number, criterion } = found;
      const isAsked = confirmations(dialect, state).some(
        (one) => one.unit.id === id && one.number === number,
      );
      if (!isAsked)
        return refuse("CRITERION_UNASKED", `nobody asks about criterion ${number} of ${id} now`);
      const missing = met ? null : reasonMissing(why);
      if (missing !== null) return missing;
      const said = criterionJudged({
        ...noRun,
        unit: id,
        criterion: number,
        criteria: criterion.text,
        passed: met,
        why: met ? null : why,
        by: "person",
        name: by.name,
        excerpt: cut(why),
        reason: why,
        hollow: criterion.proof?.hollow === true,
        held: criterion.proof?.held ?? null,
        tree: tree ?? null,
      });
      const whole = wholeOf(dialect, state);
      if (met) return [said];
      // It goes back at once: to its worker, or as an issue of the whole.
      if (unit.status === "claimed" && whole?.id !== id)
        return [said, giveBack(dialect, state, unit, unmet(found, by.name, why))];
      if (whole === undefined) return [said];
      const issues = [criterionIssue(found, `isn't met: ${why}`)];
      return [
        said,
        verdictRecorded({ ...byPerson, unit: whole.id, by: by.name, issues, notes: why }),
      ];
    },
  });
const unmet = ({ number, criterion }: Numbered, name: string, why: string) =>
  counted("person", `criterion ${number} "${criterion.text}" was called unmet by ${name}: ${why}`);
const byPerson = { whole: true, verdict: "FAIL", kind: "person", judgements: [] } as const;
