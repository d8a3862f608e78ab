// Verb `cairn template compose`: makes a template from a list of steps, or previews it.
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Written } from "../../runtime/system.ts";
import { all, has, last } from "../flags/args.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { findingLine } from "../text/finding-line.ts";
import { exits, type Context, type Verb } from "../verb.ts";
import { howMany } from "../../core/words/how-many.ts";
import { shownText } from "./template.ts";

const writtenText = ({ path, there, files, kept }: Written, shown: string): string =>
  [
    there
      ? `${path} has the same content already: nothing was written`
      : `${path} is written (${howMany(files.length, "file")} in all)`,
    ...(kept === null
      ? []
      : [`what the index held could not be read, and is kept: ${cleanLine(kept)}`]),
    "",
    shown,
  ].join("\n");

const readAs = (context: Context, word: string): Promise<string> =>
  context.read(word === "-" ? null : word);

/** Steps in order: those of a file, then those of flags. */
const linesOf = async (context: Context): Promise<readonly string[]> => {
  const file = last(context.given, "steps");
  const lines = file === null ? [] : (await readAs(context, file)).split(/\r\n|\n|\r/u);
  return [...lines, ...all(context.given, "step")];
};

const misuse = ({ given }: Context): Refusal | null => {
  const hasLines = has(given, "step") || has(given, "steps");
  if (has(given, "draft") === hasLines)
    return refuse(
      "USAGE",
      hasLines ? "steps come from a list or from a draft" : "it has no steps",
      { fits: "--step …, --steps FILE or --draft FILE" },
    );
  return null;
};

export const compose: Verb = {
  name: "template compose",
  summary:
    "make a template from a list of steps, with checkpoints where work is handed over; never over another",
  args: [{ word: "NAME", must: true, means: "what it is called" }],
  options: {
    step: {
      means:
        "a step: [& ]WORD[ !skip|!retry][: TEXT]; & puts it beside the one above, pause and checkpoint stop there",
      word: "STEP",
      many: true,
    },
    steps: {
      means: "a file with a step a line; # begins a comment, - is standard input",
      word: "FILE",
    },
    draft: { means: "the steps as a file intent.json has them; - is standard input", word: "FILE" },
    type: { means: "the kind of task, for its tags; default: custom", word: "TYPE" },
    means: { means: "a sentence for lists", word: "TEXT" },
    "no-checkpoints": { means: "put no checkpoint but those among the steps", word: null },
    auto: {
      means: "let all checkpoints go on by themselves, but pauses among the steps",
      word: null,
    },
    "dry-run": { means: "show the template, and write nothing", word: null },
  },
  example: [
    'cairn template compose "Feature TDD" --step plan --step "pause: Show the plan" --step execute --step review --step "& analyze: security of {scope}"',
    'cairn template compose "Nightly" --steps nightly.txt --auto --dry-run',
  ],
  run: async (context) => {
    const no = misuse(context);
    if (no !== null) return no;
    const { given } = context;
    const draft = last(given, "draft");
    const templates = await (await context.system()).templates();
    const dry = has(given, "dry-run");
    const made = await templates.compose(
      {
        name: context.words[0] ?? "",
        lines: await linesOf(context),
        draft: draft === null ? null : await readAs(context, draft),
        type: last(given, "type"),
        means: last(given, "means"),
        checkpoints: !has(given, "no-checkpoints"),
        auto: has(given, "auto"),
      },
      dry,
    );
    if (isRefusal(made)) return made;
    const protocol = await templates.protocol();
    if (isRefusal(protocol)) return protocol;
    const shown = await templates.show({ path: made.path, text: made.text });
    if (isRefusal(shown)) return shown;
    // The preview includes them already.
    if (dry) for (const finding of made.findings) context.note(findingLine(finding));
    return {
      exit: exits.done,
      json: { ...made, ...(dry ? { dry } : {}) },
      text: (page) => (dry ? made.text : writtenText(made, shownText(shown, protocol, page))),
    };
  },
};
