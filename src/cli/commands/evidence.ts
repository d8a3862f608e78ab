// Verb `cairn evidence`: lists proofs and mere claims per criterion, with their freshness.
import { howMany } from "../../core/words/how-many.ts";
import { criterionLook, isJudged, proofKind } from "../../core/criterion-states.ts";
import { freshnessAsk, isFresh } from "../../core/checks/freshness.ts";
import type { Ask, Facts } from "../../core/protocol.ts";
import { evidenceOf, evidenceWords } from "../../core/words/evidence.ts";
import { redactions } from "../../core/secrets/redactions.ts";
import { shortId } from "../../core/words/short-id.ts";
import { Fault, isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Criterion, View } from "../../core/view.ts";
import type { System } from "../../runtime/system.ts";
import { has } from "../flags/args.ts";
import { clean, cleanLine } from "../../core/words/clean.ts";
import { beside, ends, fit, fitted, type Page, paint } from "../terminal/layout.ts";
import { pick } from "../pick/pick.ts";
import { ago, redactedWords } from "../text/words.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";

type Freshness = { readonly fresh: boolean | null };
type Rechecked = {
  readonly exit: number | null;
  readonly passed: boolean;
  readonly agrees: boolean;
  readonly why: string;
};
/** In the stored output. */
type Redacted = { readonly redacted: number };
type Shown = Criterion & Freshness & Redacted & { readonly recheck?: Rechecked | null };

const proofLine = (criterion: Shown, now: number): string | null => {
  const { proof, fresh } = criterion;
  if (proof === null) return null;
  const exit = proof.exit === null ? [] : [`exit ${proof.exit}`];
  const tree =
    proof.tree === null
      ? []
      : [
          `${proof.commit === undefined ? `tree ${proof.tree.slice(0, 8)}` : `commit ${shortId(proof.commit)}`}${fresh === null ? "" : fresh ? ", as it is now" : ", the tree has changed since"}`,
        ];
  return [
    `${proofKind(criterion)} by ${proof.by}`,
    ...exit,
    ...tree,
    ago(now - Date.parse(proof.at)),
  ].join(", ");
};

/** The end of a long output, unless one unit was requested; omissions are marked. */
const excerptLines = (excerpt: string, whole: boolean): readonly string[] => {
  const text = excerpt.trim();
  const before = (left: number): string =>
    `… ${howMany(left, "line")} before: name the unit to see all`;
  const kept = whole ? text : ends(text, 0, 6, before);
  return kept === "" ? [] : kept.split("\n").map((line) => `| ${line}`);
};

/** Columns before what stands below a criterion. */
const under = 6;

/** What was said of it, and by whom; of a long text the beginning, unless one unit was requested. */
export const claimLines = (claim: string, page: Page, whole: boolean): readonly string[] => {
  const text = clean(claim)
    .replace(/^\[claim (?:by|of) ([^\]\n]*)\] ?/gmu, "[claimed by $1, proves nothing] ")
    .replace(/^\[([^\]\n]*)\] ?(.*)/gmu, (_, by: string, said: string) =>
      said.trim() === "" ? by : `${by}: ${said}`,
    );
  const rows = beside("", text, page, under).join("\n");
  const more = (left: number): string =>
    `${" ".repeat(under)}… ${howMany(left, "line")} more: name the unit to see all`;
  return (whole ? rows : ends(rows, 4, 0, more)).split("\n");
};

/** @param wide columns of its state */
const lines = (
  criterion: Shown,
  page: Page,
  now: number,
  whole: boolean,
  wide: number,
): readonly string[] => {
  const { number, text, status, check, chosenBy, before, claim, waived, recheck, redacted } =
    criterion;
  const { word, shade } = criterionLook(criterion);
  const below = (said: string | null): readonly string[] =>
    said === null ? [] : [`${" ".repeat(under)}${fit(cleanLine(said), page.width - under)}`];
  const proof = proofLine(criterion, now);
  const excerpt =
    criterion.proof !== null && status === "failed"
      ? excerptLines(clean(criterion.proof.excerpt), whole)
      : [];
  const again =
    recheck === undefined || recheck === null
      ? null
      : `now: ${recheck.passed ? "passes" : `does not pass (${recheck.why})`}${recheck.agrees ? "" : ", unlike what is recorded"}`;
  return [
    ...beside(paint(page, shade, word), `${number} ${cleanLine(text)}`, page, wide),
    ...below(
      check === null
        ? null
        : `check: ${check}${chosenBy === null ? "" : ` (chosen by ${chosenBy})`}`,
    ),
    ...(proof === null ? [] : beside("", cleanLine(proof), page, under)),
    ...excerpt.flatMap(below),
    ...below(redacted === 0 ? null : `${redactedWords(redacted) ?? ""} of its output`),
    ...(criterion.doubts ?? []).flatMap(below),
    ...below(before === true ? "it held already before the work began" : null),
    ...below(again),
    ...(claim === null ? [] : claimLines(claim, page, whole)),
    ...below(waived === null ? null : `waived: ${waived}`),
  ];
};

/** Of one unit, counted as its run is. */
const metIn = (proved: readonly Shown[], of: number): View["evidence"] => {
  const judged = proved.filter(isJudged).length;
  return evidenceOf(proved.length - judged, { of, checks: proved.length - judged, judged });
};

/** What is met and how, and how much of that rests on a tree that no longer exists or isn't current. @param run of the whole run */
export const summary = (all: readonly Shown[], run: View["evidence"] | null): string => {
  const criteria = all.filter(({ counts }) => counts);
  const proved = criteria.filter(({ status }) => status === "proved");
  const old = proved.filter(({ fresh }) => fresh === false).length;
  const around = all.filter(({ counts, status }) => !counts && status === "proved").length;
  if (criteria.length === 0 && all.length > 0)
    return `${around} of ${howMany(all.length, "line")} proved`;
  const broken = criteria.filter(
    ({ recheck }) => recheck !== undefined && recheck !== null && !recheck.agrees,
  ).length;
  return [
    evidenceWords(run ?? metIn(proved, criteria.length)),
    ...(old === 0 ? [] : [`${old} of them on a tree that has changed since`]),
    ...(broken === 0 ? [] : [`${broken} now unlike what is recorded`]),
    ...(around === 0 ? [] : [`and ${howMany(around, "line")} about the whole`]),
  ].join(", ");
};

const text = (
  criteria: readonly Shown[],
  below: readonly string[],
  page: Page,
  now: number,
  run: View["evidence"] | null,
): string => {
  if (criteria.length === 0) return "no criteria yet";
  const whole = run === null;
  const units = Map.groupBy(criteria, ({ unit }) => unit);
  const wide = Math.max(8, ...criteria.map((one) => criterionLook(one).word.length)) + 1;
  return [
    ...[...units].flatMap(([unit, own]) => [
      paint(page, "strong", cleanLine(unit)),
      ...own.flatMap((criterion) => lines(criterion, page, now, whole, wide)),
    ]),
    fitted(summary(criteria, run), page),
    ...below.map((line) => fit(cleanLine(line), page.width)),
  ].join("\n");
};

/** Counted in the stored output, or in the excerpt if that is unreadable. */
const redactedIn = async (system: System, { proof }: Criterion): Promise<number> => {
  if (proof === null) return 0;
  try {
    const bytes = proof.digest === null ? null : await system.workspace.kept(proof.digest);
    return redactions(bytes === null ? proof.excerpt : new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof Fault) return redactions(proof.excerpt);
    throw error;
  }
};

const unmeasured = ["FOLDER_UNWRITABLE", "COMMIT_AWAY", "REMOTE_FAILED"];

/** null: can't be measured without write access or the commit; the record is shown anyway. */
const measured = async (
  context: Context,
  system: System,
  run: string,
  ask: Ask,
): Promise<Facts | Refusal | null> => {
  try {
    return await system.facts(run, ask);
  } catch (error) {
    if (!(error instanceof Fault && unmeasured.includes(error.code))) throw error;
    context.note(`warning whether a proof is of what is there now can't be told: ${error.message}`);
    return null;
  }
};

export const evidence: Verb = {
  name: "evidence",
  views: (given) => !has(given, "recheck"),
  summary: "each criterion with its proof, and claims apart from proofs",
  args: [
    { word: "RUN", must: false, means: "the run; the only live one if not said" },
    { word: "UNIT", must: false, means: "one task; all if not said" },
  ],
  options: {
    recheck: { means: "run the checks now and compare; nothing of it is recorded", word: null },
  },
  example: ["cairn evidence 0198f3", "cairn evidence 0198f3 2 --recheck"],
  run: async (context): Promise<Answer | Refusal> => {
    const system = await context.system();
    const picked = await pick(context, system, { words: "[UNIT]", over: "newest" });
    if (isRefusal(picked)) return picked;
    const { card, rest } = picked;
    const [unit] = rest;
    const criteria = await system.evidence(card.run, unit);
    if (isRefusal(criteria)) return criteria;
    if (unit !== undefined && criteria.length === 0)
      return refuse("UNIT_UNKNOWN", `no criteria of ${unit.slice(0, 64)}`, {
        fits: "`cairn evidence` lists all",
      });
    const ask = freshnessAsk(criteria);
    const facts = ask === null ? null : await measured(context, system, card.run, ask);
    if (isRefusal(facts)) return facts;
    const again = has(context.given, "recheck") ? await system.recheck(card.run, unit) : null;
    if (isRefusal(again)) return again;
    const counts = await Promise.all(criteria.map((criterion) => redactedIn(system, criterion)));
    const shown = criteria.map((criterion, index): Shown => {
      const redacted = counts[index] ?? 0;
      const fresh = isFresh(criterion, facts);
      const found = again?.find(
        (one) => one.unit === criterion.unit && one.number === criterion.number,
      );
      if (again === null) return { ...criterion, fresh, redacted };
      if (found === undefined) return { ...criterion, fresh, redacted, recheck: null };
      const { exit, passed, agrees, why } = found;
      return { ...criterion, fresh, redacted, recheck: { exit, passed, agrees, why } };
    });
    const view = await system.view(card.run);
    if (isRefusal(view)) return view;
    const { claims, bypasses } = view;
    const disagrees = again !== null && again.some(({ agrees }) => !agrees);
    return {
      exit: disagrees ? exits.damaged : exits.done,
      json: {
        run: card.run,
        tree: facts?.tree ?? null,
        criteria: shown,
        claims,
        bypasses,
      },
      // Claims and bypasses belong to the whole run and would seem to be the unit's.
      text: (page) =>
        (context.words.length > 0
          ? ""
          : `${fitted(`run ${card.run}: ${cleanLine(view.title)}`, page)}\n`) +
        text(
          shown,
          unit === undefined ? [...claims, ...bypasses.map((bypass) => `bypassed: ${bypass}`)] : [],
          page,
          context.now(),
          unit === undefined ? view.evidence : null,
        ),
    };
  },
};
