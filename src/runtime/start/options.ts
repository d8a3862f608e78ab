// Options for starting a run here, by protocol, agents and checks, and an earlier run's start.
import { limitsTyped } from "../../budget/typed.ts";
import type { Flag, Message } from "../../core/message.ts";
import type { Protocol } from "../../core/protocol.ts";
import { isRecord } from "../../core/json/record.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Recorded } from "../../core/row.ts";
import type { BegunWith } from "../../core/starting.ts";
import type { RepositoryCheck } from "../../landing/site.ts";
import { configNow, type Engine } from "../engine.ts";
import { type Folded, readLog } from "../fold.ts";
import type { InstalledAgent } from "../agents/installed.ts";
import { noAgent } from "../agents/roles.ts";

export type StartWay = {
  readonly name: string;
  /** Its users and results, in a sentence. */
  readonly purpose: string;
  /** The field that states the goal. */
  readonly goal: readonly string[];
  /** It plays a template. */
  readonly plays: boolean;
  readonly flags: readonly Flag[];
  /** `agent` "hand": an external worker; null: unassigned. */
  readonly roles: readonly { readonly role: string; readonly agent: string | null }[];
};
export type StartOptions = {
  /** The default protocol's name. */
  readonly usual: string;
  readonly protocols: readonly StartWay[];
  readonly agents: readonly InstalledAgent[];
  /** What to say and do if no agent is configured; null: one is. */
  readonly lacks: string | null;
  readonly checks: readonly RepositoryCheck[];
  /** The default budget per run, as typed; null: no limit. */
  readonly budget: string | null;
};
/** How a run was started, with the agents and budget given then. */
export type Begun = BegunWith & {
  readonly protocol: string;
  readonly agents: Readonly<Record<string, string>>;
  readonly budget: string | null;
};
export type Starts = {
  options(): Promise<StartOptions>;
  /** Refusals RUN_UNKNOWN; RUN_ADOPTED: it was adopted and has no start of its own. */
  begunWith(run: string): Promise<Begun | Refusal>;
};

/** Number of first events that include everything sent with a start. */
const openingMost = 32;

const startOf = async (
  protocol: Pick<Protocol, "messages" | "verbs">,
): Promise<Message | undefined> =>
  protocol.messages.find(({ type }) => type === (protocol.verbs["start"] ?? "Start"));

const optionsOf = async (given: Engine): Promise<StartOptions> => {
  const engine = { ...given, config: await configNow(given) };
  const { config, protocols } = engine;
  const { installedOf } = await import("../agents/installed.ts");
  const { agents, roles } = await installedOf(engine, false);
  const ways = protocols.map(async (name): Promise<readonly StartWay[]> => {
    const protocol = await engine.protocol(name);
    const message = protocol === undefined ? undefined : await startOf(protocol);
    if (message?.starts === undefined) return [];
    return [
      {
        name,
        purpose: message.starts.purpose,
        goal: message.starts.goal,
        plays: "template" in Object(message.json?.()["properties"]),
        flags: message.flags ?? [],
        roles: roles
          .filter((one) => one.protocol === name)
          .map(({ role, agent }) => ({ role, agent })),
      },
    ];
  });
  return {
    usual: config.protocol ?? protocols[0] ?? "",
    protocols: (await Promise.all(ways)).flat(),
    agents,
    lacks: agents.length > 0 ? null : noAgent,
    checks: config.ready.checks,
    budget: config.budget.run,
  };
};

const agentsOf = (opening: readonly Recorded[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    opening.flatMap(({ type, data }) =>
      type === "RolesAssigned" && isRecord(data) && isRecord(data["roles"])
        ? Object.entries(data["roles"]).filter(
            (pair): pair is [string, string] => typeof pair[1] === "string",
          )
        : [],
    ),
  );

/** A person's budget: the configured one was set by the engine, and will be set again. */
const budgetOf = (opening: readonly Recorded[]): string | null => {
  const set = opening.find(({ type, by }) => type === "BudgetSet" && by.kind !== "engine")?.data;
  return isRecord(set) && isRecord(set["limits"]) ? limitsTyped(set["limits"]) : null;
};

const begunWith = async (
  engine: Engine,
  run: string,
  { protocol }: Folded,
): Promise<Begun | Refusal> => {
  const log = await readLog(engine, run, openingMost);
  const opening = log.filter(({ cause }) => cause === log[0]?.cause);
  const begun = (await startOf(protocol))?.starts?.begunWith(opening) ?? null;
  if (begun === null)
    return refuse(
      "RUN_ADOPTED",
      `run ${run} was taken over from a folder: nothing says what it was begun with`,
      { fits: "start a new run" },
    );
  return {
    ...begun,
    protocol: protocol.name,
    agents: agentsOf(opening),
    budget: budgetOf(opening),
  };
};

export const startsOf = (
  engine: Engine,
  known: (
    run: string,
    then: (folded: Folded) => Promise<Begun | Refusal>,
  ) => Promise<Begun | Refusal>,
): Starts => ({
  options: () => optionsOf(engine),
  begunWith: (run) => known(run, (folded) => begunWith(engine, run, folded)),
});
