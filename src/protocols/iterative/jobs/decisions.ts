// Decision jobs: every matter that only a person may settle, with its choices.
import { decisionJob } from "../../../core/decision.ts";
import { offered } from "../../../core/decision-options.ts";
import { howMany } from "../../../core/how-many.ts";
import type { DecisionOption, Job } from "../../../core/job.ts";
import { oneLine } from "../../../core/quote.ts";
import { isReviewAsked, lacksCriteria } from "../ready.ts";
import type { Question, State, Unit } from "../state.ts";
import { redOf, redWords } from "../units.ts";
import type { About } from "./about.ts";
import { interviews, isBriefWanted, isPlanWanted, plans } from "./desks.ts";
import { criteriaOptions, unitOptions } from "./options.ts";

const decision = decisionJob<About>;

const cancel: DecisionOption = {
  id: "cancel",
  label: "Cancel the run",
  means: "The run ends for good.",
  note: "may",
  ends: true,
};
const usual = { recommended: true } as const;
const texts = (means: string) => ({
  type: "array",
  minItems: 1,
  items: { type: "string", minLength: 1 },
  description: means,
});

const choice = ({ options, recommended }: Question): readonly DecisionOption[] =>
  options.map((text, index) => ({
    ...offered(index, oneLine(text)),
    note: "none",
    ...(index === recommended ? usual : {}),
  }));

const questions = ({ questions: all }: State): readonly Job[] =>
  all
    .filter(({ answers, skipped }) => answers === null && !skipped)
    .map((question) => {
      const { id, text, options, multi } = question;
      const several: readonly DecisionOption[] = multi
        ? [
            {
              id: "several",
              label: "Choose several",
              means: "",
              note: "none",
              fields: {
                type: "object",
                properties: { answers: texts("one each") },
                required: ["answers"],
              },
            },
          ]
        : [];
      return decision(`question-${id}`, { is: "question", question: id, options }, id, text, [
        ...choice(question),
        ...several,
        {
          id: "other",
          label: "Answer in your own words",
          means: "Your note is the answer.",
          note: "must",
        },
        {
          id: "skip",
          label: "Leave it open",
          means: "The brief says that this is open.",
          note: "none",
        },
      ]);
    });

const briefFields = {
  type: "object",
  properties: {
    outcome: { type: "string", minLength: 1, description: "what is there when it is done" },
    done_when: texts("how one sees that it is"),
    constraints: texts("what must be kept to"),
    notes: { type: "string" },
  },
  required: ["outcome", "done_when"],
};

const again = (what: string): DecisionOption => ({
  id: "again",
  label: "Try again",
  means: `${what} tries again.`,
  note: "may",
  ...usual,
});

const brief = (state: State): readonly Job[] =>
  isBriefWanted(state) && !interviews(state)
    ? [
        decision(
          "brief",
          { is: "brief" },
          "brief",
          `Fill brief.md: outcome and done-when are missing.${because(state.interviewer.why)}`,
          [
            {
              id: "write",
              label: "Write the brief",
              means: "Your text becomes the brief.",
              note: "none",
              fields: briefFields,
            },
            again("An interviewer"),
            cancel,
          ],
        ),
      ]
    : [];

const because = (why: string | null): string =>
  why === null ? "" : ` The last try came to nothing: ${oneLine(why)}`;

const approval = (state: State): readonly Job[] => {
  const { plan, settings, units } = state;
  const about = (proposed: boolean): About => ({ is: "approve", rev: plan.rev, proposed });
  if (state.phase === "plan" && plan.state === "proposed") {
    const size = plan.proposal?.units.length ?? 0;
    const gates =
      settings.gates.length === 0
        ? "no gate is configured"
        : `gates: ${settings.gates.map(({ name }) => name).join(", ")}`;
    return [
      decision(
        `plan-${plan.rev}`,
        about(true),
        "plan",
        `Is this plan of ${howMany(size, "unit")} good to be worked on? (${gates})`,
        [
          {
            id: "approve",
            label: "Approve the plan",
            means: "Work begins.",
            note: "may",
            ...usual,
          },
          {
            id: "reject",
            label: "Plan again",
            means: "A planner makes a new plan with your note.",
            note: "must",
          },
          cancel,
        ],
      ),
    ];
  }
  const waits = isPlanWanted(state) && !plans(state);
  const file = state.mode === "development" ? "tasks.md" : "plan.md";
  return waits
    ? [
        decision(
          `plan-${plan.rev}`,
          about(false),
          "plan",
          `Fill ${file}${units.length > 0 ? " anew" : ""}: no plan is proposed.${because(state.planner.why)}`,
          [again("A planner"), cancel],
        ),
      ]
    : [];
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

const stuck = (unit: Unit): Job | null =>
  unit.stuck === null || unit.stage !== "stuck"
    ? null
    : decision(
        `unit-${unit.id}-${unit.stuck.n}`,
        { is: "stuck", unit: unit.id, n: unit.stuck.n },
        unit.id,
        `${unit.id} ${oneLine(unit.title)}: ${oneLine(unit.stuck.reason)}${found(unit)}. What now?`,
        unitOptions(unit.id, unit.stuck.kind, redOf(unit).length > 0),
      );

const steppedIn = (unit: Unit): Job =>
  decision(
    `unit-${unit.id}-${unit.stuckCount}-back`,
    { is: "hand-back", unit: unit.id },
    unit.id,
    `${unit.id} ${oneLine(unit.title)} is in your hands. Is it done?`,
    [
      {
        id: "hand-back",
        label: "Hand it back",
        means:
          "Gate, confirmation and verification check it like any other unit. Your note says what you did.",
        note: "must",
        mends: unit.id,
        takes: true,
      },
    ],
  );

const undescribed = ({ id, title }: Unit): Job =>
  decision(
    `criteria-${id}`,
    { is: "criteria", unit: id },
    id,
    `${id} ${oneLine(title)}: no criteria found. When is it done?`,
    criteriaOptions,
  );

/** `idle`: no other work can run, so skipped units are asked about again. */
const units = (state: State, idle: boolean): readonly Job[] =>
  state.units.flatMap((unit): readonly Job[] => {
    if (unit.stage === "stepped-in") return [steppedIn(unit)];
    if (lacksCriteria(state, unit)) return [undescribed(unit)];
    const asked = unit.stuck !== null && (!unit.stuck.skipped || idle) ? stuck(unit) : null;
    return asked === null ? [] : [asked];
  });

const issueFields = {
  type: "object",
  properties: {
    issues: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        properties: {
          problem: { type: "string", minLength: 1 },
          severity: { enum: ["critical", "major", "minor"] },
          unit: { type: "string", description: "the unit it belongs to; else it becomes one" },
          file: { type: "string" },
        },
        required: ["problem"],
      },
    },
  },
  required: [],
};

const judged = (state: State): readonly Job[] => {
  const { final, reviewer } = state;
  if (isReviewAsked(state)) {
    const what =
      final.issues.length > 0
        ? `${howMany(final.issues.length, "issue")} after ${final.reviews} reviews. Go on?`
        : `No review could be read.${because(reviewer.why)}`;
    return [
      decision(`review-${final.asked}`, { is: "judge", n: final.asked }, "review", what, [
        {
          id: "again",
          label: "Start new rounds",
          means: "The issues go to their units, or the work is reviewed again.",
          note: "may",
          ...usual,
        },
        {
          id: "accept",
          label: "Accept as it is",
          means: "The work goes on to delivery as it is, in your name and always shown as such.",
          note: "must",
        },
      ]),
    ];
  }
  if (state.phase !== "deliver" || state.delivery !== null) return [];
  return [
    decision(
      `deliver-${state.deliveries + 1}`,
      { is: "deliver" },
      "deliver",
      "Is the work good to be delivered?",
      [
        {
          id: "approve",
          label: "Approve delivery",
          means:
            "The run is complete and its folder goes to the archive. A note is required where something isn't proved.",
          note: "may",
        },
        {
          id: "reject",
          label: "Send it back",
          means:
            "Your note becomes a unit. Each issue that you list goes to its unit, or becomes one.",
          note: "must",
          fields: issueFields,
        },
        {
          id: "check-again",
          label: "Check again",
          means: "The final gate and the review run again.",
          note: "may",
        },
      ],
    ),
  ];
};

export const decisionJobs = (state: State, idle: boolean): readonly Job[] => [
  ...questions(state),
  ...brief(state),
  ...approval(state),
  ...units(state, idle),
  ...judged(state),
];
