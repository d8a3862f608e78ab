// Decisions about units: one that is stuck, one that a person works on, one without criteria.
import type { Answer } from "../../../core/rules/decision.ts";
import type { DecisionOption } from "../../../core/job.ts";
import { fenced, oneLine, paragraphs } from "../../../core/words/quote.ts";
import { fits } from "../../../kit/findings.ts";
import * as t from "../../../kit/schema.ts";
import { fileOf } from "../brief/parts.ts";
import { gapLine } from "../brief/work.ts";
import type { IterativeCommand } from "../commands.ts";
import type { About } from "../jobs/about.ts";
import { optionsFor, type UnitOption } from "../jobs/options.ts";
import { textLimit } from "../limits.ts";
import { lacksCriteria } from "../ready.ts";
import { unitOption } from "../shapes.ts";
import type { RedCheck, State, StuckKind, Unit } from "../state.ts";
import { redOf, redWords, unitOf } from "../units.ts";
import { anyTexts, decision, fields } from "./declare.ts";

const passes = {
  type: "integer",
  minimum: 1,
  maximum: 100,
  examples: [1],
  description: "how many passes more",
};
const criteria = {
  type: "array",
  minItems: 1,
  items: { type: "string", minLength: 1, maxLength: textLimit },
  description: "what must hold instead",
};

type Told = Omit<DecisionOption, "id">;
const told: Readonly<Record<UnitOption, Told>> = {
  unblock: {
    label: "Unblock it",
    means: "It continues from where it was. The next pass reads your note.",
    note: "must",
  },
  raise: {
    label: "Allow more passes",
    means: "It gets that many more passes.",
    note: "may",
    fields: fields({ n: passes }),
  },
  simplify: {
    label: "Simplify the criteria",
    means: "Other criteria replace these. What was proved counts no more.",
    note: "may",
    fields: fields({ criteria, n: passes }, ["criteria"]),
  },
  "step-in": {
    label: "I'll fix it myself",
    means:
      "Agents leave it alone until you hand it back. Then its checks run, and no pass is used.",
    note: "none",
  },
  again: { label: "Try again", means: "It continues from where it was.", note: "may" },
  accept: {
    label: "Accept with gaps",
    means: "It counts as done with its gaps, in your name and always shown as such.",
    note: "must",
  },
  fresh: {
    label: "Start fresh",
    means: "The next pass begins as the first did. What was tried becomes a lesson.",
    note: "may",
  },
  model: {
    label: "Use another model",
    means: "An agent of another tier works on it.",
    note: "may",
    fields: fields({
      model: {
        enum: ["haiku", "sonnet", "opus"],
        description: "haiku light, sonnet standard, opus heavy",
      },
    }),
  },
  skip: {
    label: "Skip for now",
    means: "It stays as it is. You are asked again when nothing else can run.",
    note: "may",
  },
  drop: { label: "Drop the unit", means: "It is taken out of the plan.", note: "may", ends: true },
};

/** If all passes are used, simpler criteria need additional passes. */
const simplerAndMore = { fields: fields({ criteria, n: passes }) };

/** More passes don't help if agents find nothing left to do and a check still fails: a person should look first. */
const ordered = (kind: StuckKind, red: boolean): readonly UnitOption[] =>
  red && kind === "timeout"
    ? ["step-in", ...optionsFor[kind].filter((id) => id !== "step-in")]
    : optionsFor[kind];

const unitData = t.open({
  n: t.nullish(t.wholeFrom(1, 100)),
  criteria: t.nullish(anyTexts),
  model: t.nullish(t.oneOf(["haiku", "sonnet", "opus"])),
});

const answered = (
  { unit, n: asked }: Extract<About, { is: "stuck" }>,
  { option, note, data }: Answer,
): IterativeCommand | null => {
  if (!fits(unitOption, option)) return null;
  if (data !== null && !fits(unitData, data)) return null;
  const { n, criteria: instead, model } = data ?? {};
  return {
    type: "AnswerUnit",
    data: {
      unit,
      asked,
      option,
      ...(n ? { n } : {}),
      ...(instead ? { criteria: instead } : {}),
      ...(model ? { model } : {}),
      ...(note === "" ? {} : { text: note }),
    },
  };
};

/** A limit doesn't say what is wrong, so the last finding is shown. */
const found = (unit: Unit): string => {
  const { stuck: at, gaps, remaining, lastDid } = unit;
  if (at?.kind !== "timeout") return "";
  const red = redOf(unit);
  if (red.length > 0) return `; still failing: ${oneLine(redWords(red).join(", "), 160)}`;
  const [gap] = gaps;
  if (gap !== undefined)
    return `; gaps: ${oneLine(gap.problem, 160)}${gaps.length > 1 ? `, and ${gaps.length - 1} more` : ""}`;
  const open = (remaining ?? "").trim();
  const said = open === "" ? (lastDid ?? "").trim() : open;
  return said === "" ? "" : `; ${open === "" ? "last pass" : "remaining"}: ${oneLine(said, 160)}`;
};

/** A failed check with its command and the end of its output. */
const redText = (check: RedCheck): string =>
  [
    `${redWords([check]).join("")}: ${check.argv.join(" ")}`,
    check.excerpt.trim() === "" ? "(it printed nothing)" : check.excerpt.trimEnd(),
  ].join("\n");

const material = (state: State, id: string): readonly (string | null)[] => {
  const unit = unitOf(state, id);
  if (unit === null) return [];
  const red = redOf(unit);
  return [
    red.length === 0 ? null : `What fails:\n\n${fenced(red.map(redText).join("\n\n"))}`,
    `${unit.used} of ${unit.max} passes, ${unit.confirmations} confirmations, ${unit.verifications} verifications.`,
    unit.lastDid === null ? null : `Last did (a claim):\n\n${fenced(unit.lastDid)}`,
    unit.remaining === null || red.length > 0 ? null : `Remaining:\n\n${fenced(unit.remaining)}`,
    unit.gaps.length === 0 ? null : `Gaps:\n\n${fenced(unit.gaps.map(gapLine).join("\n"))}`,
    `The story so far: ${fileOf(state, "progress.md")}.`,
  ];
};

const named = ({ id, title }: Unit): string => `${id} ${oneLine(title)}`;

export const stuck = decision("stuck", {
  asks: ({ units }) =>
    units.flatMap((unit) => {
      const { id, stuck: at, stage } = unit;
      if (at === null || stage !== "stuck") return [];
      const only = ordered(at.kind, redOf(unit).length > 0);
      const [first] = only;
      return [
        {
          key: `unit-${id}-${at.n}`,
          about: { is: "stuck", unit: id, n: at.n },
          subject: id,
          question: `${named(unit)}: ${oneLine(at.reason)}${found(unit)}. What now?`,
          only,
          options: Object.fromEntries(
            only.map((option) => [
              option,
              {
                ...(at.kind === "timeout" && option === "simplify" ? simplerAndMore : {}),
                ...(option === "step-in" ? { mends: id } : {}),
                ...(option === first && option !== "simplify" ? { recommended: true } : {}),
              },
            ]),
          ),
        },
      ];
    }),
  options: Object.fromEntries(
    Object.entries(told).map(([id, option]) => [id, { ...option, then: answered }]),
  ),
  shows: (state, { unit }) => paragraphs(material(state, unit)),
});

export const handBack = decision("hand-back", {
  asks: ({ units }) =>
    units
      .filter(({ stage }) => stage === "stepped-in")
      .map((unit) => ({
        key: `unit-${unit.id}-${unit.stuckCount}-back`,
        about: { is: "hand-back", unit: unit.id },
        subject: unit.id,
        question: `${named(unit)} is in your hands. Is it done?`,
        options: { "hand-back": { mends: unit.id } },
      })),
  options: {
    "hand-back": {
      label: "Hand it back",
      means:
        "Gate, confirmation and verification check it like any other unit. Your note says what you did.",
      note: "must",
      takes: true,
      then: ({ unit }, { note }) => ({ type: "HandBack", data: { unit, did: note } }),
    },
  },
  shows: (state, { unit }) => paragraphs(material(state, unit)),
});

const criteriaData = t.open({ criteria: anyTexts });

export const undescribed = decision("criteria", {
  asks: (state) =>
    state.units
      .filter((unit) => unit.stage !== "stepped-in" && lacksCriteria(state, unit))
      .map((unit) => ({
        key: `criteria-${unit.id}`,
        about: { is: "criteria", unit: unit.id },
        subject: unit.id,
        question: `${named(unit)}: no criteria found. When is it done?`,
      })),
  options: {
    set: {
      label: "Set criteria",
      means: "It is worked on and judged by these.",
      note: "none",
      fields: fields({ criteria }),
      then: ({ unit }, { data }) =>
        fits(criteriaData, data)
          ? { type: "EditUnit", data: { unit, changes: { criteria: data.criteria } } }
          : null,
    },
    drop: {
      ...told.drop,
      note: "must",
      then: ({ unit }, { note }) => ({ type: "DropUnit", data: { unit, reason: note } }),
    },
  },
});
