// Why: cairn.config.json as a value that was checked, and the one rule by which a role finds its agent.
import type { AgentConfig, Model } from "../agents/agent.ts";
import { isModelName, isProgram, isVariable, isWord } from "../core/launch-words.ts";
import { isRecord } from "../core/record.ts";
import type { Ready } from "../work/site.ts";
import { type Budgets, type Prices, readBudgets } from "./config-budget.ts";
import { isText, isTexts, onlyKeys, section } from "./config-fields.ts";
import { type FenceConfig, readFence, usualFence } from "./config-fence.ts";
import { type GitConfig, readGit } from "./config-git.ts";
import type { GivenNotify } from "./config-notify.ts";
import { readReady } from "./config-ready.ts";
import { type Refusal, refuse, refuseAll } from "../core/refusal.ts";
import type { Finding } from "../core/message.ts";

export type Config = {
  readonly ledger: string | null;
  /** What a run goes by that names no protocol; null: not said. */
  readonly protocol: string | null;
  readonly runner: { readonly agents: number };
  readonly git: GitConfig;
  readonly agents: Readonly<Record<string, AgentConfig>>;
  /** "protocol/role", "role" or "*" → the name of an agent, or `hand`. */
  readonly roles: Readonly<Record<string, string>>;
  /** "protocol/role", "role" or "*" → labels that a runner must have to begin its jobs. */
  /** Of the personal file: its path, the names of the agents that come from it, and its roles, which count where `roles` says nothing; null: it was not looked for. */
  readonly personal: {
    readonly path: string;
    readonly agents: readonly string[];
    readonly roles: Readonly<Record<string, string>>;
  } | null;
  /** The agents that one run gives its roles; not said: no run is meant, or it gives none. */
  readonly assigned?: Readonly<Record<string, string>>;
  readonly needs: Readonly<Record<string, readonly string[]>>;
  /** Writing jobs work in places of their own, and land on proof. */
  readonly places: boolean;
  readonly fence: FenceConfig;
  /** What all work of the repository must pass, and what makes a checkout ready for it. */
  readonly ready: Ready;
  /** Of the personal file alone, as it stands there; null: nothing is said. */
  readonly notify: GivenNotify | null;
  readonly budget: Budgets;
  readonly prices: Prices;
  /** Options of a protocol, under its name. */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

export const emptyConfig: Config = {
  ledger: null,
  protocol: null,
  runner: { agents: 4 },
  git: { remote: null },
  agents: {},
  roles: {},
  personal: null,
  needs: {},
  places: true,
  fence: usualFence,
  ready: { checks: [], setup: null, copy: [] },
  notify: null,
  budget: { run: null, day: null },
  prices: {},
  options: {},
};

/** How many agents one runner may have under way. */
const agentsLimit = 64;

/** The program that each driver knows by itself; null: argv must name one. */
export type Drivers = Readonly<Record<string, string | null>>;

const isTextsMap = (value: unknown): value is Readonly<Record<string, readonly string[]>> =>
  isRecord(value) && Object.values(value).every(isTexts);
const isTextMap = (value: unknown): value is Readonly<Record<string, string>> =>
  isRecord(value) && Object.values(value).every(isText);

const agentKeys = ["driver", "argv", "model", "done", "env"];
const tiers = ["light", "standard", "heavy"];
const isModel = (value: unknown): value is Model =>
  isText(value)
    ? isModelName(value)
    : isTextMap(value) &&
      Object.entries(value).every(([tier, name]) => tiers.includes(tier) && isModelName(name));

const readAgent = (
  value: unknown,
  at: string,
  drivers: Drivers,
  findings: Finding[],
): AgentConfig | null => {
  if (!isRecord(value)) {
    findings.push({ pointer: at, text: "must be an object with driver and argv" });
    return null;
  }
  const { driver, model, done, env } = value;
  const wrong = (key: string, text: string): void =>
    void findings.push({ pointer: `${at}/${key}`, text });
  onlyKeys(value, agentKeys, at, "an agent", findings);
  if (!isText(driver) || !Object.hasOwn(drivers, driver))
    wrong("driver", `must be one of ${Object.keys(drivers).join(", ")}`);
  const program =
    isText(driver) && Object.hasOwn(drivers, driver) ? (drivers[driver] ?? null) : null;
  const argv = value["argv"] ?? (program === null ? undefined : [program]);
  const words: readonly unknown[] = Array.isArray(argv) ? argv : [];
  const fit = words.filter((word): word is string | readonly string[] =>
    isText(word) ? isWord(word) : isTexts(word) && word.every(isWord),
  );
  if (
    !Array.isArray(argv) ||
    fit.length !== words.length ||
    !isText(fit[0]) ||
    !isProgram(fit[0])
  ) {
    wrong(
      "argv",
      "must be a list of texts without zero bytes that begins with the program, and not with a dash; a list within it drops out where its placeholder is empty",
    );
  }
  if (model !== undefined && !isModel(model))
    wrong(
      "model",
      `must be a model's name, which begins with no dash, or an object of them by tier: ${tiers.join(", ")}`,
    );
  if (done !== undefined && done !== "report" && done !== "exit")
    wrong("done", "must be report or exit");
  if (
    env !== undefined &&
    !(
      isTextMap(env) &&
      Object.entries(env).every(([name, text]) => isVariable(name) && isWord(text))
    )
  )
    wrong("env", "must be an object of texts without zero bytes, and its names without =");
  return {
    driver: isText(driver) ? driver : "",
    argv: fit,
    ...(isModel(model) ? { model } : {}),
    done: done === "exit" ? "exit" : "report",
    env: isTextMap(env) ? env : {},
  };
};

const ownKeys = [
  "ledger",
  "protocol",
  "runner",
  "git",
  "agents",
  "roles",
  "needs",
  "places",
  "fence",
  "checks",
  "setup",
  "place",
  "budget",
  "prices",
];

export type Known = { readonly drivers: Drivers; readonly protocols: readonly string[] };

/** `under`: what holds where this says nothing. Reads a configuration whole, or tells every finding with its pointer: CONFIG_INVALID. */
export const readConfig = (
  value: unknown,
  path: string,
  known: Known,
  under: { readonly path: string; readonly config: Config } | null = null,
): Config | Refusal => {
  const findings: Finding[] = [];
  const top = section(value, "", findings);
  // Agents change files of the repository, and what is told there would run outside of their fence.
  const { notify, ...others } = top;
  if (notify !== undefined)
    findings.push({
      pointer: "/notify",
      text: `belongs in ${under?.path ?? "your own file"}: webhooks are secrets, commands run as you`,
    });
  onlyKeys(others, [...ownKeys, ...known.protocols], "", "it", findings);
  const { ledger } = top;
  if (ledger !== undefined && ledger !== null && !isText(ledger))
    findings.push({
      pointer: "/ledger",
      text: "must be a text such as sqlite:PATH or postgres://USER@HOST/DATABASE?project=NAME",
    });
  const { protocol = null } = top;
  const isKnown = isText(protocol) && known.protocols.includes(protocol);
  if (protocol !== null && !isKnown)
    findings.push({ pointer: "/protocol", text: `must be one of ${known.protocols.join(", ")}` });
  const places = top["places"] ?? emptyConfig.places;
  if (typeof places !== "boolean")
    findings.push({ pointer: "/places", text: "must be true or false" });
  const runner = section(top["runner"], "/runner", findings);
  const count = runner["agents"] ?? emptyConfig.runner.agents;
  const sound =
    typeof count === "number" && Number.isInteger(count) && count >= 1 && count <= agentsLimit;
  if (!sound)
    findings.push({
      pointer: "/runner/agents",
      text: `must be a whole number from 1 to ${agentsLimit}`,
    });
  // Not set one by one: a name that means something to the language would then be no name.
  const own = Object.fromEntries(
    Object.entries(section(top["agents"], "/agents", findings)).flatMap(([name, given]) => {
      const agent = readAgent(given, `/agents/${name}`, known.drivers, findings);
      return agent === null ? [] : [[name, agent] as const];
    }),
  );
  const agents = { ...under?.config.agents, ...own };
  const roles = section(top["roles"], "/roles", findings);
  for (const [role, name] of Object.entries(roles)) {
    if (!isText(name) || (name !== "hand" && !Object.hasOwn(agents, name))) {
      findings.push({
        pointer: `/roles/${role}`,
        text: `must name an agent (${Object.keys(agents).join(", ") || "none is configured"}) or hand`,
      });
    }
  }
  const needs = section(top["needs"], "/needs", findings);
  for (const [role, labels] of Object.entries(needs))
    if (!isTexts(labels))
      findings.push({
        pointer: `/needs/${role}`,
        text: "must be a list of labels, as `cairn run --label` gives them",
      });
  const fence = readFence(top["fence"], findings, under?.config.fence);
  const git = readGit(top, findings);
  const ready = readReady(top, findings);
  const budgets = readBudgets(top, findings);
  const options = Object.fromEntries(
    known.protocols.map((name) => [name, section(top[name], `/${name}`, findings)]),
  );
  const refused = refuseAll(
    findings.map(({ pointer, text }) =>
      refuse("CONFIG_INVALID", `${path}${pointer === "" ? "" : ` ${pointer}`} ${text}`, {
        path,
        pointer,
      }),
    ),
  );
  if (refused !== null) return refused;
  return {
    ledger: isText(ledger) ? ledger : null,
    protocol: isKnown ? protocol : null,
    runner: { agents: sound ? count : emptyConfig.runner.agents },
    git,
    agents,
    roles: isTextMap(roles) ? roles : {},
    personal:
      under === null
        ? null
        : {
            path: under.path,
            agents: Object.keys(under.config.agents).filter((name) => !Object.hasOwn(own, name)),
            roles: under.config.roles,
          },
    needs: isTextsMap(needs) ? needs : {},
    places: places === true,
    fence,
    ready,
    notify: under?.config.notify ?? null,
    ...budgets,
    options,
  };
};

/** What a role is found by: exact, else by the part before `:`, else `*`; the protocol's own goes before. */
const roleNames = (protocol: string, role: string): readonly string[] => {
  const stem = role.split(":")[0] ?? role;
  return [`${protocol}/${role}`, role, `${protocol}/${stem}`, stem, `${protocol}/*`, "*"];
};
const ofRole = <T>(
  table: Readonly<Record<string, T>>,
  protocol: string,
  role: string,
): T | null => {
  const name = roleNames(protocol, role).find((one) => Object.hasOwn(table, one));
  return name === undefined ? null : (table[name] ?? null);
};

/** The name of the agent for a role; "hand": somebody outside does it; null: none. */
export const agentFor = (
  { assigned = {}, roles, personal }: Config,
  protocol: string,
  role: string,
): string | null =>
  ofRole(assigned, protocol, role) ??
  ofRole(roles, protocol, role) ??
  ofRole(personal?.roles ?? {}, protocol, role);

/** The labels that a runner must have for jobs of a role. */
export const needsOf = ({ needs }: Config, protocol: string, role: string): readonly string[] =>
  ofRole(needs, protocol, role) ?? [];

/** Whether a word by which a runner says what it serves means a role. */
export const meansRole = (words: ReadonlySet<string>, protocol: string, role: string): boolean =>
  roleNames(protocol, role).some((name) => words.has(name));
