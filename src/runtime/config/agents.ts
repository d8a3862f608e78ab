// Configuration part that defines agents and the agents of roles.
import type { AgentConfig } from "../../agents/agent.ts";
import { isVariable, patterns } from "../../core/agents/launch-words.ts";
import type { Finding } from "../../core/message.ts";
import { ownOf } from "../../core/json/own.ts";
import { isRecord } from "../../core/json/record.ts";
import { pointerOf } from "../../kit/findings.ts";
import * as t from "../../kit/schema.ts";
import { argvOf, object, texts, word } from "./fields.ts";

/** The default program of each driver; null: argv must name one. */
export type Drivers = Readonly<Record<string, string | null>>;
export const driverNames = [
  "claude-code",
  "codex",
  "gemini",
  "opencode",
  "qwen",
  "acp",
  "command",
  "scripted",
] as const;

const argvRule =
  "must be a list of texts without zero bytes that begins with the program, and not with a dash; a list within it drops out where its placeholder is empty";
const modelRule = "must be a model's name, which begins with no dash";
const model = t.matching(new RegExp(patterns.model), modelRule);
const ofTier = t.exactOptional(model);
const models = object("the models by tier", { light: ofTier, standard: ofTier, heavy: ofTier });
const modelOrModels = t.told(
  `${modelRule}, or an object of them by tier: light, standard, heavy`,
  t.either(model, models),
);
const env = t.told(
  "must be an object of texts without zero bytes, and its names without =",
  t.byName(word),
  (given) => Object.keys(given).every(isVariable),
);
/** Names, and never values: the file is often shared. */
export const variables = texts(
  'must be a list of names of variables: ["DATABASE_URL"]',
  isVariable,
);
const agent = object(
  "an agent",
  {
    driver: t.means(
      "claude-code, codex, gemini, opencode, qwen: that program, in its own words; acp: whatever speaks the Agent Client Protocol; command: any program that reads a brief; scripted: a script, for tries",
      t.oneOf(driverNames),
    ),
    argv: t.means(
      "the program and its arguments, never through a shell; may be left out where the driver knows its program; {brief}, {run}, {job}, {tier} are filled in; without {brief} the brief goes to its standard input",
      t.optional(argvOf(argvRule, t.either(word, t.list(word)))),
    ),
    model: t.means(
      "the model that the program is asked to use, for all jobs or by a job's tier; the program's own choice if not said",
      t.exactOptional(modelOrModels),
    ),
    done: t.means(
      "exit: exit 0 counts as done without a report",
      t.standing(t.oneOf(["report", "exit"]), "report"),
    ),
    env: t.means(
      "added to its environment; cairn's own variables of a job come after",
      t.annotated({ propertyNames: { pattern: patterns.variable } }, t.standing(env, {})),
    ),
    passes: t.means(
      "variables of your own that look like secrets and that its jobs get all the same, besides the keys that its driver knows",
      t.exactOptional(variables),
    ),
  },
  `{"driver": "claude-code"}; the drivers are ${driverNames.join(", ")}`,
);

/** @param names agents that roles may have; null: any */
export const agentsAndRoles = (names: readonly string[] | null) => ({
  agents: t.means("the agents by name", t.byName(agent)),
  roles: t.means(
    'a role ("worker", "ultrawork/verifier", "*" for all others) and the agent that has it, or "hand"',
    t.byName(
      t.told(
        `must name an agent (${names?.join(", ") || "none is configured"}) or hand`,
        t.text,
        (name) => name === "hand" || names?.includes(name) !== false,
      ),
    ),
  ),
});

/** Findings about agents without argv whose driver has no program of its own. */
export const unstartable = (agents: unknown, programs: Drivers): readonly Finding[] =>
  Object.entries(isRecord(agents) ? agents : {}).flatMap(([name, given]) => {
    const { driver, argv }: Readonly<Record<string, unknown>> = isRecord(given) ? given : {};
    const lacks =
      argv === undefined && typeof driver === "string" && ownOf(programs, driver) === null;
    return lacks ? [{ pointer: pointerOf("agents", name, "argv"), text: argvRule }] : [];
  });

/** Built at once: setting keys one by one would treat special names (`__proto__`) differently. */
export const agentsOf = (
  given: Readonly<Record<string, t.Of<typeof agent>>> = {},
  programs: Drivers,
): Readonly<Record<string, AgentConfig>> =>
  Object.fromEntries(
    Object.entries(given).map(([name, one]) => [
      name,
      { ...one, argv: one.argv ?? [ownOf(programs, one.driver) ?? ""] },
    ]),
  );
