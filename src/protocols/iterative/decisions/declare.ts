// Decisions on the state of iterative, whose answers are its commands, and what several of them say.
import { type Answer, decisionsOn } from "../../../core/rules/decision.ts";
import { oneLine } from "../../../core/words/quote.ts";
import * as t from "../../../kit/schema.ts";
import type { IterativeCommand } from "../commands.ts";
import type { About } from "../jobs/about.ts";
import { textLimit } from "../limits.ts";
import type { State } from "../state.ts";

export const decision = decisionsOn<State, About, IterativeCommand>();

export const any = t.most(textLimit, t.text);
export const anyTexts = t.mostOf(200, any);
/** Fields of an answer, as a form asks for them. */
export const fields = (
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[] = Object.keys(properties),
) => ({ type: "object", properties, required });
export const texts = (means: string) => ({
  type: "array",
  minItems: 1,
  items: { type: "string", minLength: 1 },
  description: means,
});

/** An optional reason. */
export const reasoned = (reason: string) => (reason === "" ? {} : { reason });

export const cancel = {
  label: "Cancel the run",
  means: "The run ends for good.",
  note: "may",
  ends: true,
  then: (_about: About, { note }: Answer): IterativeCommand => ({
    type: "Cancel",
    data: reasoned(note),
  }),
} as const;

export const because = (why: string | null): string =>
  why === null ? "" : ` The last try came to nothing: ${oneLine(why)}`;
