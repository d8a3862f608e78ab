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
const amount = { type: "number", minimum: 0 };
const word = { ...text, pattern: patterns.word };

const agentsAndRoles = {
  agents: {
    description: "the agents by name",
    type: "object",
    additionalProperties: {
      type: "object",
      properties: {
        driver: {
          description:
            "claude-code, codex, gemini, opencode, qwen: that program, in its own words; acp: whatever speaks the Agent Client Protocol; command: any program that reads a brief; scripted: a script, for tries",
          enum: [
            "claude-code",
            "codex",
            "gemini",
            "opencode",
            "qwen",
            "acp",
            "command",
            "scripted",
          ],
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
          anyOf: [
            model,
            {
              type: "object",
              properties: { light: model, standard: model, heavy: model },
              additionalProperties: false,
            },
          ],
        },
        done: {
          description: "exit: exit 0 counts as done without a report",
          enum: ["report", "exit"],
          default: "report",
        },
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
  roles: {
    description:
      'a role ("worker", "ultrawork/verifier", "*" for all others) and the agent that has it, or "hand"',
    ...texts,
  },
};

const fence = {
  description:
    "what agents, setup and checks run within (`cairn help fence`). required: nothing runs without it; auto: where the system makes one; off: they may do what you may",
  oneOf: [
    { enum: ["required", "auto", "off"] },
    {
      type: "object",
      properties: {
        use: { enum: ["required", "auto", "off"], default: "auto" },
        network: { description: "checks reach the network, too", type: "boolean", default: false },
        writes: {
          description: "folders that jobs may write besides their places, absolute or below ~/",
          type: "array",
          items: text,
        },
      },
      additionalProperties: false,
    },
  ],
  default: "auto",
} as const;

const address = { ...text, pattern: "^https?://" };
const notifyTarget = {
  type: "object",
  properties: {
    command: {
      description:
        "a program and its arguments, never through a shell; {title}, {text}, {link}, {event} and {run} are filled in",
      ...argv,
    },
    webhook: {
      description: "an address that a notice is posted to; whoever knows it may post there, too",
      ...address,
    },
    format: {
      description:
        "what is posted: ntfy, slack, discord by the address's host, else json, a plain object",
      enum: ["ntfy", "slack", "discord", "json"],
    },
    on: {
      description:
        "decision: a question waits; end: the run ended; quiet: nothing has moved for quiet_min, or nothing can go on",
      type: "array",
      minItems: 1,
      items: { enum: ["decision", "end", "quiet"] },
      default: ["decision", "end", "quiet"],
    },
    quiet_min: {
      description: "in minutes",
      type: "integer",
      minimum: 1,
      maximum: 1_440,
      default: 10,
    },
    link: {
      description: "where the page is reached from elsewhere, such as a tunnel to `cairn serve`",
      ...address,
    },
  },
  anyOf: [{ required: ["command"] }, { required: ["webhook"] }],
  additionalProperties: false,
};
const notify = {
  description:
    "who is told that a run needs somebody, has ended or is stuck (`cairn notify` tries it): one target, or several",
  oneOf: [notifyTarget, { type: "array", items: notifyTarget, maxItems: 10 }],
};

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
    protocol: {
      description: "what `cairn run` goes by where none is named; ultrawork if not said",
      enum: protocols,
    },
    runner: {
      type: "object",
      properties: {
        agents: {
          description: "how many agents one runner may have under way",
          type: "integer",
          minimum: 1,
          maximum: 64,
          default: 4,
        },
      },
    },
    git: {
      description: "machines that share a ledger share commits, too",
      type: "object",
      properties: {
        remote: {
          description:
            "the remote to which what a run does is pushed, such as origin; none if not said",
          ...text,
          pattern: "^\\w[\\w./-]*$",
        },
      },
      additionalProperties: false,
    },
    places: {
      description:
        "writing jobs work in places of their own, and land on proof, where git has a commit; false: all work in the checkout",
      type: "boolean",
      default: true,
    },
    fence,
    checks: {
      description: "what all work must pass before it lands, run by cairn in a clean checkout",
      type: "array",
      items: {
        type: "object",
        required: ["name", "argv"],
        properties: {
          name: { ...text, maxLength: 80 },
          argv,
          cwd: text,
          timeout_s: seconds,
          pin: {
            description:
              "paths and patterns that are put back as the run found them before this check, such as test/**",
            type: "array",
            items: text,
          },
        },
        additionalProperties: false,
      },
    },
    setup: {
      description:
        "what makes a fresh checkout ready: run once for the same content of `inputs`, kept is what it `makes`",
      type: "object",
      required: ["argv"],
      properties: {
        argv,
        cwd: text,
        timeout_s: seconds,
        inputs: { type: "array", items: text },
        makes: { type: "array", items: text },
      },
      additionalProperties: false,
    },
    place: {
      description: "ignored files that work needs, copied into each place and never landed",
      type: "object",
      properties: { copy: { type: "array", items: text } },
      additionalProperties: false,
    },
    budget: {
      description:
        'what runs may use: several limits in one text, such as "5usd 2Mtok 3h 40jobs"; nothing new starts beyond it',
      type: "object",
      properties: {
        run: { description: "each run that begins", ...text },
        day: { description: "all runs of the project on one day", ...text },
      },
      additionalProperties: false,
    },
    prices: {
      description:
        "US dollars for a million tokens, by the name of a model or agent, where its program tells tokens and no cost",
      type: "object",
      additionalProperties: {
        type: "object",
        required: ["in", "out"],
        properties: { in: amount, out: amount, cached: amount },
        additionalProperties: false,
      },
    },
    ...agentsAndRoles,
    needs: {
      description:
        "a role and the labels that a runner must have to begin its jobs (`cairn run --label`)",
      type: "object",
      additionalProperties: { type: "array", items: text },
    },
    ...Object.fromEntries(
      protocols.map((name) => [name, { description: `options of ${name}`, type: "object" }]),
    ),
  },
  additionalProperties: false,
});

/** JSON Schema of the personal file, which holds nothing that a team has to agree on. */
export const personalSchema = (): Readonly<Record<string, unknown>> => ({
  $schema: draft,
  title: "~/.config/cairn/config.json",
  description:
    "Your own agents and roles, what jobs are fenced with on this machine, and where notices go, in every repository whose cairn.config.json says nothing else.",
  type: "object",
  properties: { ...agentsAndRoles, fence, notify },
  additionalProperties: false,
});
