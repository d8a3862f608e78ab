// Diagnosis of lawful but doubtful runs: hollow checks, stale manual passes, unnoticed waits.
import { isHollow } from "../../core/argv.ts";
import type { Diagnostic } from "../../core/dialect.ts";
import { oneLine } from "../../core/quote.ts";
import type { State, Unit } from "./state.ts";

const note = (kind: string, subject: string, text: string, fits: string): Diagnostic => ({
  kind,
  subject,
  severity: "note",
  text,
  fits,
});
const dayMs = 86_400_000;
const days = (since: string, at: string): number =>
  Math.floor((Date.parse(at) - Date.parse(since)) / dayMs);
const told = (count: number): string => (count === 1 ? "a day" : `${count} days`);

const ofUnit = (state: State, unit: Unit, at: string): readonly Diagnostic[] => {
  const { pass, stuck } = unit;
  if (pass !== null && pass.hand && days(pass.at, at) >= 1)
    return [
      note(
        "pass-unleased",
        unit.id,
        `a pass of ${unit.id} was begun by hand ${told(days(pass.at, at))} ago: no lease stands behind it, so nobody sees whether it goes on`,
        "its entry in progress.md ends it",
      ),
    ];
  if (stuck?.skipped === true)
    return [
      note(
        "unit-skipped",
        unit.id,
        `${unit.id} is skipped, and what rests on it waits: ${oneLine(stuck.reason)}`,
        `\`cairn decide ${state.slug} ${unit.id}\` when nothing else can run`,
      ),
    ];
  return [];
};

/** @param at current time */
export const diagnostics = (
  state: State,
  { at }: { readonly at: string },
): readonly Diagnostic[] => {
  if (state.ended !== null || state.archive !== null) return [];
  const { gates } = state.settings;
  const hollow = [state.final, ...state.units].flatMap(({ gated }) => gated?.hollow ?? []);
  const begun = state.phase === "execute" || state.phase === "verify";
  return [
    ...(begun && state.mode === "development" && gates.length === 0
      ? [
          note(
            "gate-none",
            state.slug,
            "no gate is configured: agents alone say what works",
            `\`cairn send ${state.slug} SetSettings --gates …\``,
          ),
        ]
      : []),
    ...gates
      .filter(({ name, argv }) => isHollow(argv) || hollow.includes(name))
      .map(({ name, argv }) =>
        note(
          "gate-hollow",
          name,
          `gate ${name} can't tell anything: \`${argv.join(" ")}\``,
          "a program that fails without the work",
        ),
      ),
    ...state.units.flatMap((unit) => ofUnit(state, unit, at)),
  ];
};
