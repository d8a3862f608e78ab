// Verb `cairn verify`: checks chain, anchors, files, outputs and commits; changes nothing.
import { Fault, isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { System, TrustFinding } from "../../runtime/system.ts";
import { cleanLine } from "../clean.ts";
import { orDamage } from "../damaged.ts";
import { type Page, paragraph } from "../layout.ts";
import { paint } from "../style.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";
import { count } from "../words.ts";

type Verified = Awaited<ReturnType<System["verify"]>>;

/** The result for a ledger that can't be opened. */
const unopened = ({ code, message, hint }: Fault): Verified => ({
  events: 0,
  findings: [
    { run: "", version: null, path: null, code, severity: "error", text: message, fits: hint },
  ],
});

const verified = async (context: Context): Promise<Verified | Refusal> => {
  const [name, ...others] = context.words;
  if (others.length > 0)
    return refuse("USAGE", "one run at a time", {
      fits: "cairn verify [RUN]; all runs if none is named",
    });
  const system = await context.system();
  if (name === undefined) return system.verify();
  // Not by `pick`, which would read edits and write files before they are compared.
  const card = await system.find(name);
  return isRefusal(card) ? card : system.verify(card.run);
};

const lines = (
  { run, version, code, severity, text, fits }: TrustFinding,
  page: Page,
): readonly string[] => {
  const where = [
    run === "" ? "the ledger" : cleanLine(run),
    ...(version === null ? [] : [`#${version}`]),
  ].join("  ");
  return [
    ` ${where}  ${paint(page, severity === "error" ? "bad" : "wait", code)}${severity === "warning" ? "  (warning)" : ""}`,
    `   ${paragraph(page, cleanLine(text), 3)}`,
    `   ${paragraph(page, cleanLine(fits), 3)}`,
  ];
};

/** Throws LEDGER_DAMAGED if the record, read again from disk, differs from what was written. */
export const readBack = async (system: System, run?: string, cause?: unknown): Promise<void> => {
  const { findings } = await system.verify(run);
  // Files edited or removed by people aren't damage of the record.
  const damage = findings.find(({ severity, path }) => severity === "error" && path === null);
  if (damage !== undefined)
    throw new Fault(
      "LEDGER_DAMAGED",
      `what the ledger has is not what was recorded: ${damage.code}: ${damage.text}`,
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
            ? `${count(events, "event")}: the record is whole`
            : `${count(findings.length, "finding")} in ${count(events, "event")}`,
          ...findings.flatMap((one) => lines(one, page)),
        ].join("\n"),
    };
  },
};
