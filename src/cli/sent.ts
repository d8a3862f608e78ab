// Why: what was sent is answered by the events that it caused, in the same form by every verb that sends.
import { redactions } from "../core/redactions.ts";
import { isRefusal, type Refusal } from "../core/refusal.ts";
import type { Sent, System } from "../runtime/system.ts";
import { redactedWords } from "./redacted.ts";
import { tellerOf } from "./tell.ts";
import { type Answer, exits } from "./verb.ts";

/** A refusal stays one. `goesOn`: work may follow, and nobody starts it but a runner. */
export const sentAnswer = async (system: System, protocol: string, sent: Sent | Refusal, goesOn = false): Promise<Answer | Refusal> => {
  if (isRefusal(sent)) return sent;
  const { run, events, version } = sent;
  const tell = await tellerOf(system, protocol);
  const card = goesOn ? await system.find(run) : null;
  const redacted = redactions(events.map(({ data }) => data));
  const words = redactedWords(redacted);
  const live = card !== null && !isRefusal(card) && card.life === "live";
  return {
    exit: exits.done,
    json: {
      run,
      events: events.map(({ type, data, version, at }) => ({ type, data, version, at })),
      version,
      ...(redacted === 0 ? {} : { redacted }),
    },
    text: () =>
      events.length === 0
        ? `nothing changed: it was so already (version ${version})`
        : [
            ...events.map((event) => `#${event.version} ${event.type}  ${tell(event)}`.trimEnd()),
            ...(words === null ? [] : [`  ${words} of what was sent: nobody can read them here any more`]),
            ...(live ? [`  go on, if no runner is at work: cairn run ${run}`] : []),
          ].join("\n"),
  };
};
