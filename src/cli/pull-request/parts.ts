// The runs of one pull request: a run that began on another one's branch goes on with that one's.
import { isRecord } from "../../core/record.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Card, Recorded } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";
import { type Picture, pictureOf } from "../picture.ts";
import { bodyOf, titleOf, type Told } from "./body.ts";
import type { Request } from "./send.ts";

type Work = NonNullable<Picture["work"]>;
/** What one run brings to it. `onto`: the branch that it began on; null: none was checked out. */
export type Part = Told & { readonly work: Work; readonly onto: string | null };

const ontoOf = (log: readonly Recorded[]): string | null => {
  const set = log.find(({ type }) => type === "BaseSet");
  const branch = isRecord(set?.data) ? set.data["branch"] : null;
  return typeof branch === "string" ? branch : null;
};

const partOf = async (system: System, { run }: Card, picture: Picture): Promise<Part | Refusal> => {
  const { work } = picture;
  const made = await (await system.delivery()).diff(run, null);
  if (isRefusal(made)) return made;
  if (work === undefined || work.landed === 0)
    return refuse("LANDING_NONE", `nothing of ${run} has landed yet`, {
      fits: `\`cairn status ${run}\` says what waits`,
    });
  const loaded = await system.load(run);
  if (isRefusal(loaded)) return loaded;
  const attempts = await system.timeline(run);
  if (isRefusal(attempts)) return attempts;
  const log = await system.log(run);
  const criteria = loaded.protocol.evidence(loaded.state, log).filter(({ counts }) => counts);
  return { picture, criteria, made, attempts, work, onto: ontoOf(log) };
};

/** The run whose branch it is; null: it is no run's, or of one that was dropped. A branch's name ends with the beginning of its run's. */
const runOf = async (
  system: System,
  branch: string | null,
): Promise<{ readonly card: Card; readonly picture: Picture } | null> => {
  if (branch === null || !/^cairn[/-]/u.test(branch)) return null;
  for (const card of await system.runs()) {
    if (!branch.includes(card.run.slice(0, 4))) continue;
    const picture = await pictureOf(system, card);
    if (!isRefusal(picture) && picture.work?.branch === branch && !picture.work.dropped)
      return { card, picture };
  }
  return null;
};

/** That of the run, and then those of the runs before it. Refused: LANDING_NONE, PLACE_NONE, PLACES_DROPPED. */
export const partsOf = async (
  system: System,
  card: Card,
): Promise<readonly [Part, ...Part[]] | Refusal> => {
  const picture = await pictureOf(system, card);
  if (isRefusal(picture)) return picture;
  const own = await partOf(system, card, picture);
  if (isRefusal(own)) return own;
  const before = await runOf(system, own.onto);
  if (before === null || before.card.run === card.run) return [own];
  const parts = await partsOf(system, before.card);
  return isRefusal(parts) ? [own] : [own, ...parts];
};

/** A forge takes about 65,000 characters. */
const mostText = 60_000;

const bodyOfAll = ([newest, ...before]: readonly [Part, ...Part[]]): string => {
  const told = before.map((part) => `# Before that: ${titleOf(part.picture)}\n\n${bodyOf(part)}`);
  const text = [bodyOf(newest), ...told].join("\n");
  return text.length <= mostText
    ? text
    : `${text.slice(0, mostText).toWellFormed()}\n\n… (\`cairn evidence ${newest.picture.run}\` shows the rest)\n`;
};

/** As the first of them began it, with what the last one came to. */
export const requestOf = (parts: readonly [Part, ...Part[]]): Request => {
  const [newest] = parts;
  const first = parts.at(-1) ?? newest;
  return {
    run: newest.picture.run,
    branch: first.work.branch,
    head: newest.work.head,
    onto: first.onto,
    title: titleOf(first.picture),
    body: bodyOfAll(parts),
    draft: newest.picture.good !== true,
  };
};
