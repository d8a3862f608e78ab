// Verb `cairn adopt`: takes over a folder begun elsewhere and lists all corrections.
import { resolve } from "node:path";
import { isRefusal } from "../../core/refusal.ts";
import type { AdoptedRun } from "../../runtime/system.ts";
import { has, last } from "../flags/args.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { isOver } from "../../core/over.ts";
import { displayPath } from "../../core/within.ts";
import { sentence } from "../flags/compose.ts";
import { beside, hung, type Page } from "../terminal/layout.ts";
import { exits, type Verb } from "../verb.ts";
import { speaker } from "../who.ts";
import { howMany } from "../../core/words/how-many.ts";

/** Maximum of shown list items; --json has all. */
const most = 20;

const listed = (title: string, lines: readonly string[], page: Page): readonly string[] => {
  if (lines.length === 0) return [];
  return [
    title,
    ...lines.slice(0, most).flatMap((line) => beside("  - ", cleanLine(line), page)),
    ...(lines.length > most ? [`  … and ${lines.length - most} more: --json shows all`] : []),
  ];
};

/** `Calc: 3 stories, 1 done`. */
const workText = ({ title, units }: AdoptedRun): string =>
  [title, units.map(({ kind, all, done }) => `${howMany(all, kind)}, ${done} done`).join("; ")]
    .filter((part) => part !== "")
    .join(": ");

const adoptedText = (
  adopted: AdoptedRun,
  dry: boolean,
  refused: string,
  next: string,
  page: Page,
): string => {
  const { run, folder, protocol, phase, files, corrections, quarantined, warnings } = adopted;
  return [
    dry
      ? `would be adopted as a run of ${protocol}, ${phase}; nothing was written: ${cleanLine(folder)}`
      : hung(
          `run ${run} is adopted, ${protocol}, ${phase}: ${howMany(files.length, "file")} in ${cleanLine(folder)}`,
          page,
          2,
        ),
    ...beside("  ", cleanLine(workText(adopted)), page),
    ...listed("read otherwise than it stands there:", corrections, page),
    ...listed(
      dry
        ? "would be put aside:"
        : `put aside, and kept below ${refused}/${run}/ as far as it could be read:`,
      quarantined.map(({ path, why }) => `${path}: ${why}`),
      page,
    ),
    ...warnings.map((line) => `warning  ${cleanLine(line)}`),
    dry ? "  adopt it: the same without --dry-run" : `  look: cairn status ${run}      ${next}`,
  ].join("\n");
};

export const adopt: Verb = {
  name: "adopt",
  begins: true,
  summary: "take over an existing folder of state files; its originals are kept byte for byte",
  args: [{ word: "PATH", must: true, means: "the folder, such as a session's" }],
  options: {
    "dry-run": {
      means: "show what would be taken, read otherwise and put aside, and write nothing",
      word: null,
    },
    rebuild: { means: "make an unreadable main file anew of the sound ones beside it", word: null },
    convert: {
      means: "take over an older form of the files, and say what was read otherwise",
      word: null,
    },
    goal: { means: "what was wanted, where the files don't say; also @FILE", word: "TEXT" },
    from: {
      means:
        "build the run from this snapshot, where the main file can't be read or isn't to count",
      word: "CHECKPOINT",
    },
    tasks: { means: "take tasks from this folder too, where they strayed", word: "DIR" },
  },
  example: [
    "cairn adopt ~/.claude/ultrawork/shop/sessions/abc --dry-run",
    "cairn adopt .claude/iterative/login --rebuild",
  ],
  run: async (context) => {
    const [path = ""] = context.words;
    const system = await context.system();
    const [dry, goal, tasks] = [
      has(context.given, "dry-run"),
      last(context.given, "goal"),
      last(context.given, "tasks"),
    ];
    const from = last(context.given, "from");
    const adopted = await system.adopt(resolve(context.cwd, path), {
      dry,
      by: await speaker(context, system),
      options: {
        ...(has(context.given, "rebuild") ? { rebuild: true } : {}),
        ...(has(context.given, "convert") ? { convert: true } : {}),
        ...(goal === null ? {} : { goal: await sentence(goal, context.read) }),
        ...(from === null ? {} : { from }),
        ...(tasks === null ? {} : { tasks: resolve(context.cwd, tasks) }),
      },
    });
    if (isRefusal(adopted)) return adopted;
    const card = dry ? null : await system.find(adopted.run);
    const isEnded = card !== null && !isRefusal(card) && isOver(card.life);
    const { run, protocol, version, folder, phase, files, ...told } = adopted;
    return {
      exit: exits.done,
      json: {
        run,
        adopted: { protocol, version, folder, phase, files },
        ...told,
        ...(dry ? { dry } : {}),
      },
      text: (page) =>
        adoptedText(
          adopted,
          dry,
          displayPath(system.root, `${system.workspace.home}/refused`),
          isEnded ? `it is over; put it away: cairn archive ${run}` : `next: cairn run ${run}`,
          page,
        ),
    };
  },
};
