// Verb `cairn restore`: imports an export and lists its trusted and untrusted parts.
import { resolve } from "node:path";
import { isRecord } from "../../core/json/record.ts";
import { Fault, isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Restored, TextLine } from "../../runtime/system.ts";
import { has } from "../flags/args.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { failed, refused } from "../failure.ts";
import { beside, type Page } from "../terminal/layout.ts";
import { linesOf } from "../files/line-file.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";
import { agentMayNot } from "../who.ts";
import { confirmed } from "./life.ts";
import { howMany } from "../../core/words/how-many.ts";

/** Asks for confirmation before adding to a run that is there. */
const addsSurely = async (
  context: Context,
  { run, before, version }: Restored,
): Promise<Refusal | null> => {
  const what = `this adds ${howMany(version - before, "event")} to run ${run}, which is there at version ${before}`;
  return before === 0 || version === before ? null : confirmed(context, what, `${what}. Go on?`);
};

const outcome = ({ run, before, version, events, folder }: Restored, dry: boolean): string => {
  if (version === before)
    return events < before
      ? `run ${run} is at version ${before} already, the export ends at ${events}: nothing ${dry ? "would be" : "was"} changed`
      : `run ${run} is at version ${before} already, as in the export: nothing ${dry ? "would be" : "was"} changed`;
  const added = howMany(version - before, "event");
  const what =
    before === 0
      ? `run ${run}: ${added}, files in ${folder}`
      : `run ${run}: ${added} added behind version ${before}`;
  return dry ? `would be restored: ${what}` : `restored: ${what}`;
};

const text = (restored: Restored, dry: boolean, page: Page): string => {
  const { findings, outputs, bad, run } = restored;
  return [
    outcome(restored, dry),
    ...(outputs === 0
      ? []
      : [`  ${howMany(outputs, "output")} ${dry ? "would come" : "came"} back`]),
    ...findings.flatMap(({ line, code, text: said }) =>
      beside("  ", cleanLine(`${line === 0 ? "" : `line ${line}: `}${code} ${said}`), page),
    ),
    ...(bad === 0
      ? []
      : [`  ${howMany(bad, "line")} can't be trusted, and the file stays as it is`]),
    ...(dry ? [] : [`  check it: cairn verify ${run}`]),
  ].join("\n");
};

const restoreFile = async (context: Context, path: string): Promise<Answer | Refusal> => {
  const system = await context.system();
  const lines = (): AsyncIterable<TextLine> => linesOf(path);
  const dry = has(context.given, "dry-run");
  const looked = await system.restore(lines, true);
  if (isRefusal(looked)) return looked;
  const agents = dry
    ? null
    : await agentMayNot(context, system, "bringing back events under the names that they bear");
  if (agents !== null) return agents;
  const no = dry ? null : await addsSurely(context, looked);
  if (no !== null) return no;
  const restored = dry ? looked : await system.restore(lines);
  if (isRefusal(restored)) return restored;
  const { run, protocol, before, version, events, outputs, findings, folder } = restored;
  return {
    exit: findings.some(({ severity }) => severity === "error") ? exits.damaged : exits.done,
    json: {
      run,
      protocol,
      events,
      added: version - before,
      version,
      folder,
      outputs,
      findings,
      ...(dry ? { dry } : {}),
    },
    text: (page) => text(restored, dry, page),
  };
};

/** An unreadable file affects only itself; bugs are thrown. */
const alone = async (context: Context, file: string): Promise<Answer> => {
  try {
    const answer = await restoreFile(context, file);
    return isRefusal(answer) ? refused(answer) : answer;
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "FILE_UNREADABLE") throw error;
    return failed(error);
  }
};

/** One after the other; a refusal of one doesn't affect the others. */
const restoreFolder = async (
  context: Context,
  folder: string,
  files: readonly string[],
): Promise<Answer | Refusal> => {
  if (files.length === 0)
    return refuse("EXPORT_MISSING", `no export is in ${folder}`, {
      fits: "name a file that `cairn export` wrote, or the folder of `cairn export --all --to FOLDER`",
    });
  const answers: { readonly file: string; readonly answer: Answer }[] = [];
  for (const file of files) {
    answers.push({ file, answer: await alone(context, file) });
  }
  return {
    exit: Math.max(...answers.map(({ answer }) => answer.exit)),
    json: {
      runs: answers.map(({ file, answer: { json } }) => ({
        file,
        ...(isRecord(json) ? json : {}),
      })),
    },
    text: (page) =>
      answers
        .map(({ file, answer }) => [`${file}:`, answer.text?.(page) ?? ""].join("\n"))
        .join("\n"),
  };
};

export const restore: Verb = {
  name: "restore",
  begins: true,
  summary:
    "bring back a run from an export, or all of them; verifies it first, adds only what is missing",
  args: [
    {
      word: "FILE",
      must: true,
      means: "what `cairn export` wrote; also the folder that `cairn export --all` wrote",
    },
  ],
  options: {
    "dry-run": { means: "verify it, say what would be done, and write nothing", word: null },
    yes: { means: "don't ask before adding to a run that is there", word: null, short: "y" },
  },
  example: [
    "cairn restore login.jsonl --dry-run",
    "cairn restore login.jsonl",
    "cairn restore ~/backup",
  ],
  run: async (context): Promise<Answer | Refusal> => {
    const [file = ""] = context.words;
    const path = resolve(context.cwd, file);
    const found = (await import("./export.ts")).exportsIn(path);
    return found === null ? restoreFile(context, path) : restoreFolder(context, path, found);
  },
};
