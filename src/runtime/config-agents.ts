// Configuration part that defines agents and the agents of roles.
import type { AgentConfig, Model } from "../agents/agent.ts";
import { isModelName, isProgram, isVariable, isWord } from "../core/launch-words.ts";
import { isRecord } from "../core/record.ts";
import {
  type Fields,
  isText,
  isTextMap,
  isTexts,
  onlyKeys,
  section,
  type Wrong,
} from "./config-fields.ts";

export type Agents = Readonly<Record<string, AgentConfig>>;
/** The default program of each driver; null: argv must name one. */
export type Drivers = Readonly<Record<string, string | null>>;

const isTextsMap = (value: unknown): value is Readonly<Record<string, readonly string[]>> =>
  isRecord(value) && Object.values(value).every(isTexts);

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
  wrongAt: Wrong,
): AgentConfig | null => {
  if (!isRecord(value)) {
    wrongAt(at, "must be an object with driver and argv");
    return null;
  }
  const { driver, model, done, env } = value;
  const wrong = (key: string, text: string): void => wrongAt(`${at}/${key}`, text);
  onlyKeys(value, agentKeys, at, "an agent", wrongAt);
  const isKnown = isText(driver) && Object.hasOwn(drivers, driver);
  if (!isKnown) wrong("driver", `must be one of ${Object.keys(drivers).join(", ")}`);
  const program = isKnown ? (drivers[driver] ?? null) : null;
  const argv = value["argv"] ?? (program === null ? undefined : [program]);
  const words: readonly unknown[] = Array.isArray(argv) ? argv : [];
  const fit = words.filter((word): word is string | readonly string[] =>
    isText(word) ? isWord(word) : isTexts(word) && word.every(isWord),
  );
  if (!Array.isArray(argv) || fit.length !== words.length || !isText(fit[0]) || !isProgram(fit[0]))
    wrong(
      "argv",
      "must be a list of texts without zero bytes that begins with the program, and not with a dash; a list within it drops out where its placeholder is empty",
    );
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

/** Built at once: setting keys one by one would treat special names (`__proto__`) differently. */
export const readAgents = (top: Fields, drivers: Drivers, wrong: Wrong): Agents =>
  Object.fromEntries(
    Object.entries(section(top["agents"], "/agents", wrong)).flatMap(([name, given]) => {
      const agent = readAgent(given, `/agents/${name}`, drivers, wrong);
      return agent === null ? [] : [[name, agent] as const];
    }),
  );

/** `hand`: an external worker does it. */
export const readRoles = (
  top: Fields,
  agents: Agents,
  wrong: Wrong,
): Readonly<Record<string, string>> => {
  const roles = section(top["roles"], "/roles", wrong);
  const names = Object.keys(agents).join(", ") || "none is configured";
  for (const [role, name] of Object.entries(roles))
    if (!isText(name) || (name !== "hand" && !Object.hasOwn(agents, name)))
      wrong(`/roles/${role}`, `must name an agent (${names}) or hand`);
  return isTextMap(roles) ? roles : {};
};

/** Labels that a runner needs for the jobs of a role. */
export const readNeeds = (
  top: Fields,
  wrong: Wrong,
): Readonly<Record<string, readonly string[]>> => {
  const needs = section(top["needs"], "/needs", wrong);
  for (const [role, labels] of Object.entries(needs))
    if (!isTexts(labels))
      wrong(`/needs/${role}`, "must be a list of labels, as `cairn run --label` gives them");
  return isTextsMap(needs) ? needs : {};
};
