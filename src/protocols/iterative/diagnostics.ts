// Diagnosis of lawful but doubtful runs: hollow checks, stale manual passes, unnoticed waits.
import { isHollow } from "../../core/argv.ts";
import { daysSince, note } from "../../core/diagnostic.ts";
import type { Diagnostic } from "../../core/dialect.ts";
import { oneLine } from "../../core/quote.ts";
import type { State, Unit } from "./state.ts";

const ofUnit = (state: State, unit: Unit, at: string): readonly Diagnostic[] => {
  const { pass, stuck } = unit;
  const days = pass?.hand === true ? daysSince(pass.at, at) : null;
  if (days !== null)
    return [
      note(
        "pass-unleased",
        unit.id,
        `a pass of ${unit.id} was begun by hand ${days} ago: no lease stands behind it, so nobody sees whether it goes on`,
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
