// The reading of a found state file, with whatever is read otherwise than it stands there.
import type { Adopted, Source } from "../../../core/run-files.ts";
import { extrasLines, withinLimit } from "../../../kit/document/found-extras.ts";
import { placesOf } from "../../../core/json/places.ts";
import { isRefusal, refuse, type Refusal } from "../../../core/refusal.ts";
import { sentences } from "../../../kit/document/remark-sentences.ts";
import { extrasLimit } from "../limits.ts";
import { home, prdBeside, stateFile } from "../manifest.ts";
import type { StigmergyCommand } from "../commands.ts";
import { isStateFile } from "./form.ts";
import { type Kind, type Note, notes } from "./notes.ts";
import { opened } from "./opened.ts";
import { runIn } from "./state-json.ts";

/** Each kind of note once, at its first position. */
const grouped = (list: readonly Note[], kinds: readonly Kind[]): readonly Note[] => {
  const groups = Map.groupBy(
    list.filter(({ kind }) => kinds.includes(kind)),
    ({ code, message }) => `${code}: ${message}`,
  );
  return [...groups.values()].flatMap(([first]) => first ?? []);
};

const refusalsOf = (list: readonly Note[], text: string): readonly Refusal[] => {
  const places = placesOf(text);
  return list.map(({ spot, code, message }) =>
    refuse(code, message, { path: stateFile, pointer: spot.pointer, ...places(spot.at) }),
  );
};

const broken = (list: readonly Note[], text: string): Refusal | null => {
  const [first, ...more] = refusalsOf(grouped(list, ["wrong"]), text);
  if (first === undefined) return null;
  const fits =
    first.code === "SCHEMA_UNKNOWN"
      ? 'a state file with "schema_version": "2.0", or an older one'
      : "mend it, then adopt it again";
  return { ...first, fits, ...(more.length === 0 ? {} : { more: [{ ...first, fits }, ...more] }) };
};

const old = (list: readonly Note[], text: string): Refusal | null => {
  const more = refusalsOf(grouped(list, ["old"]), text);
  if (more.length === 0) return null;
  const said = more.slice(0, 12).map((one) => `${one.pointer ?? ""}: ${one.text}`);
  const rest = more.length > said.length ? `, and ${more.length - said.length} more` : "";
  return refuse(
    "SCHEMA_OLD",
    `it is an older form of the state file; these would be read otherwise: ${said.join("; ")}${rest}`,
    {
      path: stateFile,
      fits: "--convert takes it over so; --dry-run with it shows all that would change",
      more,
    },
  );
};

/** Adopts a state file; null if it isn't one. Refusals: PLACE_UNFIT, FILE_BROKEN, SCHEMA_OLD, SCHEMA_UNKNOWN, and invalid values with their positions. */
export const read = (found: Source): Adopted | Refusal | null => {
  const isHome = found.folder.endsWith(`/${home}`);
  const text = found.files[stateFile];
  const unread = found.unread.find(({ path }) => path === stateFile);
  if (text === undefined)
    return isHome && unread !== undefined
      ? refuse("FILE_BROKEN", `${stateFile} can't be read: ${unread.why}`, {
          path: stateFile,
          fits: "mend it, then adopt it again",
        })
      : null;
  const root = opened(stateFile, text);
  if (isRefusal(root)) return isHome ? root : null;
  if (!isHome && !isStateFile(root)) return null;
  if (!isHome)
    return refuse("PLACE_UNFIT", "the file doesn't lie where a project's state does", {
      path: found.folder,
      fits: `${home}/${stateFile} in the working tree: put it there, then adopt it from there`,
    });
  const list = notes();
  const name = found.folder.split("/").at(-2) ?? "";
  const taken = runIn(
    { path: stateFile, text, root },
    { name, prd: found.files[prdBeside] ?? null },
    list,
  );
  const refused =
    broken(list.list, text) ?? (found.options["convert"] === true ? null : old(list.list, text));
  if (refused !== null || taken === null) return refused;
  const { extras, quarantined } = withinLimit(
    taken.extras,
    extrasLimit,
    ({ pointer }) => pointer,
    (place) => `the unknown keys at ${place}`,
    extrasLines,
  );
  const corrections = sentences(
    list.list.map(({ kind, ...note }) => ({
      ...note,
      severity: kind === "wrong" ? "error" : "warning",
    })),
  );
  const aside = quarantined.map(({ path, why }) => ({ path, why }));
  const start: StigmergyCommand = {
    type: "Adopt",
    data: {
      found: { ...taken, extras },
      corrections,
      quarantined: aside,
      digests: found.digests,
    },
  };
  return { start, corrections, quarantined };
};
