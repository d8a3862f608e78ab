// A kind of unit that one agent works on, the run's checks try, and another agent judges, with words for both; and flags to start a run of them.
import { argvText } from "../core/checks/argv.ts";
import type { Flag } from "../core/message.ts";
import type { Facts } from "../core/protocol.ts";
import { fencedJson } from "../core/words/quote.ts";
import { answered, changes, framed, lastAttempt, quoted } from "./brief.ts";
import type { Kind, Report } from "./dialect.ts";
import type { Unit } from "./unit.ts";
import { judgeReport, workerReport } from "./usual-reports.ts";
import { changedSinceBase, isAuto, type Work } from "./work.ts";

type Words = {
  /** Phrase for the run's files, which need no editing: `the PRD and the progress file`. */
  readonly files: string;
  readonly noun: string;
  /** What else a worker is told. */
  more?(state: Work, unit: Unit, facts: Facts): readonly (string | null)[];
};
type Brief = NonNullable<Kind["brief"]>;

const told = ({ id, title, text, more, criteria }: Unit): string =>
  fencedJson({
    id,
    title,
    description: text ?? "",
    ...more,
    criteria: criteria.map(({ text: words, waived }, at) => ({
      criterion: at + 1,
      text: words,
      ...(waived === null ? {} : { waived: "a person let it go" }),
    })),
  });
const wordOf = ({ status, waived }: Unit): string =>
  waived === null || status === "skipped" ? status : "waived";

const workBrief =
  ({ files, noun, more }: Words): Brief =>
  (state, unit, facts, job) =>
    framed(job, {
      head: { UNIT: unit.id },
      title: `One ${noun}`,
      intro: `Do this ${noun} and nothing else, then report. What you say of it is a claim: the engine's checks and a judge decide.`,
      parts: [
        told(unit),
        lastAttempt(unit),
        answered("Asked about it, and answered by a person:", state, unit.id),
        ...(more?.(state, unit, facts) ?? []),
        quoted(
          "Others, which are not yours:",
          state.units
            .filter(({ id }) => id !== unit.id)
            .slice(0, 100)
            .map((one) => ({ id: one.id, title: one.title, is: wordOf(one) })),
        ),
        state.options.checks.length === 0
          ? null
          : `Checks that the engine runs on what you leave:\n\n${state.options.checks.map(({ argv }) => `- \`${argvText(argv)}\``).join("\n")}`,
      ],
      files,
      hints: [
        "If you can't finish it, report `failed` and why: a plain no is worth more than a half-done yes.",
        isAuto(state)
          ? "Nobody answers questions: decide, and say what you decided."
          : "Something only a person can know is missing: report `needs_context` with your question.",
      ],
    });

export const judgeAsks: NonNullable<NonNullable<Kind["judge"]>["ask"]> = (state) => ({
  tree: true,
  ...changedSinceBase(state),
});
const judgeBrief =
  ({ files }: Words): Brief =>
  (state, unit, facts, job) =>
    framed(job, {
      head: {},
      title: "Judge",
      intro:
        "You did none of this work. Say of each criterion whether it is met, as the work lies before you. Read and run what you like, change nothing.",
      parts: [
        told(unit),
        changes("Changed since the run began:", state, facts),
        quoted(
          "Checks, as the engine ran them:",
          unit.shared.map(({ name, exit, hollow, excerpt }) => ({
            check: name,
            exit,
            ...(hollow ? { doubt: "it passes on an empty tree, too: it shows nothing" } : {}),
            output: excerpt,
          })),
        ),
        quoted("What its worker says: a claim, which proves nothing.", unit.said?.summary),
        quoted("The last try to judge came to nothing:", unit.judging.returned),
      ],
      files,
      hints: ["a judgement of each criterion, with a note on what you saw"],
    });

const minute = 60_000;
type Given = Words & Pick<Kind, "ask"> & { readonly report?: Report };

export const judgedKind = ({ ask, report = workerReport({}), ...words }: Given): Kind => ({
  noun: words.noun,
  role: "worker",
  course: ["work", "check", "judge"],
  key: (unit) => `pass-${unit}`,
  ms: 60 * minute,
  tries: ({ max_attempts: most }) => most,
  writes: () => "anything",
  report,
  ...(ask === undefined ? {} : { ask }),
  brief: workBrief(words),
  judge: {
    role: "judge",
    ms: 30 * minute,
    tier: "standard",
    report: judgeReport,
    ask: judgeAsks,
    brief: judgeBrief(words),
  },
});

export const seriesFlags: readonly Flag[] = [
  {
    name: "check",
    means: "a command without a shell that must exit 0; may be given several times",
    word: "COMMAND",
    many: true,
    field: ["options", "checks"],
  },
  {
    name: "auto",
    means: "never ask a person: the run ends complete, or failed with a reason",
    word: null,
    field: ["options", "mode"],
    read: () => "auto",
  },
];
