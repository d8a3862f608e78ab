// Why: what was sent is answered by the events that it caused, in the same form by every verb that sends.
import type { Sent } from "../runtime/system.ts";
import { type Answer, exits } from "./verb.ts";
import { brief } from "./words.ts";

export const sentAnswer = ({ run, events, version }: Sent): Answer => ({
  exit: exits.done,
  json: { run, events: events.map(({ type, data, version, at }) => ({ type, data, version, at })), version },
  text: () =>
    events.length === 0
      ? `nothing changed: it was so already (version ${version})`
      : events.map((event) => `#${event.version} ${event.type}  ${brief(event.data)}`.trimEnd()).join("\n"),
});
