// Runs of one pull request: a run that began on another one's branch continues that one's.
import { isRecord } from "../../core/json/record.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Card, Recorded } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";
import { type Picture, pictureOf } from "../text/picture.ts";
import { bodyOf, titleOf, type BodyContents } from "./body.ts";
import type { Request } from "./send.ts";

type Work = NonNullable<Picture["work"]>;
/** One run's contribution. `onto`: the branch that it began on; null: none was checked out. */
export type Part = BodyContents & { readonly work: Work; readonly onto: string | null };

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
  const log = await system.log(run);
  const criteria = loaded.protocol.evidence(loaded.state, log).filter(({ counts }) => counts);
  return { picture, criteria, made, work, onto: ontoOf(log) };
};

/** The run of a branch, whose name ends with the beginning of the run's id; null: no run's, or of a dropped one. */
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

/** The run's part, followed by those of earlier runs. Refused: LANDING_NONE, PLACE_NONE, PLACES_DROPPED. */
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

/** A forge accepts about 65,000 characters. */
const mostText = 60_000;

const bodyOfAll = ([newest, ...before]: readonly [Part, ...Part[]]): string => {
  const told = before.map((part) => `# Before that: ${titleOf(part.picture)}\n\n${bodyOf(part)}`);
  const text = [bodyOf(newest), ...told].join("\n");
  return text.length <= mostText
    ? text
    : `${text.slice(0, mostText).toWellFormed()}\n\n… (\`cairn evidence ${newest.picture.run}\` shows the rest)\n`;
};

/** Titled by the first part, with the last one's result. */
export const requestOf = (parts: readonly [Part, ...Part[]]): Request => {
  const [newest] = parts;
  const first = parts.at(-1) ?? newest;
  return {
    run: newest.picture.run,
    branch: first.work.branch,
    head: newest.work.head,
    base: first.work.base,
    onto: first.onto,
    title: titleOf(first.picture),
    body: bodyOfAll(parts),
    draft: newest.picture.good !== true,
  };
};
