// Prompts that end by themselves once their question was settled elsewhere: on the page, or in another terminal.
import type { System } from "../../runtime/system.ts";
import { changes } from "../changes.ts";
import type { Context } from "../verb.ts";
import { type Prompts, QuestionLeft } from "../world.ts";

const until = ({ choose, line, agree }: Prompts, gone: AbortSignal): Prompts => ({
  choose: (question, choices, usual) => choose(question, choices, usual, gone),
  line: (question, must) => line(question, must, gone),
  agree: (question, usual) => agree(question, usual, gone),
});

/**
 * @param isOpen asked after each change of the ledger
 * @param ask prompts by the context that it is handed
 * @returns its answer; "elsewhere": the question is no longer open, and nothing was answered here
 */
export const whileOpen = async <T>(
  context: Context,
  system: System,
  isOpen: () => Promise<boolean>,
  ask: (context: Context) => Promise<T>,
): Promise<T | "elsewhere"> => {
  const [gone, over] = [new AbortController(), new AbortController()];
  const looking = async (): Promise<void> => {
    for await (const _ of changes(system, over.signal)) if (!(await isOpen())) return gone.abort();
  };
  // What can't be looked up is no reason to end a prompt.
  const looked = looking().catch(() => undefined);
  try {
    return await ask({ ...context, ask: until(context.ask, gone.signal) });
  } catch (error) {
    if (error instanceof QuestionLeft && gone.signal.aborted) return "elsewhere";
    throw error;
  } finally {
    over.abort();
    await looked;
  }
};
