// Preview of a stigmergy run before its start: questions, agents and checks.
import { argvText } from "../../core/checks/argv.ts";
import { oneLine } from "../../core/words/quote.ts";
import { checksNow } from "./checks-of.ts";
import { roles } from "./roles.ts";
import type { State } from "./state.ts";

/** Describes what a run started now would do. */
export const preview = (state: State, agentFor: (role: string) => string | null): string => {
  const { settings } = state;
  const checks = checksNow(state);
  const gates = settings.gates.filter(
    (gate) => gate !== "blueprint" || state.autonomy === "supervised",
  );
  return [
    `${oneLine(state.name)}, ${state.autonomy}: ${oneLine(state.goal)}`,
    ...roles(state)
      .filter(({ program }) => program === undefined)
      .map(({ name }) => `  ${name}: ${agentFor(name) ?? "nobody yet"}`),
    ...(checks.length === 0
      ? [
          settings.checks === null
            ? "  checks: those that the architecture's QA protocol will name"
            : "  no checks",
        ]
      : checks.map(({ name, argv }) => `  check ${oneLine(name, 60)}: ${oneLine(argvText(argv))}`)),
    state.autonomy === "supervised" && gates.length > 0
      ? `  asks you at: ${gates.join(", ")}`
      : "  asks you only where no rule can decide",
    `  stories side by side: ${settings.concurrency}, judged by ${settings.reviewer === "person" ? "you" : settings.reviewer.replace("-", " ")}`,
  ].join("\n");
};
