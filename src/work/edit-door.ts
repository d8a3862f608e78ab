// The door of hand edits: those of one look are read one after the other, each on a copy of the run as those before it left it.
import { admission, type Apply, type Order, type Reading } from "../core/admission.ts";
import type { Admitted, Edit } from "../core/dialect.ts";
import { bounded, notTaken, refusalsLast, silent, textEdit } from "../core/edits.ts";
import { inside, type Part, placedAt } from "../core/part.ts";
import type { Command, Event, Facts } from "../core/protocol.ts";
import { redact } from "../core/redact.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../core/refusal.ts";
import type { Path, Recorded, Time } from "../core/row.ts";
import { trial } from "../core/trial.ts";
import { type Asked, type Opened, opened } from "../kit/document/edits.ts";
import { fits } from "../kit/findings.ts";
import * as t from "../kit/schema.ts";
import type { Dialect, Rules } from "./dialect.ts";
import { jobBegun } from "./events/jobs.ts";
import { evidenceClaimed } from "./events/claims.ts";
import { life, type Work } from "./work.ts";

export type Trial = Rules & { readonly dialect: Dialect };
/** A document that was read before, in the same look. */
export type Earlier = { readonly edit: Opened; readonly refused: Refusal | null };
export type Reader = {
  /** Written freely: only that it changed is recorded. */
  isFree(path: Path): boolean;
  /** The order of reading; null: nothing reads it. */
  rank(state: Work, path: Path): number | null;
  read(state: Work, edit: Opened, earlier: readonly Earlier[]): Asked<Work>;
};

/** Commands of one file; more are no hand edit. */
const mostAsked = 2_000;

const seen = (
  { dialect }: Trial,
  state: Work,
  path: Path,
  { files }: Pick<Facts, "files">,
): Admitted => {
  const digest = (files[`${dialect.place(state)}/${path}`] ?? files[path])?.digest;
  const isNews = digest !== undefined && state.end === null && state.documents[path] !== digest;
  return {
    ...silent(path),
    commands: isNews ? [{ type: "SeeDocument", data: { path, digest } }] : [],
  };
};

const claimed = t.open({
  unit: t.text,
  criterion: t.optional(t.text),
  text: t.text,
  command: t.optional(t.text),
});
const saying = ({ unit, criterion = "", text }: t.Of<typeof claimed>, command = ""): string =>
  JSON.stringify([unit, criterion, redact(text), redact(command)]);
/** What was claimed by hand in the current attempt at each unit: said again from an old copy, it adds nothing. */
const saidBefore = (log: readonly Recorded[]): Map<string, Set<string>> => {
  const all = new Map<string, Set<string>>();
  for (const event of log) {
    if (jobBegun.is(event) && event.data.stage === "work") all.delete(event.data.unit);
    if (event.by.kind === "file" && evidenceClaimed.is(event)) {
      const { unit, criteria: criterion, text, command } = event.data;
      say(all, { unit, criterion, text, command });
    }
  }
  return all;
};
/** Some documents show a claim without its command. */
const say = (all: Map<string, Set<string>>, claim: t.Of<typeof claimed>): void => {
  const said = all.get(claim.unit) ?? new Set<string>();
  all.set(claim.unit, said.add(saying(claim, claim.command)).add(saying(claim)));
};
/** Each claim once, in whichever documents it was written. */
const once = (
  reading: Reading<Work, Command>,
  all: () => Map<string, Set<string>>,
): Reading<Work, Command> => {
  // An attempt that begins with this edit knows of no claims before it.
  for (const { unit } of reading.begins) if (unit !== undefined) all().delete(unit);
  const claims = reading.claims.filter(({ command: { type, data } }) => {
    if (type !== "ClaimEvidence" || !fits(claimed, data)) return true;
    const isKnown = all().get(data.unit)?.has(saying(data, data.command)) === true;
    say(all(), data);
    return !isKnown;
  });
  return { ...reading, claims, noted: reading.noted || claims.length < reading.claims.length };
};

/** A refusal names the deepest place that the document has; what follows from a refused beginning isn't told again. */
const tries = ({ decide, evolve }: Rules, whole: Part, at: Time): Apply<Work, Command> => {
  const placed = (refusal: Refusal, asked: Order<Command>): Refusal =>
    refuseAll(
      (refusal.more ?? [refusal])
        .slice(0, 20)
        .map((one) => placedAt(inside(whole, `${asked.at}${one.pointer ?? ""}`), one)),
    ) ?? refusal;
  const apply = trial<Work, Command, Event>({ decide, evolve }, at, placed);
  const lost = new Set<string>();
  return (state, asked) => {
    if (asked.unit !== undefined && lost.has(asked.unit)) return { state };
    const next = apply(state, asked);
    if (isRefusal(next) && asked.unit !== undefined) lost.add(asked.unit);
    return next;
  };
};

const unread = (path: Path): Refusal =>
  refuse("EDIT_UNREAD", `nothing reads edits of ${path}`, { path });
const archived = ({ run }: Work, path: Path): Refusal =>
  refuse("RUN_ARCHIVED", "the run is archived: its files tell what was", {
    path,
    fits: `a person: \`cairn unarchive ${run}\``,
  });

/** What edits of a run's documents mean; it answers, whatever they hold. */
export const admittedBy = (
  { isFree, rank, read }: Reader,
  rules: Trial,
  state: Work,
  edits: readonly Edit[],
  facts: Facts,
  log: readonly Recorded[],
): readonly Admitted[] => {
  const { dialect } = rules;
  let files: Readonly<Record<Path, string>> | null = null;
  const standing = (path: Path): string | null =>
    (files ??= dialect.write(state, log))[path] ?? null;
  const found = edits.map((edit) => {
    const { path } = edit;
    if (isFree(path)) return { is: seen(rules, state, path, facts) };
    const given = textEdit(edit);
    if (given === null) return { is: silent(path) };
    if (life(state) === "archived") return { is: notTaken(path, archived(state, path)) };
    const at = rank(state, path);
    if (at === null) return { is: notTaken(path, unread(path)) };
    const [last] = edit.former();
    const one = opened(path, given.text, last?.text ?? standing(path) ?? "");
    return isRefusal(one) ? { is: notTaken(path, one) } : { one, at };
  });
  const inOrder = found
    .flatMap(({ one, at }) => (one === undefined ? [] : [{ one, at }]))
    .toSorted(
      (a, b) => a.at - b.at || a.one.path.localeCompare(b.one.path, "en", { numeric: true }),
    );
  let said: Map<string, Set<string>> | null = null;
  let now = state;
  const earlier: Earlier[] = [];
  const taken = inOrder.flatMap(({ one }) => {
    const reading = once(
      bounded(read(now, one, earlier), mostAsked),
      () => (said ??= saidBefore(log)),
    );
    const {
      state: next,
      admitted,
      refused,
    } = admission(one.path, reading, now, tries(rules, one.now, facts.at));
    now = next;
    earlier.push({ edit: one, refused });
    return admitted;
  });
  return refusalsLast([...found.flatMap(({ is }) => is ?? []), ...taken]);
};
