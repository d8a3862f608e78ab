// Verb `cairn init` by questions at a terminal: worker and judge.
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Installed } from "../../runtime/system.ts";
import type { Context } from "../verb.ts";
import type { Setup } from "./config-file.ts";
import { type Program, programLine, refusedLine, trusting, wantedOf } from "./programs.ts";
import { argvOf, plainAgent } from "./wanted.ts";

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

const ownProgram = async (
  context: Context,
  { known, refused }: Installed,
): Promise<Setup | Refusal> => {
  for (const one of refused) {
    context.note(refusedLine(one));
    context.note(`  to use it all the same: ${trusting(one)}`);
  }
  context.note(
    `None of the agent programs that init knows can be used from PATH (${known.map(({ program }) => program).join(", ")}).`,
  );
  context.note("How is yours started? Program and arguments; {brief} stands for what it is told,");
  context.note("without it that goes to the program's standard input.");
  const argv = argvOf(await context.ask.line("Program and arguments", false));
  if (isRefusal(argv)) return argv;
  const name = argv[0]?.split("/").at(-1) ?? "";
  return name === ""
    ? refuse("AGENT_MISSING", "no agent was named, so nothing was written", {
        fits: "run init again",
      })
    : plainAgent(name, argv);
};

export const byAsking = async (
  context: Context,
  installed: Installed,
): Promise<Setup | Refusal> => {
  const { programs } = installed;
  const [first] = programs;
  if (first === undefined) return ownProgram(context, installed);
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
