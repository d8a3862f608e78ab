// Answer to a sent command: the events it caused.
import { tellerOf } from "../../core/words/event-line.ts";
import { redactions } from "../../core/secrets/redactions.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import { wordsOfType } from "../../core/words/telling.ts";
import type { Sent, System } from "../../runtime/system.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { fitted } from "../terminal/layout.ts";
import { goOn, redactedWords } from "./words.ts";
import { type Answer, exits } from "../verb.ts";

/** Warnings for resuming a run, such as a changed template; empty if unknown. */
const warningsOf = async (system: System, run: string): Promise<readonly string[]> => {
  const view = await system.view(run);
  return isRefusal(view) ? [] : view.warnings;
};

/** Keeps refusals. `goesOn`: work may follow that only a runner starts; `warns`: add the run's warnings; `after`: the result. */
export const sentAnswer = async (
  system: System,
  protocol: string,
  sent: Sent | Refusal,
  {
    goesOn = false,
    warns = false,
    after = null,
  }: { readonly goesOn?: boolean; readonly warns?: boolean; readonly after?: string | null } = {},
): Promise<Answer | Refusal> => {
  if (isRefusal(sent)) return sent;
  const { run, events, version, left = [] } = sent;
  const tell = tellerOf(await system.protocol(protocol));
  const card = goesOn ? await system.find(run) : null;
  const redacted = redactions(events.map(({ data }) => data));
  const words = redactedWords(redacted);
  const warnings = [...left, ...(warns ? await warningsOf(system, run) : [])];
  const live = card !== null && !isRefusal(card) && card.life === "live";
  return {
    exit: exits.done,
    json: {
      run,
      events: events.map(({ type, data, version, at }) => ({ type, data, version, at })),
      version,
      ...(redacted === 0 ? {} : { redacted }),
      ...(warns || warnings.length > 0 ? { warnings } : {}),
    },
    text: (page) =>
      fitted(
        [
          ...(events.length === 0
            ? [`nothing changed: it was so already (version ${version})`]
            : []),
          ...events.map((event) => `${wordsOfType(event.type)}  ${tell(event)}`.trimEnd()),
          ...(after === null ? [] : [`  ${after}`]),
          ...(words === null
            ? []
            : [`  ${words} of what was sent: they can no longer be read here`]),
          ...warnings.map((warning) => `  warning  ${cleanLine(warning)}`),
          ...(live && events.length > 0 ? [`  ${goOn(run)}`] : []),
        ].join("\n"),
        page,
      ),
  };
};
