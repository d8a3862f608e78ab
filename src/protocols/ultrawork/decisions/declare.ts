// Decisions on the state of ultrawork, whose answers are its commands, and what several of them say.
import { decisionsOn } from "../../../core/decision.ts";
import { fenced, unbroken } from "../../../core/quote.ts";
import { provedTask } from "../brief/listed.ts";
import type { UltraworkCommand } from "../commands.ts";
import type { About } from "../jobs/about.ts";
import type { State, Task } from "../state.ts";

export const decision = decisionsOn<State, About, UltraworkCommand>();

type Noted = { readonly note: string };

export const fail = {
  label: "End the run as failed",
  means: "The run ends, with your note as its reason. It can be reopened later.",
  note: "may",
  ends: true,
  then: (_about: About, { note }: Noted): UltraworkCommand => ({
    type: "Fail",
    data: { reason: note === "" ? "given up" : note },
  }),
} as const;

export const goOn = (_about: About, { note }: Noted): UltraworkCommand => ({
  type: "GoOn",
  data: { reason: note },
});

/** An optional note. */
export const noted = (reason: string) => (reason === "" ? {} : { reason });

export const listed = (texts: readonly string[]): string =>
  fenced(texts.map((text) => `- ${unbroken(text)}`).join("\n"));

export const proofs = (task: Task | undefined): string | null =>
  task === undefined ? null : fenced(provedTask(task));
