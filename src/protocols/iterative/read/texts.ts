// Reader of a found folder's brief, context and lessons; ignores unfilled templates.
import type { RunFiles } from "../check/folder.ts";
import { isSame } from "../commands/guardrails.ts";
import { unstated } from "../files/guardrails.ts";
import { contextWords, guardrailsLimit, taskLimit } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import type { IterativeCommands } from "../commands.ts";
import { modeOf, namedDomain } from "../request-words.ts";
import type { Domain, Mode, UnitId } from "../state.ts";
import { aside, type Gathered, quoted } from "./gathering.ts";

type Found = IterativeCommands["Adopt"]["data"]["found"];

const byLetter: Readonly<Record<string, Domain>> = {
  R: "research",
  D: "writing",
  A: "analysis",
  P: "planning",
};

/** From brief.md, else state.json, else the letter of the first unit's id. */
export const domainOf = (
  { brief, state, plan }: RunFiles,
  mode: Mode,
  first: UnitId | null,
  into: Gathered,
): Domain => {
  const said = [brief?.domain, plan?.domain, state?.domain]
    .map((one) => one ?? "")
    .filter((one) => one !== "");
  for (const one of said) {
    const named = namedDomain(one);
    if (named !== null && modeOf(named.domain) === mode) return named.domain;
    into.corrections.push(`DOMAIN_UNFIT: the domain ${quoted(one)} is none of a run in ${mode}`);
  }
  return mode === "development" ? "feature" : (byLetter[first?.slice(0, 1) ?? ""] ?? "research");
};

/** The brief's title, else that of the plan file or context.md; reports different ones. */
export const titleFound = ({ brief, plan, context }: RunFiles, into: Gathered): string | null => {
  const heads = [brief, plan, context].flatMap((doc) => {
    const title = oneLine(doc?.title ?? "", taskLimit);
    return doc === null || title === "" ? [] : [{ path: doc.path, title }];
  });
  const [first, ...others] = heads;
  if (first === undefined) return null;
  const whose =
    brief === null || first.path !== brief.path ? `that of ${first.path}` : "the brief's title";
  for (const { path, title } of others)
    if (title !== first.title)
      into.corrections.push(`TITLE_CHANGED: ${path} is headed ${quoted(title)}; ${whose} counts`);
  return first.title;
};

export const briefFound = ({ brief }: RunFiles, title: string, domain: Domain): Found["brief"] => {
  if (brief === null || ((brief.outcome ?? "") === "" && (brief.doneWhen ?? []).length === 0))
    return null;
  const { outcome, doneWhen, constraints, notes } = brief;
  return {
    title,
    domain,
    outcome: outcome ?? "",
    done_when: doneWhen ?? [],
    constraints: constraints ?? [],
    notes: notes ?? "",
  };
};

/** A text too long for every pass is kept unchanged. */
export const contextFound = (
  { context }: RunFiles,
  ids: readonly UnitId[],
  into: Gathered,
): Found["context"] => {
  if (context === null) return null;
  const { goal, approach, keyFiles, patterns, signals, words, text } = context;
  if (words >= contextWords)
    into.corrections.push(
      `CONTEXT_LONG: context.md has ${words} words, and stays as it is until it is set anew`,
    );
  for (const [id, words] of signals ?? [])
    if (!ids.includes(id))
      aside(
        into,
        context.path,
        `UNIT_UNKNOWN: a signal of ${quoted(id)}, which isn't in the plan`,
        `${id}: ${words}`,
      );
  const isEmpty =
    [goal, approach].every((one) => (one ?? "") === "") &&
    [keyFiles, patterns, signals].every((one) => (one ?? []).length === 0);
  if (isEmpty && words < contextWords) return null;
  return {
    goal: goal ?? "",
    approach: approach ?? "",
    key_files: keyFiles ?? [],
    patterns: patterns ?? [],
    signals: Object.fromEntries(signals ?? []),
    whole: words >= contextWords ? text : null,
  };
};

export const guardrailsFound = ({ guardrails }: RunFiles, into: Gathered): Found["guardrails"] => {
  const path = guardrails?.path ?? "guardrails.md";
  for (const { name, raw } of guardrails?.unreadable ?? [])
    aside(into, path, `ENTRY_UNREADABLE: ${quoted(name)} says no solution`, raw);
  const list: Found["guardrails"][number][] = [];
  for (const { name, when, problem, solution, learned, raw } of guardrails?.patterns ?? []) {
    const one = { name, when, problem: problem === "" ? unstated : problem, solution, learned };
    if (list.some((other) => isSame(other, one))) continue;
    if (list.length < guardrailsLimit) list.push(one);
    else
      aside(
        into,
        path,
        `GUARDRAIL_EXCESSIVE: ${quoted(name)} is beyond the ${guardrailsLimit} that are read`,
        raw,
      );
  }
  return list;
};
