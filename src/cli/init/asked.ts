// Verb `cairn init` by questions at a terminal: worker and judge.
import type { Refusal } from "../../core/refusal.ts";
import type { Installed } from "../../runtime/system.ts";
import type { Context } from "../verb.ts";
import type { Setup } from "./config-file.ts";
import { nobodyHere, type Program, programLine, wantedOf } from "./programs.ts";

const choose = async (
  context: Context,
  question: string,
  programs: readonly Program[],
  usual: number,
): Promise<number> => {
  const choices = programs.map((program, index) => ({
    id: String(index + 1),
    label: programLine(program),
  }));
  return Number(await context.ask.choose(question, choices, String(usual + 1))) - 1;
};

export const byAsking = async (
  context: Context,
  installed: Installed,
): Promise<Setup | Refusal> => {
  const { programs } = installed;
  const [first] = programs;
  if (first === undefined) return nobodyHere(installed);
  context.note(
    "Each of these would edit files and run programs without asking you (`cairn help agents` says what they may do).",
  );
  const index = await choose(context, "Which one does the work?", programs, 0);
  const worker = programs[index] ?? first;
  if (programs.length === 1) return wantedOf(worker, worker);
  const judge = await choose(
    context,
    "And which one judges it? Another one is harder to fool.",
    programs,
    index === 0 ? 1 : 0,
  );
  return wantedOf(worker, programs[judge] ?? worker);
};
