// Verb `cairn export`: writes a run, or all runs as a backup, to a file that can be verified.
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { folderFor, unreadable, writeLines } from "../files/line-file.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { has, last } from "../flags/args.ts";
import { cleanJson } from "../terminal/clean.ts";
import type { System } from "../../runtime/system.ts";
import { pick } from "../pick/pick.ts";
import { asTyped } from "../../core/words/shell-word.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";
import { howMany } from "../../core/words/how-many.ts";

const exportName = (run: string, version: number): string => `${run}-${version}.jsonl`;

/** null: not a folder; its kind is reported when it is read. */
const namesIn = (path: string): readonly string[] | null => {
  try {
    return readdirSync(path);
  } catch (error) {
    if (
      error instanceof Error &&
      "code" in error &&
      ["ENOENT", "ENOTDIR", "ELOOP"].includes(String(error.code))
    )
      return null;
    throw unreadable(path, "read", error);
  }
};

/** The newest file of each run in a folder; null: the path isn't a folder. Fault FILE_UNREADABLE. */
export const exportsIn = (path: string): readonly string[] | null => {
  const names = namesIn(path);
  if (names === null) return null;
  const newest = new Map<string, number>();
  for (const name of names) {
    // Only names as written by export, which separate file name and number.
    const [, run, version] = /^([0-9a-z]+)-([1-9]\d{0,14})\.jsonl$/u.exec(name) ?? [];
    if (run !== undefined) newest.set(run, Math.max(newest.get(run) ?? 0, Number(version)));
  }
  return [...newest]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([run, version]) => join(path, exportName(run, version)));
};

/** The argument as given, to be typed again; one with a leading dash would be read as a flag. */
const word = (said: string, path: string): string => asTyped(said.startsWith("-") ? path : said);

/** One file per run, named by id and version: an existing name is the same run at the same version. */
const exportAll = async (
  context: Context,
  system: System,
  outputs: boolean,
): Promise<Answer | Refusal> => {
  const to = last(context.given, "to");
  if (to === null || context.words.length > 0)
    return refuse("USAGE", to === null ? "all runs go into a folder" : "--all takes no run", {
      fits: "cairn export --all --to FOLDER",
    });
  const folder = resolve(context.cwd, to);
  folderFor(folder);
  const files: {
    readonly run: string;
    readonly events: number;
    readonly file: string;
    readonly fresh: boolean;
  }[] = [];
  for (const { run } of await system.runs()) {
    const exported = await system.export(run, outputs);
    if (isRefusal(exported)) return exported;
    const file = join(folder, exportName(run, exported.events));
    const fresh = (await writeLines(file, exported.lines)) !== null;
    files.push({ run, events: exported.events, file, fresh });
  }
  const fresh = files.filter((one) => one.fresh).length;
  const there = files.length - fresh;
  return {
    exit: exits.done,
    json: { files },
    text: () =>
      `${howMany(fresh, "run")} written to ${folder}${there === 0 ? "" : `, ${there} as before`}\n  bring all of them back: cairn restore ${word(to, folder)}`,
  };
};

export const exportVerb: Verb = {
  name: "export",
  views: true,
  summary:
    "write a run as text, one JSON line an event, its chain intact; or all of them, as a backup",
  args: [
    {
      word: "RUN",
      must: false,
      means: "the run; the only live one if not said, else the only one that is over",
    },
  ],
  options: {
    to: { means: "a new file; standard output if not said. With --all a folder", word: "FILE" },
    all: {
      means: "every run, each as a file RUN-VERSION.jsonl; what is there already is left as it is",
      word: null,
    },
    "without-outputs": {
      means: "leave out the outputs that were kept as proof: they may be large, and say much",
      word: null,
    },
  },
  example: [
    "cairn export 0198f3 --to login.jsonl",
    "cairn export 0198f3 | gzip > login.jsonl.gz",
    "cairn export --all --to ~/backup",
  ],
  run: async (context): Promise<Answer | Refusal> => {
    const system = await context.system();
    const outputs = !has(context.given, "without-outputs");
    if (has(context.given, "all")) return exportAll(context, system, outputs);
    const picked = await pick(context, system, { over: "only" });
    if (isRefusal(picked)) return picked;
    const { run } = picked.card;
    const exported = await system.export(run, outputs);
    if (isRefusal(exported)) return exported;
    const { events, lines } = exported;
    const to = last(context.given, "to");
    if (to === null) {
      for await (const line of lines) {
        const value: unknown = JSON.parse(line);
        context.tell({ json: value, text: () => cleanJson(line) });
      }
      return { exit: exits.done };
    }
    const path = resolve(context.cwd, to);
    if ((await writeLines(path, lines)) === null)
      return refuse("FILE_PRESENT", `${path} is there already`, {
        fits: "name a file that isn't there yet",
      });
    return {
      exit: exits.done,
      json: { run, events, file: path },
      text: () =>
        `${howMany(events, "event")} of run ${run} in ${path}\n  check it or bring it back: cairn restore ${word(to, path)} --dry-run`,
    };
  },
};
