// Reader of a found folder: whole before anything is made of it, and taken at its lowest.
import type { Adopted, Source } from "../../../core/run-files.ts";
import type { Event } from "../../../core/protocol.ts";
import { isRecord } from "../../../core/json/record.ts";
import { isRefusal, refuse, type Refusal } from "../../../core/refusal.ts";
import { findingsOf, type Remark, remarks } from "../../../kit/document/remarks.ts";
import { sentences } from "../../../kit/document/remark-sentences.ts";
import { isBroken, runsIn, type RunFiles, seenRun } from "../check/folder.ts";
import { taskLimit, titleLimit } from "../limits.ts";
import { saidIn } from "../markdown/entry.ts";
import type { FoundEntry } from "../markdown/progress.ts";
import { oneLine } from "../markdown/values.ts";
import type { IterativeCommand, IterativeCommands } from "../commands.ts";
import type { Mode } from "../state.ts";
import { foundUnits } from "./described.ts";
import { entriesOf, commitsIn, sortedEntries } from "./entries.ts";
import { extrasFound } from "./extras.ts";
import { aside, type Gathered, gathered, quoted } from "./gathering.ts";
import { phaseOf, planState } from "./phase.ts";
import { briefFound, contextFound, domainOf, guardrailsFound, titleFound } from "./texts.ts";
import { unitFound } from "./unit.ts";
import { type Where, whereOf, withoutDate } from "./where.ts";

type Run = IterativeCommands["Adopt"]["data"]["found"];

const stateFile = "state.json";

/** Returns null if state.json is readable or not required. */
const stateRefused = (seen: RunFiles, found: Source, list: readonly Remark[]): Refusal | null => {
  if (seen.state !== null || found.options["rebuild"] === true) return null;
  const unread = found.unread.find(({ path }) => path === stateFile);
  const { message, line, column } =
    findingsOf(list).find(({ path, severity }) => path === stateFile && severity === "error") ?? {};
  return refuse(
    "FILE_BROKEN",
    message ??
      (unread === undefined
        ? `${stateFile} isn't there`
        : `${stateFile} can't be read: ${unread.why}`),
    {
      path: stateFile,
      ...(line === undefined || column === undefined ? {} : { line, column }),
      fits: "mend it, or take the statuses from progress.md alone: --rebuild",
    },
  );
};

/** Other unreadable documents are skipped, but an existing plan and log must be readable. */
const documentRefused = (list: readonly Remark[]): Refusal | null => {
  const broken = findingsOf(list).find(
    ({ code, path }) => code === "FILE_BROKEN" && path !== stateFile,
  );
  return broken === undefined
    ? null
    : refuse("FILE_BROKEN", broken.message, {
        path: broken.path,
        line: broken.line,
        column: broken.column,
        fits: "mend it, or take it out of the folder",
      });
};

/** Without a state, commits come from entries, which name hashes but no subjects. */
const commitsNamed = (
  units: Run["units"],
  by: ReadonlyMap<string, readonly FoundEntry[]>,
): Run["commits"] =>
  units.flatMap(({ id }) =>
    (by.get(id) ?? []).flatMap((found) =>
      commitsIn([found]).map((hash) => ({
        hash,
        subject: oneLine((found.entry && saidIn(found.entry, "Did")) ?? id, titleLimit),
      })),
    ),
  );

const commitsOf = ({ state }: RunFiles, into: Gathered): Run["commits"] =>
  (state?.commits ?? []).flatMap(({ text }) => {
    const [, hash, subject] = /^([0-9a-f]{7,40}):[ \t]*(\S.*)$/u.exec(text) ?? [];
    if (hash !== undefined && subject !== undefined) return [{ hash, subject: oneLine(subject) }];
    aside(into, stateFile, `COMMIT_MALFORMED: ${quoted(text)} is left out`, text);
    return [];
  });

const currentOf = ({ state }: RunFiles, units: Run["units"]): Run["current"] => {
  const id = state?.current?.unit.toUpperCase() ?? null;
  const unit = units.find((one) => one.id === id);
  return unit === undefined
    ? null
    : { unit: unit.id, iteration: Math.max(0, Math.trunc(state?.current_iteration ?? unit.used)) };
};

const timeOf = (text: string | null | undefined): string | null =>
  text === null || text === undefined || Number.isNaN(Date.parse(text)) ? null : text;

/** Creation time if the state is missing or doesn't name it: the earliest time in other documents. */
const createdIn = ({ state, brief, plan, progress }: RunFiles): string | null =>
  timeOf(state?.created) ??
  timeOf(brief?.created) ??
  timeOf(plan?.created) ??
  timeOf(progress?.entries[0]?.entry?.time);

const namesOf = (
  { state }: RunFiles,
  { slug }: Where,
  into: Gathered,
): Pick<Run, "slug" | "task"> => {
  const said = state?.slug ?? null;
  if (said !== null && said !== slug && withoutDate(said) !== slug)
    into.corrections.push(
      `SLUG_MISMATCHED: the slug is ${quoted(said)} by state.json; the folder's name counts`,
    );
  const task = oneLine(state?.task ?? "", taskLimit);
  return { slug, task: task === "" ? slug : task };
};

const runOf = (seen: RunFiles, mode: Mode, where: Where, into: Gathered): Run => {
  const units = foundUnits(seen, mode, where, into);
  const ids = units.map(({ described }) => described.id);
  const by = sortedEntries(seen, ids, into);
  const found = units.map((unit) => {
    const { id } = unit.described;
    return unitFound(
      unit,
      entriesOf(by.get(id) ?? [], id),
      { archived: where.archived !== null, isLogged: seen.progress !== null },
      into,
    );
  });
  const names = namesOf(seen, where, into);
  const domain = domainOf(seen, mode, ids[0] ?? null, into);
  const title = titleFound(seen, into);
  const brief = briefFound(seen, title ?? names.task, domain);
  const phase = phaseOf(seen, found, brief, where.archived !== null, into);
  return {
    ...names,
    title,
    mode,
    domain,
    phase,
    archived: where.archived,
    brief,
    brief_at: timeOf(seen.brief?.created),
    plan: {
      state: planState(phase, found),
      notes: seen.plan?.notes ?? "",
      at: timeOf(seen.plan?.created),
    },
    context: contextFound(seen, ids, into),
    guardrails: guardrailsFound(seen, into),
    units: found,
    current: currentOf(seen, found),
    commits: seen.state === null ? commitsNamed(found, by) : commitsOf(seen, into),
    progress: (seen.progress?.entries ?? []).map(({ raw }) => raw),
    extras: extrasFound(seen, into),
    created: createdIn(seen),
    updated: timeOf(seen.state?.updated),
  };
};

/** Whether it is in a run's place, with a state that is unreadable or not required. */
const isPlaced = ({ files, unread, folder, options }: Source): boolean => {
  const text = files[stateFile];
  const mayBe =
    text === undefined
      ? unread.some(({ path }) => path === stateFile)
      : options["rebuild"] === true || isBroken(text);
  return mayBe && !isRefusal(whereOf(folder));
};

/** Includes what git and Outputs didn't confirm. */
const correctionsIn = (events: readonly Event[]): readonly string[] =>
  events.flatMap(({ type, data }) =>
    type === "RunAdopted" && isRecord(data) && Array.isArray(data["corrections"])
      ? data["corrections"].filter((one) => typeof one === "string")
      : [],
  );

/** Adopts a run's folder; null if it isn't one. Refusals: PLACE_UNFIT, FILE_BROKEN. */
export const read = (found: Source): Adopted | Refusal | null => {
  const isOurs = runsIn(found.files).includes("");
  if (!isOurs && !isPlaced(found)) return null;
  const where = whereOf(found.folder);
  if (isRefusal(where)) return where;
  const notes = remarks();
  const seen = seenRun(found.files, "", notes);
  const broken = stateRefused(seen, found, notes.list) ?? documentRefused(notes.list);
  if (broken !== null) return broken;
  if (seen.state === null && !isOurs)
    return refuse("FILE_BROKEN", "neither a plan nor a progress.md is there to go by", {
      path: stateFile,
      fits: "mend state.json",
    });
  const into = gathered();
  if (seen.mode === null)
    return refuse(
      "FILE_BROKEN",
      `nothing says whether it is development or knowledge: the mode is ${quoted(seen.state?.mode ?? "")}`,
      { path: stateFile, fits: '"mode": "development" or "knowledge"' },
    );
  const run = runOf(seen, seen.mode, where, into);
  const text = found.files[stateFile];
  if (seen.state === null && text !== undefined)
    aside(into, stateFile, "FILE_BROKEN: statuses come from progress.md alone", text);
  for (const { path, why } of found.unread) aside(into, path, `it can't be read: ${why}`);
  const corrections = [
    ...sentences(notes.list.filter(({ code }) => code !== "FILE_BROKEN")),
    ...into.corrections,
  ];
  const quarantined = into.quarantined.map(({ path, why }) => ({ path, why }));
  const start: IterativeCommand = {
    type: "Adopt",
    data: { found: run, corrections, quarantined, digests: found.digests },
  };
  return { start, corrections, quarantined: into.quarantined, afterwards: correctionsIn };
};
