// Verb `cairn verify`: checks chain, anchors, files, outputs and commits; changes nothing.
import { firstOf, howMany } from "../../core/words/how-many.ts";
import { Fault, isRefusal, type Refusal } from "../../core/refusal.ts";
import {
  type CareFinding,
  finding,
  isDamage,
  type System,
  type Verified,
} from "../../runtime/system.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { orDamage } from "../damaged.ts";
import { beside, type Page, paint } from "../terminal/layout.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";

/** The result for a ledger that can't be opened. */
export const unopened = ({ message, hint }: Fault): Verified => ({
  events: 0,
  findings: [finding("LEDGER_DAMAGED", { fits: hint }, message)],
});

const verified = async (context: Context): Promise<Verified | Refusal> => {
  const [name] = context.words;
  const system = await context.system();
  if (name === undefined) return system.verify();
  // Not by `pick`, which would read edits and write files before they are compared.
  const card = await system.find(name);
  return isRefusal(card) ? card : system.verify(card.run);
};

/** How many others of a kind are named. */
const mostNamed = 20;
/** null: it stands alone. */
const nameOf = ({ version, subject }: CareFinding): string | null =>
  subject ?? (version === null ? null : `#${version}`);

/** Those of one kind in one run stand together: the first is told, the others are named. */
export const findingLines = (
  findings: readonly CareFinding[],
  page: Page,
  mark?: string,
): readonly string[] => {
  const groups = Map.groupBy(findings, (one) =>
    [one.code, one.run, one.fits, nameOf(one) === null ? one.text : ""].join(" "),
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { code, run, version, severity, text, fits, fixable } = first;
    const tone = mark !== undefined ? "good" : severity === "error" ? "bad" : "wait";
    const said = (words: string): readonly string[] => beside("", cleanLine(words), page, 3);
    const where = [...(run === null ? [] : [run]), ...(version === null ? [] : [`#${version}`])];
    return [
      `${paint(page, tone, mark ?? severity)}  ${[code, ...where.map(cleanLine)].join("  ")}`,
      ...said(text),
      ...(others.length === 0
        ? []
        : said(
            `also ${firstOf(
              others.map((one) => nameOf(one) ?? ""),
              mostNamed,
            )}`,
          )),
      ...(mark !== undefined || fits === ""
        ? []
        : said(fixable ? `\`cairn doctor --fix\`: ${fits}` : fits)),
    ];
  });
};

/** Throws LEDGER_DAMAGED if the record, read again from disk, differs from what was written. */
export const readBack = async (system: System, run?: string, cause?: unknown): Promise<void> => {
  const { findings } = await system.verify(run);
  const damage = findings.find(isDamage);
  if (damage !== undefined)
    throw new Fault(
      "LEDGER_DAMAGED",
      `the record can't be read back as it was written: ${damage.code}: ${damage.text}`,
      "copy the ledger with its -wal and -shm to a safe place; `cairn verify` names all that was changed",
      cause,
    );
};

/** A language error is our bug, unless the record that caused it was changed: then that is reported. */
export const explained = async (error: unknown, system: System): Promise<unknown> => {
  try {
    await readBack(system, undefined, error);
    return error;
  } catch (damage) {
    return damage instanceof Fault ? damage : error;
  }
};

export const verify: Verb = {
  name: "verify",
  views: true,
  summary: "check one run or all: chain, anchors, files, outputs, commits; changes nothing",
  args: [{ word: "RUN", must: false, means: "one run; all if not said" }],
  options: {},
  example: ["cairn verify", "cairn verify 0198f3 --json"],
  run: async (context): Promise<Answer | Refusal> => {
    const found = await orDamage<Verified | Refusal>(() => verified(context), unopened);
    if (isRefusal(found)) return found;
    const { events, findings } = found;
    const ok = !findings.some(({ severity }) => severity === "error");
    return {
      exit: ok ? exits.done : exits.damaged,
      json: { ok, events, findings },
      text: (page) =>
        [
          ok
            ? `${howMany(events, "event")}: the record is whole`
            : `${howMany(findings.length, "finding")} in ${howMany(events, "event")}`,
          ...findingLines(findings, page),
        ].join("\n"),
    };
  },
};
