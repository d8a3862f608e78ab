// Why: cairn.config.json as a value that was checked, and the one rule by which a role finds its agent.
import type { AgentConfig, Model } from "../agents/agent.ts";
import { isModelName, isProgram, isVariable, isWord } from "../core/launch-words.ts";
import { isRecord } from "../core/record.ts";
import type { Ready } from "../work/site.ts";
import { readReady } from "./config-ready.ts";
import { type Refusal, refuse, refuseAll } from "../core/refusal.ts";
import type { Finding } from "../core/shape.ts";

export type Config = {
  readonly ledger: string | null;
  /** `pull` and `push`: the programs that bring others' work into the working tree, and send on what was done in it; null: none. */
  readonly runner: { readonly agents: number; readonly pull: readonly string[] | null; readonly push: readonly string[] | null };
  readonly agents: Readonly<Record<string, AgentConfig>>;
  /** "protocol/role", "role" or "*" → the name of an agent, or `hand`. */
  readonly roles: Readonly<Record<string, string>>;
  /** "protocol/role", "role" or "*" → labels that a runner must have to begin its jobs. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  /** Writing jobs work in places of their own, and land on proof. */
  readonly places: boolean;
  /** What all work of the repository must pass, and what makes a checkout ready for it. */
  readonly ready: Ready;
  /** Options of a protocol, under its name. */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

export const emptyConfig: Config = {
  ledger: null,
  runner: { agents: 4, pull: null, push: null },
  agents: {},
  roles: {},
  needs: {},
  places: false,
  ready: { checks: [], setup: null, copy: [] },
  options: {},
};

/** How many agents one runner may have under way. */
const agentsLimit = 64;

/** The program that each driver knows by itself; null: argv must name one. */
export type Drivers = Readonly<Record<string, string | null>>;

type Fields = Readonly<Record<string, unknown>>;
const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isTextsMap = (value: unknown): value is Readonly<Record<string, readonly string[]>> =>
  isRecord(value) && Object.values(value).every(isTexts);
const isTextMap = (value: unknown): value is Readonly<Record<string, string>> => isRecord(value) && Object.values(value).every(isText);

const section = (value: unknown, at: string, findings: Finding[]): Fields => {
  if (value === undefined) return {};
  if (isRecord(value)) return value;
  findings.push({ pointer: at, text: "must be an object" });
  return {};
};

const agentKeys = ["driver", "argv", "model", "done", "env"];
const tiers = ["light", "standard", "heavy"];
const isModel = (value: unknown): value is Model =>
  isText(value)
    ? isModelName(value)
    : isTextMap(value) && Object.entries(value).every(([tier, name]) => tiers.includes(tier) && isModelName(name));

const readAgent = (value: unknown, at: string, drivers: Drivers, findings: Finding[]): AgentConfig | null => {
  if (!isRecord(value)) {
    findings.push({ pointer: at, text: "must be an object with driver and argv" });
    return null;
  }
  const { driver, model, done, env } = value;
  const wrong = (key: string, text: string): void => void findings.push({ pointer: `${at}/${key}`, text });
  for (const key of Object.keys(value)) if (!agentKeys.includes(key)) wrong(key, `is no key of an agent: ${agentKeys.join(", ")}`);
  if (!isText(driver) || !Object.hasOwn(drivers, driver)) wrong("driver", `must be one of ${Object.keys(drivers).join(", ")}`);
  const program = isText(driver) && Object.hasOwn(drivers, driver) ? (drivers[driver] ?? null) : null;
  const argv = value["argv"] ?? (program === null ? undefined : [program]);
  const words: readonly unknown[] = Array.isArray(argv) ? argv : [];
  const fit = words.filter((word): word is string | readonly string[] =>
    isText(word) ? isWord(word) : isTexts(word) && word.every(isWord),
  );
  if (!Array.isArray(argv) || fit.length !== words.length || !isText(fit[0]) || !isProgram(fit[0])) {
    wrong(
      "argv",
      "must be a list of texts without zero bytes that begins with the program, and not with a dash; a list within it drops out where its placeholder is empty",
    );
  }
  if (model !== undefined && !isModel(model))
    wrong("model", `must be a model's name, which begins with no dash, or an object of them by tier: ${tiers.join(", ")}`);
  if (done !== undefined && done !== "report" && done !== "exit") wrong("done", "must be report or exit");
  if (env !== undefined && !(isTextMap(env) && Object.entries(env).every(([name, text]) => isVariable(name) && isWord(text))))
    wrong("env", "must be an object of texts without zero bytes, and its names without =");
  return {
    driver: isText(driver) ? driver : "",
    argv: fit,
    ...(isModel(model) ? { model } : {}),
    done: done === "exit" ? "exit" : "report",
    env: isTextMap(env) ? env : {},
  };
};

const ownKeys = ["ledger", "runner", "agents", "roles", "needs", "places", "checks", "setup", "place"];

/** Reads a configuration whole, or tells every finding with its pointer: CONFIG_INVALID. */
export const readConfig = (
  value: unknown,
  path: string,
  known: { readonly drivers: Drivers; readonly protocols: readonly string[] },
): Config | Refusal => {
  const findings: Finding[] = [];
  const top = section(value, "", findings);
  for (const key of Object.keys(top)) {
    if (![...ownKeys, ...known.protocols].includes(key)) {
      findings.push({ pointer: `/${key}`, text: `is no key of it: ${ownKeys.join(", ")}, ${known.protocols.join(", ")}` });
    }
  }
  const { ledger } = top;
  if (ledger !== undefined && ledger !== null && !isText(ledger))
    findings.push({ pointer: "/ledger", text: "must be a text such as sqlite:PATH or postgres://USER@HOST/DATABASE?project=NAME" });
  const places = top["places"] ?? emptyConfig.places;
  if (typeof places !== "boolean") findings.push({ pointer: "/places", text: "must be true or false" });
  const runner = section(top["runner"], "/runner", findings);
  const count = runner["agents"] ?? emptyConfig.runner.agents;
  const sound = typeof count === "number" && Number.isInteger(count) && count >= 1 && count <= agentsLimit;
  if (!sound) findings.push({ pointer: "/runner/agents", text: `must be a whole number from 1 to ${agentsLimit}` });
  const program = (key: "pull" | "push"): readonly string[] | null => {
    const words = runner[key] ?? null;
    if (words === null) return null;
    if (isTexts(words) && words.every(isWord) && words[0] !== undefined && isProgram(words[0])) return words;
    findings.push({ pointer: `/runner/${key}`, text: "must be a list of texts without zero bytes that begins with the program" });
    return null;
  };
  const [pull, push] = [program("pull"), program("push")];
  // Not set one by one: a name that means something to the language would then be no name.
  const agents = Object.fromEntries(
    Object.entries(section(top["agents"], "/agents", findings)).flatMap(([name, given]) => {
      const agent = readAgent(given, `/agents/${name}`, known.drivers, findings);
      return agent === null ? [] : [[name, agent] as const];
    }),
  );
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
    if (!isTexts(labels)) findings.push({ pointer: `/needs/${role}`, text: "must be a list of labels, as `cairn run --label` gives them" });
  const ready = readReady(top, findings);
  const options = Object.fromEntries(known.protocols.map((name) => [name, section(top[name], `/${name}`, findings)]));
  const refused = refuseAll(
    findings.map(({ pointer, text }) =>
      refuse("CONFIG_INVALID", `${path}${pointer === "" ? "" : ` ${pointer}`} ${text}`, { path, pointer }),
    ),
  );
  if (refused !== null) return refused;
  return {
    ledger: isText(ledger) ? ledger : null,
    runner: { agents: sound ? count : emptyConfig.runner.agents, pull, push },
    agents,
    roles: isTextMap(roles) ? roles : {},
    needs: isTextsMap(needs) ? needs : {},
    places: places === true,
    ready,
    options,
  };
};

/** What a role is found by: exact, else by the part before `:`, else `*`; the protocol's own goes before. */
const roleNames = (protocol: string, role: string): readonly string[] => {
  const stem = role.split(":")[0] ?? role;
  return [`${protocol}/${role}`, role, `${protocol}/${stem}`, stem, `${protocol}/*`, "*"];
};
const ofRole = <T>(table: Readonly<Record<string, T>>, protocol: string, role: string): T | null => {
  const name = roleNames(protocol, role).find((one) => Object.hasOwn(table, one));
  return name === undefined ? null : (table[name] ?? null);
};

/** The name of the agent for a role; "hand": somebody outside does it; null: none. */
export const agentFor = ({ roles }: Config, protocol: string, role: string): string | null => ofRole(roles, protocol, role);

/** The labels that a runner must have for jobs of a role. */
export const needsOf = ({ needs }: Config, protocol: string, role: string): readonly string[] => ofRole(needs, protocol, role) ?? [];

/** Whether a word by which a runner says what it serves means a role. */
export const meansRole = (words: ReadonlySet<string>, protocol: string, role: string): boolean =>
  roleNames(protocol, role).some((name) => words.has(name));
