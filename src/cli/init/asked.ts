// Why: whoever sits at a terminal is asked as little as possible: who works, who judges, both with an answer that is usual.
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Installed } from "../../runtime/system.ts";
import type { Context } from "../verb.ts";
import type { Wanted } from "./config-file.ts";
import { type Program, programLine, refusedLine, trusting, wantedOf } from "./programs.ts";
import { argvOf, plainAgent } from "./wanted.ts";

const choose = async (
  context: Context,
  question: string,
  choices: readonly Program[],
  usual: number,
): Promise<readonly [Program, number] | Refusal> => {
  const answer = (await context.ask(`${question} [${usual + 1}] `)).trim();
  const index = answer === "" ? usual : Number(answer) - 1;
  const choice = choices[index];
  return choice === undefined
    ? refuse("USAGE", "that is none of them", { fits: `a number from 1 to ${choices.length}` })
    : ([choice, index] as const);
};

const ownProgram = async (context: Context, { known, refused }: Installed): Promise<Wanted | Refusal> => {
  for (const one of refused) {
    context.note(refusedLine(one));
    context.note(`  to use it all the same: ${trusting(one)}`);
  }
  context.note(`None of the agent programs that init knows can be used from PATH (${known.map(({ program }) => program).join(", ")}).`);
  context.note("How is yours started? Program and arguments; {brief} stands for what it is told,");
  context.note("without it that goes to the program's standard input.");
  const argv = argvOf(await context.ask("> "));
  if (isRefusal(argv)) return argv;
  const name = argv[0]?.split("/").at(-1) ?? "";
  return name === ""
    ? refuse("AGENT_MISSING", "no agent was named, so nothing was written", { fits: "run init again" })
    : plainAgent(name, argv);
};

export const byAsking = async (context: Context, installed: Installed): Promise<Wanted | Refusal> => {
  const { programs } = installed;
  if (programs.length === 0) return ownProgram(context, installed);
  context.note("On this machine (each would edit files and run programs without asking you; docs/agents.md says what keeps it in bounds):");
  programs.forEach((program, index) => context.note(`  ${index + 1}  ${programLine(program)}`));
  const worker = await choose(context, "Which one does the work?", programs, 0);
  if (isRefusal(worker)) return worker;
  const [first, index] = worker;
  if (programs.length === 1) return wantedOf(first, first);
  const judge = await choose(context, "And which one judges it? Another one is harder to fool.", programs, index === 0 ? 1 : 0);
  return isRefusal(judge) ? judge : wantedOf(first, judge[0]);
};
