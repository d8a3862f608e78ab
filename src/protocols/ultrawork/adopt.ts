// Adoption of a found session folder: what it says becomes a run, or nothing is touched.
import type { Adopted, Finding, Source } from "../../core/run-files.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../../core/refusal.ts";
import { isFree, sessionForm, teamForm } from "./folder.ts";
import type { Own } from "./own.ts";
import { documentName, isSessionFolder } from "./read/folder.ts";
import { foundRun } from "./read/found.ts";
import { judged } from "./read/reading.ts";

/** Refusal: PLACE_UNFIT. */
const placeOf = ({
  folder,
  userHome,
}: Source): Pick<Own, "home" | "team" | "session"> | Refusal => {
  const [, home = "", team = "", session = ""] =
    /^(.+)\/([^/]+)\/sessions\/([^/]+)$/u.exec(folder) ?? [];
  if (!teamForm.test(team) || !sessionForm.test(session))
    return refuse("PLACE_UNFIT", "the folder isn't where session folders are", {
      path: folder,
      fits: "HOME/TEAM/sessions/NAME: move it there, then adopt it from there",
    });
  const isBelow = userHome !== "/" && `${home}/`.startsWith(`${userHome}/`);
  return { home: isBelow ? `~${home.slice(userHome.length)}` : home, team, session };
};

const refusalOf = ({ code, message, path, pointer, line, column }: Finding): Refusal =>
  refuse(code, message, { path, pointer, line, column });
/** What is over is taken as over, whatever it claims: nothing of it is believed. */
const isWrong = ({ code, severity }: Finding): boolean =>
  severity === "error" && code !== "COMPLETE_UNPROVEN";
const adopted = (found: Source): Adopted | Refusal | null => {
  const unread = found.unread.filter(({ path }) => documentName(path) !== null || isFree(path));
  if (!isSessionFolder(found.files) && !unread.some(({ path }) => path === "session.json"))
    return null;
  const broken = unread.map(({ path, why }) => refuse("FILE_BROKEN", why, { path }));
  const read = judged(found.files, false);
  const place = placeOf(found);
  const errors = (read?.findings ?? []).filter(isWrong);
  const no = refuseAll([...broken, ...errors.map(refusalOf)]);
  const reading = read?.reading ?? null;
  const session = reading?.session ?? null;
  if (no !== null || read === null || reading === null || session === null) return no;
  if (isRefusal(place)) return place;
  const said: string[] = [];
  const run = foundRun({ ...reading, session }, place, (text) => void said.push(text));
  const corrections = [...new Set([...read.corrections, ...said])];
  const data = { found: run, corrections, digests: found.digests };
  return { start: { type: "Adopt", data }, corrections, quarantined: [] };
};
/**
 * Null if it is no session folder.
 * Refusals: those that `check` calls errors, FILE_BROKEN for files that can't be read, PLACE_UNFIT.
 */
export const read = (found: Source): Promise<Adopted | Refusal | null> =>
  Promise.resolve(adopted(found));
