// Who stands behind what a run does, where nobody else sees it: for `cairn doctor`.
import { note } from "../core/diagnostic.ts";
import type { Diagnostic } from "../core/dialect.ts";
import { worked } from "./course.ts";
import type { Dialect } from "./dialect.ts";
import { authorOf, judgesOf, judgeYourself } from "./jobs.ts";
import { type Unit } from "./unit.ts";
import type { Work } from "./work.ts";

const unleased = ({ id, status, leased, worker }: Unit): readonly Diagnostic[] =>
  status !== "live" || leased
    ? []
    : [
        note(
          "unit-unleased",
          id,
          `${id} was begun by hand${worker === null ? "" : ` by ${worker}`}: no lease stands behind it, so nobody sees whether it is still worked on`,
          "its file says when it is done; `cairn claim` is how an agent from outside takes a unit",
        ),
      ];
/** The same agent judges its own work, in another conversation. */
const lonely = (dialect: Dialect, state: Work, agentFor: AgentFor): readonly Diagnostic[] => {
  const author = authorOf(dialect);
  const worker = agentFor(author);
  const isAgent = worker !== null && worker !== "hand" && state.options.judge === "other-session";
  const judge = judgesOf(dialect).find((role) => isAgent && agentFor(role) === worker);
  return judge === undefined
    ? []
    : [
        note(
          "judge-alone",
          judge,
          `the ${judge} is the same agent as the ${author}, ${worker}, in another conversation: it tends to overlook the same things`,
          `give the role ${judge} to another agent in cairn.config.json, or ${judgeYourself(state)}`,
        ),
      ];
};
type AgentFor = (role: string) => string | null;
export const diagnosticsOf = (
  dialect: Dialect,
  state: Work,
  { agentFor }: { readonly agentFor: AgentFor },
): readonly Diagnostic[] =>
  state.end !== null || state.archived
    ? []
    : [...worked(dialect, state).flatMap(unleased), ...lonely(dialect, state, agentFor)];
