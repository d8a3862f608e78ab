// Verb `cairn show`: prints a run's state, a unit or a projected file, now or as of a version or time.
import { isRecord } from "../../core/record.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Time } from "../../core/row.ts";
import { last } from "../args.ts";
import { suggestion } from "../nearest.ts";
import { pick } from "../pick.ts";
import { type Answer, exits, type Verb } from "../verb.ts";

/** A version, or a time in any date format. */
const moment = (text: string): number | Time | Refusal => {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const time = Date.parse(text);
  return Number.isNaN(time)
    ? refuse("USAGE", `--at ${text.slice(0, 64)} is neither a version nor a time`, {
        fits: "--at=41 or --at=2026-01-08T12:30:00Z",
      })
    : new Date(time).toISOString();
};

type Listed = Readonly<Record<string, unknown>> & { readonly id: string };

const listed = (inner: unknown): readonly Listed[] => {
  const isListed = (one: unknown): one is Listed => isRecord(one) && typeof one["id"] === "string";
  return Array.isArray(inner) ? inner.filter(isListed) : [];
};

/** Units in lists of a list's items: stories of epics. */
const nested = (inner: unknown): readonly { readonly path: string; readonly unit: Listed }[] =>
  (Array.isArray(inner) ? inner.filter(isRecord) : []).flatMap((one, index) =>
    Object.entries(one).flatMap(([key, list]) =>
      listed(list).map((unit) => ({ path: `${index}/${key}`, unit })),
    ),
  );

/** A part of the state by name (`plan`), or a unit by its name in one of the top maps or lists (`2` of tasks, `T1` of units), or in their inner lists (`1.2` of an epic's stories). */
const unitOf = (
  state: unknown,
  unit: string,
): { readonly path: string; readonly value: unknown } | Refusal => {
  const top = isRecord(state) ? state : {};
  if (Object.hasOwn(top, unit)) return { path: unit, value: top[unit] };
  for (const [key, inner] of Object.entries(top)) {
    if (isRecord(inner) && Object.hasOwn(inner, unit))
      return { path: `${key}/${unit}`, value: inner[unit] };
    const found = listed(inner).find(({ id }) => id === unit);
    if (found !== undefined) return { path: `${key}/${unit}`, value: found };
  }
  for (const [key, inner] of Object.entries(top)) {
    const found = nested(inner).find((one) => one.unit.id === unit);
    if (found !== undefined) return { path: `${key}/${found.path}/${unit}`, value: found.unit };
  }
  const tasks = Object.values(top).flatMap((inner) =>
    isRecord(inner) && Object.values(inner).every(isRecord)
      ? Object.keys(inner)
      : [...listed(inner), ...nested(inner).map((one) => one.unit)].map(({ id }) => id),
  );
  return refuse("UNIT_UNKNOWN", `the state has no unit ${unit.slice(0, 64)}`, {
    fits: suggestion(unit, [...tasks, ...Object.keys(top)]),
  });
};

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

export const show: Verb = {
  name: "show",
  views: true,
  summary: "the state, one unit of it, or any projected file, now or then",
  args: [
    { word: "RUN", must: false, means: "the run; the only live one if not said" },
    {
      word: "UNIT",
      must: false,
      means: "a task or another part of the state; all of it if not said",
    },
  ],
  options: {
    at: { means: "as it was at this version, or at this time", word: "VERSION|TIME" },
    file: {
      means: "a projected file instead of the state, by its path in the run's folder",
      word: "PATH",
    },
  },
  example: ["cairn show 0198f3 2 --at 41", "cairn show 0198f3 --file tasks/2.json"],
  run: async (context): Promise<Answer | Refusal> => {
    const system = await context.system();
    const picked = await pick(context, system, { min: 0, max: 1, words: "[UNIT]", over: "newest" });
    if (isRefusal(picked)) return picked;
    const { card, rest } = picked;
    const [unit] = rest;
    const said = last(context.given, "at");
    const at = said === null ? undefined : moment(said);
    if (isRefusal(at)) return at;
    if (typeof at === "number" && (at < 1 || at > card.version))
      return refuse("VERSION_UNKNOWN", `run ${card.run} has no version ${at}`, {
        fits: `--at 1 to --at ${card.version}`,
      });
    const path = last(context.given, "file");
    if (path !== null) {
      if (unit !== undefined)
        return refuse("USAGE", "a unit and a file at once", { fits: "one of them" });
      const files = await system.files(card.run, at);
      if (isRefusal(files)) return files;
      const text = Object.hasOwn(files, path) ? files[path] : undefined;
      if (text === undefined)
        return refuse("FILE_UNKNOWN", `the run has no file ${path.slice(0, 200)}`, {
          fits: suggestion(path, Object.keys(files)),
        });
      return { exit: exits.done, json: { run: card.run, path, text }, text: () => text };
    }
    const state = await system.state(card.run, at);
    if (isRefusal(state)) return state;
    if (unit === undefined) return { exit: exits.done, json: state, text: () => pretty(state) };
    const found = unitOf(state, unit);
    return isRefusal(found)
      ? found
      : { exit: exits.done, json: found.value, text: () => pretty(found.value) };
  },
};
