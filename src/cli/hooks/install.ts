// Verb `cairn setup hooks install` and `remove`: edits of an agent program's settings, each reported.
import { existsSync, realpathSync } from "node:fs";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import { quoted } from "../../core/words/shell-word.ts";
import type { Program } from "../../hooks/programs.ts";
import { has, type Options } from "../flags/args.ts";
import { launcher } from "../launcher.ts";
import { suggestion } from "../help/nearest.ts";
import { onPath } from "../files/on-path.ts";
import { readOwn, replaceOwn } from "../files/own-file.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";

type Change = {
  readonly program: Program;
  readonly path: string;
  readonly before: string | null;
  readonly text: string;
};

const options: Options = {
  project: {
    means: "into the settings of this working tree; so it is where nothing is said",
    word: null,
  },
  user: { means: "into your own settings, which count in every folder", word: null },
  "dry-run": { means: "show what would be written, and write nothing", word: null },
};
const argsOf = (usual: string): Verb["args"] => [
  {
    word: "PROGRAM",
    must: false,
    many: true,
    means: `claude-code, codex, gemini, qwen; if not said, ${usual}`,
  },
];

/** `cairn` if that is this very program, so that settings can be shared; else its full path. `found`: tests its existence. */
const cairnIn = (env: NodeJS.ProcessEnv): { readonly typed: string; readonly found: string } => {
  const [here, there] = [launcher(), onPath("cairn", env)];
  if (there !== null && realpathSync(there) === realpathSync(here))
    return { typed: "cairn", found: "command -v cairn >/dev/null" };
  return { typed: `${quoted(process.execPath)} ${quoted(here)}`, found: `[ -e ${quoted(here)} ]` };
};

const chosen = (
  programs: readonly Program[],
  context: Context,
  usual: (program: Program) => boolean,
): readonly Program[] | Refusal => {
  const names = programs.map(({ name }) => name);
  const wrong = context.words.find((word) => !names.includes(word));
  if (wrong !== undefined)
    return refuse("PROGRAM_UNKNOWN", `nothing is known of hooks of ${wrong.slice(0, 64)}`, {
      fits: suggestion(wrong, names),
    });
  const found = programs.filter((program) =>
    context.words.length === 0 ? usual(program) : context.words.includes(program.name),
  );
  return found.length > 0
    ? found
    : refuse("PROGRAM_MISSING", "none of the programs that have hooks is on PATH", {
        fits: `name one: ${names.join(", ")}`,
      });
};

const told = async (
  context: Context,
  changes: readonly Change[],
  done: "installed" | "removed",
): Promise<Answer> => {
  const dry = has(context.given, "dry-run");
  const due = changes.filter(({ before, text }) => text !== (before ?? ""));
  if (!dry) for (const { path, text } of due) replaceOwn(path, text, 0o600);
  const stays = done === "installed" ? "has them already" : "has none of cairn's";
  return {
    exit: exits.done,
    json: {
      files: due.map(({ path }) => path),
      dry,
      programs: changes.map(({ program, path }) => ({
        name: program.name,
        path,
        changed: due.some((one) => one.path === path),
      })),
    },
    text: () =>
      changes
        .flatMap((change) => {
          const { program, path, text } = change;
          if (!due.includes(change))
            return [`${program.name}: ${path} ${stays}, and stays as it is`];
          const verb = done === "installed" ? "hooks are put into" : "hooks are taken out of";
          return [
            `${program.name}: ${dry ? verb.replace("are", "would be") : verb} ${path}`,
            ...(dry ? [text.trimEnd()] : []),
            ...(done === "removed" && text.trim() === "{}"
              ? ["  nothing else stands in it: it may go"]
              : []),
            ...(done === "installed" && program.besides !== null ? [`  ${program.besides}`] : []),
          ];
        })
        .concat(
          done === "installed"
            ? [
                "they count from the next conversation on; CAIRN_HOOKS=off in the environment switches them off",
              ]
            : [],
        )
        .join("\n"),
  };
};

const change = async (
  context: Context,
  done: "installed" | "removed",
  make: (text: string, program: Program) => string | Refusal,
): Promise<Answer | Refusal> => {
  if (has(context.given, "user") && has(context.given, "project"))
    return refuse("USAGE", "--user and --project are two places", { fits: "one of them" });
  const { programs, settingsFile } = await import("../../hooks/programs.ts");
  const root = has(context.given, "user") ? null : (await context.system()).root;
  const fileOf = (program: Program): string => settingsFile(program, root, context.env);
  const usual = (program: Program): boolean =>
    done === "removed" ? existsSync(fileOf(program)) : onPath(program.bin, context.env) !== null;
  const of =
    done === "removed" && context.words.length === 0 && !programs.some(usual)
      ? []
      : chosen(programs, context, usual);
  if (isRefusal(of)) return of;
  const changes: Change[] = [];
  for (const program of of) {
    const path = fileOf(program);
    const before = readOwn(path);
    if (isRefusal(before)) return before;
    if (before === null && done === "removed") continue;
    const text = make(before ?? "", program);
    // Checked before anything is written: all or nothing.
    if (isRefusal(text)) return { ...text, text: `${path}: ${text.text}`, path };
    changes.push({ program, path, before, text });
  }
  return changes.length === 0
    ? {
        exit: exits.done,
        json: { files: [], programs: [] },
        text: () => "no settings here have hooks of cairn's",
      }
    : told(context, changes, done);
};

export const install: Verb = {
  name: "setup hooks install",
  summary: "put cairn's hooks into the settings of agent programs, beside whatever stands there",
  args: argsOf("those that are on PATH"),
  options,
  example: [
    "cairn setup hooks install",
    "cairn setup hooks install claude-code --user",
    "cairn setup hooks install codex --dry-run",
  ],
  run: async (context) => {
    const { groupsFor, withHooks } = await import("../../hooks/settings.ts");
    const cairn = cairnIn(context.env);
    return change(context, "installed", (text, program) =>
      withHooks(text, groupsFor(program, cairn)),
    );
  },
};

export const remove: Verb = {
  name: "setup hooks remove",
  summary: "take cairn's hooks out of the settings of agent programs, and nothing else",
  args: argsOf("all that have settings here"),
  options,
  example: ["cairn setup hooks remove", "cairn setup hooks remove claude-code --user"],
  run: async (context) => {
    const { withoutHooks } = await import("../../hooks/settings.ts");
    return change(context, "removed", withoutHooks);
  },
};
