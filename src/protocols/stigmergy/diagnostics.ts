// Diagnosis of lawful but doubtful projects: hollow checks, unnoticed waits (specification, section 9).
import { isHollow } from "../../core/argv.ts";
import { note } from "../../core/diagnostic.ts";
import type { Diagnostic } from "../../core/dialect.ts";
import { checksNow } from "./checks-of.ts";
import { life } from "./ended.ts";
import { jobs } from "./jobs.ts";
import { storiesOf } from "./manifest.ts";
import { roles } from "./roles.ts";
import type { State } from "./state.ts";

type Around = { readonly agentFor: (role: string) => string | null };
const proofs = (state: State): readonly Diagnostic[] => {
  const checks = state.checks ?? checksNow(state);
  const planned = state.checks !== null || state.parts.architecture !== null;
  return [
    ...(planned && checks.length === 0
      ? [
          note(
            "checks-none",
            state.name,
            "nothing is run to check the work: each story waits for a person's word",
            `\`cairn send ${state.run} Configure --settings …\` with checks`,
          ),
        ]
      : []),
    ...checks
      .filter(
        ({ argv }, n) =>
          isHollow(argv) || (state.checks !== null && state.proof.results[n]?.hollow === true),
      )
      .map(({ name, argv }) =>
        note(
          "check-hollow",
          name,
          `check "${name}" passes whatever the work is like: \`${argv.join(" ")}\``,
          "a command that fails without the work",
        ),
      ),
  ];
};

/** One note for all roles: a run done by hand has no agents at all. */
const unheld = (state: State, { agentFor }: Around): readonly Diagnostic[] => {
  const names = roles(state)
    .filter(({ program, name }) => program === undefined && agentFor(name) === null)
    .map(({ name }) => name);
  const [first] = names;
  if (first === undefined) return [];
  return [
    note(
      "role-unheld",
      names.join(", "),
      `nobody has the role${names.length === 1 ? "" : "s"} ${names.join(", ")}, which this run will need`,
      `\`cairn init\` asks for agents; or play them by hand: \`cairn run ${state.run} --hand\`, then \`cairn claim ${state.run} JOB\` (\`cairn next ${state.run}\` lists jobs)`,
    ),
  ];
};

/** A state that no rule should produce. */
const stalled = (state: State): readonly Diagnostic[] =>
  jobs(state).length > 0 || life(state) === "paused"
    ? []
    : [
        {
          kind: "run-stalled",
          subject: state.name,
          severity: "error",
          text: `nothing is due in ${state.status}, with stories ${
            storiesOf(state)
              .map(({ id, status }) => `${id} ${status}`)
              .slice(0, 20)
              .join(", ") || "none"
          }: this is a mistake of the rules`,
          fits: `report it with \`cairn export ${state.run}\``,
        },
      ];

export const diagnostics = (state: State, around: Around): readonly Diagnostic[] => {
  const now = life(state);
  if (now === "over" || now === "archived") return [];
  return [
    ...proofs(state),
    ...unheld(state, around),
    ...state.drift.map(({ path, digest }) =>
      note(
        "document-drifted",
        path,
        `${path} ${digest === null ? "is gone" : "was changed"} since its gate, and no story starts`,
        `\`cairn decide ${state.run} ${path} accept\`, or put it back`,
      ),
    ),
    ...stalled(state),
  ];
};
