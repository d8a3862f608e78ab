// Schemas of cairn.config.json and the personal file: what the reader takes, and what is published for editors.
import { unknownKey } from "../../core/words/near.ts";
import * as t from "../../kit/schema.ts";
import { agentsAndRoles } from "./agents.ts";
import { spending } from "./budget.ts";
import { readiness } from "./checks.ts";
import { landings } from "./commit.ts";
import { fence } from "./fence.ts";
import { some } from "./fields.ts";

const remote = t.told(
  "must name a remote of the repository, such as origin",
  // Only a name: an address may contain a password and would appear in messages.
  t.matching(/^\w[\w./-]*$/, ""),
);
const remoteMeans =
  "the remote to which what a run does is pushed, such as origin; none if not said";
const git = some("git", { remote: t.means(remoteMeans, t.unset(remote)) }, '{"remote": "origin"}');
const ledger = "such as sqlite:PATH or postgres://USER@HOST/DATABASE?project=NAME";
const runner = {
  agents: t.means(
    "how many agents one runner may have under way",
    t.unset(t.standing(t.wholeFrom(1, 64), 4)),
  ),
};
const runnerUnknown = (name: string): string => unknownKey("runner", name, Object.keys(runner));
const common = {
  ledger: t.means(
    `where the ledger is, ${ledger}; beside the repository if not said`,
    t.told(`must be a text ${ledger}`, t.maybe(t.text)),
  ),
  runner: t.partial(t.record(runner, { unknown: runnerUnknown })),
  git: t.means("machines that share a ledger share commits, too", git),
  ...landings,
  fence,
  ...readiness,
  ...spending,
  needs: t.means(
    "a role and the labels that a runner must have to begin its jobs (`cairn run --label`)",
    t.byName(t.told("must be a list of labels, as `cairn run --label` gives them", t.texts)),
  ),
};

/**
 * cairn.config.json.
 * @param agents names that roles may have; null: any
 * @param personal path of the personal file
 */
export const repositoryFile = (
  protocols: readonly string[],
  agents: readonly string[] | null = null,
  personal = "your own file",
) => {
  const options: Readonly<Record<never, t.Schema>> = Object.fromEntries(
    protocols.map((name) => [name, t.means(`options of ${name}`, t.byName(t.anything))]),
  );
  const fields = {
    protocol: t.means(
      "what `cairn run` goes by where none is named; ultrawork if not said",
      t.unset(t.oneOf(protocols)),
    ),
    ...common,
    ...agentsAndRoles(agents),
    ...options,
  };
  // Agents can change this file, and notices run outside their sandbox.
  const unknown = (name: string): string =>
    name === "notify"
      ? `belongs in ${personal}: webhooks are secrets, commands run as you`
      : unknownKey("it", name, Object.keys(fields));
  return t.partial(t.record(fields, { unknown }));
};

const elsewhere =
  "belongs in the repository's cairn.config.json: this file holds agents, roles, the fence and notify";
/** The personal file, with nothing that a team must agree on. `notify`: its schema, since its few senders read it themselves. */
export const personalFile = <S extends t.Schema>(notify: S, agents: readonly string[] | null) =>
  t.partial(t.record({ ...agentsAndRoles(agents), fence, notify }, { unknown: () => elsewhere }));
