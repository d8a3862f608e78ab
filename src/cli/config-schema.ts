// Why: editors and scripts can check a cairn.config.json before cairn does.
import { byName, draft, text } from "../core/json-schema.ts";
import { patterns } from "../core/launch-words.ts";

const texts = byName(text);
const model = { ...text, pattern: patterns.model };
const argv = {
  type: "array",
  minItems: 1,
  prefixItems: [{ ...text, pattern: patterns.program }],
  items: { ...text, pattern: patterns.word },
};
const seconds = { type: "integer", minimum: 1, maximum: 7_200 };
const word = { ...text, pattern: patterns.word };

/** JSON Schema of cairn.config.json. */
export const configSchema = (protocols: readonly string[]): Readonly<Record<string, unknown>> => ({
  $schema: draft,
  title: "cairn.config.json",
  description: "Which agents there are, which role each has, and options of the protocols.",
  type: "object",
  properties: {
    ledger: {
      description:
        "where the ledger is, such as sqlite:PATH or postgres://USER@HOST/DATABASE?project=NAME; beside the repository if not said",
      type: ["string", "null"],
    },
    runner: {
      type: "object",
      properties: {
        agents: { description: "how many agents one runner may have under way", type: "integer", minimum: 1, maximum: 64, default: 4 },
        pull: {
          description: "the program that brings other machines' work into the working tree before a job begins, and its arguments",
          ...argv,
        },
        push: { description: "the program that sends on what a job did in the working tree, and its arguments", ...argv },
      },
    },
    places: {
      description: "writing jobs work in places of their own, and land on proof; needs git and a commit",
      type: "boolean",
      default: false,
    },
    checks: {
      description: "what all work must pass before it lands, run by cairn in a clean checkout",
      type: "array",
      items: {
        type: "object",
        required: ["name", "argv"],
        properties: { name: { ...text, maxLength: 80 }, argv, cwd: text, timeout_s: seconds },
        additionalProperties: false,
      },
    },
    setup: {
      description: "what makes a fresh checkout ready: run once for the same content of `inputs`, kept is what it `makes`",
      type: "object",
      required: ["argv"],
      properties: { argv, cwd: text, timeout_s: seconds, inputs: { type: "array", items: text }, makes: { type: "array", items: text } },
      additionalProperties: false,
    },
    place: {
      description: "ignored files that work needs, copied into each place and never landed",
      type: "object",
      properties: { copy: { type: "array", items: text } },
      additionalProperties: false,
    },
    agents: {
      description: "the agents by name",
      type: "object",
      additionalProperties: {
        type: "object",
        properties: {
          driver: {
            description:
              "claude-code, codex, gemini, opencode, qwen: that program, in its own words; acp: whatever speaks the Agent Client Protocol; command: any program that reads a brief; scripted: a script, for tries",
            enum: ["claude-code", "codex", "gemini", "opencode", "qwen", "acp", "command", "scripted"],
          },
          argv: {
            description:
              "the program and its arguments, never through a shell; may be left out where the driver knows its program; {brief}, {run}, {job}, {tier} are filled in; without {brief} the brief goes to its standard input",
            type: "array",
            minItems: 1,
            prefixItems: [{ ...text, pattern: patterns.program }],
            items: { anyOf: [word, { type: "array", items: word }] },
          },
          model: {
            description:
              "the model that the program is asked to use, for all jobs or by a job's tier; the program's own choice if not said",
            anyOf: [model, { type: "object", properties: { light: model, standard: model, heavy: model }, additionalProperties: false }],
          },
          done: { description: "exit: exit 0 counts as done without a report", enum: ["report", "exit"], default: "report" },
          env: {
            description: "added to its environment; cairn's own variables of a job come after",
            ...byName(word),
            propertyNames: { pattern: patterns.variable },
          },
        },
        required: ["driver"],
        additionalProperties: false,
      },
    },
    roles: { description: 'a role ("worker", "ultrawork/verifier", "*" for all others) and the agent that has it, or "hand"', ...texts },
    needs: {
      description: "a role and the labels that a runner must have to begin its jobs (`cairn run --label`)",
      type: "object",
      additionalProperties: { type: "array", items: text },
    },
    ...Object.fromEntries(protocols.map((name) => [name, { description: `options of ${name}`, type: "object" }])),
  },
  additionalProperties: false,
});
