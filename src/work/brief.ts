// Frame of agents' briefs: first lines, quoted material, criteria with proofs and claims apart, the report's form.
import { isCheckFile } from "../core/checks/check-files.ts";
import { doubted } from "../kit/check/hollow.ts";
import type { Job } from "../core/job.ts";
import type { Facts } from "../core/protocol.ts";
import { fenced, fencedJson, oneLine, page, paragraphs, unbroken } from "../core/words/quote.ts";
import { material, reportEnding } from "../core/reports/report-ending.ts";
import type { Path } from "../core/row.ts";
import { numbered } from "./course.ts";
import { criterionFailure } from "./reasons.ts";
import { type Criterion, isShown, type Unit } from "./unit.ts";
import { find, type Work } from "./work.ts";

type Frame = {
  /** First lines, `NAME: value`. */
  readonly head: Readonly<Record<string, string>>;
  readonly title: string;
  readonly intro: string;
  readonly parts: readonly (string | null)[];
  /** Phrase for the run's files, as in reportEnding. */
  readonly files: string;
  /** On the report's content. */
  readonly hints: readonly string[];
};
/** A complete brief. */
export const framed = (job: Job, { head, title, intro, parts, files, hints }: Frame): string =>
  page([
    Object.entries(head)
      .map(([name, value]) => `${name}: ${unbroken(value)}`)
      .join("\n"),
    `# ${title}\n\n${intro}`,
    material,
    ...parts,
    reportEnding(job, files, hints),
  ]);

/** Material under a sentence of ours: a text, or a list as JSON; null if there is none. */
export const quoted = (
  words: string,
  value: string | null | undefined | readonly object[],
): string | null =>
  value === null || value === undefined || value.length === 0
    ? null
    : `${words}\n\n${typeof value === "string" ? fenced(value) : fencedJson(value)}`;

/** `none`: what stands for a missing check. */
export const criteriaToDo = ({ criteria }: Unit, none: string): readonly object[] =>
  criteria.map(({ text, check, chosenBy, before, waived }, at) => ({
    criterion: at + 1,
    text,
    check: check ?? none,
    ...(check === null ? {} : { check_chosen_by: chosenBy }),
    ...(before === null
      ? {}
      : { before_your_work: before.passed ? "it passes already" : "it fails" }),
    ...(waived === null ? {} : { waived: "a person let it go" }),
  }));

const proofOf = ({ proof }: Criterion): object | null => {
  if (proof === null) return null;
  const { by, passed, captured, exit, why, tree, excerpt } = proof;
  return {
    by,
    passed,
    captured,
    exit,
    why,
    tree,
    output: excerpt,
    ...doubted(proof),
  };
};
/** All criteria of a unit with their numbers, as its judge sees them. `noun`: the key of the unit's id. */
export const criteriaToJudge = (unit: Unit, noun: string): readonly object[] =>
  unit.criteria.map((one, at) => {
    const named = { [noun]: unit.id, criterion: at + 1, text: one.text };
    const waived = one.waived ?? unit.waived;
    if (waived !== null)
      return { ...named, not_to_be_judged: `let go by ${waived.by}: ${waived.reason}` };
    return {
      ...named,
      check: one.check,
      check_chosen_by: one.chosenBy,
      passed_before_the_work: one.before?.passed ?? "not known",
      proof: proofOf(one),
    };
  });

/** What agents said of their own work, and what an adopted folder says. */
export const claimsOf = (
  { id, said, claims, criteria, found, worker }: Unit,
  noun: string,
): readonly object[] => [
  ...(said === null
    ? []
    : [{ [noun]: id, claim_by: said.by, summary: said.summary, concerns: said.concerns }]),
  ...[{ claims }, ...criteria].flatMap((of, at) =>
    of.claims.slice(-1).map(({ by, command, path, text }) => ({
      [noun]: id,
      ...(at === 0 ? {} : { criterion: at }),
      claim_by: by,
      command,
      path,
      text,
    })),
  ),
  ...found.map((one) => ({
    [noun]: id,
    claim_by: worker,
    found: one.criteria,
    command: one.command,
    text: one.output,
  })),
];

/** Why the attempt before was returned, and what red checks last showed, if that isn't the reason itself. */
export const lastAttempt = (unit: Unit): string | null => {
  const { returned } = unit;
  if (returned === null) return null;
  const red = numbered(unit).filter(
    ({ criterion }) => criterion.proof?.by === "engine" && !isShown(criterion),
  );
  return paragraphs([
    `## The attempt before\n\nAttempt ${returned.n} was returned (${oneLine(returned.kind)}). It may have left changes in the tree: look before you go on.`,
    fenced(returned.reason),
    returned.kind === "checks"
      ? null
      : quoted("Its checks last showed:", red.map(criterionFailure).join("\n\n")),
  ]);
};

/** A person's answers to questions about a unit. */
export const answered = (words: string, { questions }: Work, unit: string): string | null =>
  quoted(
    words,
    questions.flatMap((one) =>
      one.unit === unit && one.answer !== null ? [{ question: one.text, answer: one.answer }] : [],
    ),
  );

/** What a unit waited for, with the workers' summaries. */
export const blockers = (words: string, state: Work, { after }: Unit): string | null =>
  quoted(
    words,
    after.flatMap((id) => {
      const one = find(state, id);
      if (one === undefined) return [];
      const { title, said, waived, status } = one;
      return [
        {
          id,
          title,
          ...(said === null ? {} : { summary: said.summary }),
          ...(waived === null
            ? {}
            : status === "skipped"
              ? { skipped: "a person left it out: nothing of it is there" }
              : { waived: `a person let it go without proof: ${waived.reason}` }),
        },
      ];
    }),
  );

/** Changed files, with tests, manifests and build scripts apart. */
export const changes = (words: string, { changed }: Work, facts: Facts): string => {
  const all: readonly { readonly path: Path }[] =
    facts.changed.length > 0 ? facts.changed : changed.map((path) => ({ path }));
  return paragraphs([
    words,
    all.length === 0 ? "Nothing, as far as the engine can see." : fencedJson(all),
    quoted(
      "Of these, tests, manifests and build scripts:",
      all.filter(({ path }) => isCheckFile(path)),
    ),
  ]);
};

export const bypassed = (words: string, { bypasses }: Work, noun: string): string | null =>
  quoted(
    words,
    bypasses.map(({ unit, ...rest }) => ({ [noun]: unit, ...rest })),
  );

/** Issues of the last verdict. Its round isn't named. */
export const earlierIssues = (words: string, { verdict }: Work, noun: string): string | null =>
  quoted(
    words,
    (verdict?.issues ?? []).map(({ summary, unit, criterion, doneWhen }) => ({
      summary,
      [noun]: unit,
      criterion,
      done_when: doneWhen,
    })),
  );

/** Where a document of the plan is, and whether it is still the approved one. `words`: `The design`. */
export const planDocument = (
  words: string,
  { documents, plan }: Work,
  { folder, path }: { readonly folder: Path; readonly path: Path },
): string => {
  const now = documents[path];
  if (now === undefined) return `${words}: there is none.`;
  return `${words}: \`${folder}/${path}\`${now === plan.documents[path] ? "" : ". It was changed after the plan was approved."}`;
};
