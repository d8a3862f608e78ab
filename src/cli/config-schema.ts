// Schemas of cairn.config.json and the personal file, for editors and scripts.
import { draft } from "../core/json-schema.ts";
import { patterns } from "../core/launch-words.ts";
import { jsonSchemaOf } from "../kit/json-schema.ts";
import * as t from "../kit/schema.ts";

const like = (pattern: string) => t.matching(new RegExp(pattern), `must be like ${pattern}`);
const word = like(patterns.word);
const model = like(patterns.model);
const address = like("^https?://");
const amount = t.numberFrom(0);
const wordsOf = <S extends t.Schema>(rest: S) =>
  t.annotated(
    { minItems: 1, prefixItems: [{ type: "string", pattern: patterns.program }] },
    t.list(rest),
  );
const argv = wordsOf(word);
/** All are optional. */
const some = <const F extends t.Fields>(fields: F) => t.partial(t.record(fields));

const agent = t.record({
  driver: t.means(
    "claude-code, codex, gemini, opencode, qwen: that program, in its own words; acp: whatever speaks the Agent Client Protocol; command: any program that reads a brief; scripted: a script, for tries",
    t.oneOf(["claude-code", "codex", "gemini", "opencode", "qwen", "acp", "command", "scripted"]),
  ),
  argv: t.optional(
    t.means(
      "the program and its arguments, never through a shell; may be left out where the driver knows its program; {brief}, {run}, {job}, {tier} are filled in; without {brief} the brief goes to its standard input",
      wordsOf(t.either(word, t.list(word))),
    ),
  ),
  model: t.optional(
    t.means(
      "the model that the program is asked to use, for all jobs or by a job's tier; the program's own choice if not said",
      t.either(model, some({ light: model, standard: model, heavy: model })),
    ),
  ),
  done: t.standing(
    t.means("exit: exit 0 counts as done without a report", t.oneOf(["report", "exit"])),
    "report",
  ),
  env: t.optional(
    t.means(
      "added to its environment; cairn's own variables of a job come after",
      t.annotated({ propertyNames: { pattern: patterns.variable } }, t.byName(word)),
    ),
  ),
});
const agentsAndRoles = {
  agents: t.means("the agents by name", t.byName(agent)),
  roles: t.means(
    'a role ("worker", "ultrawork/verifier", "*" for all others) and the agent that has it, or "hand"',
    t.byName(t.text),
  ),
};

const uses = t.oneOf(["required", "auto", "off"]);
const fence = t.standing(
  t.means(
    "what agents, setup and checks run within (`cairn help fence`). required: nothing runs without it; auto: where the system makes one; off: they may do what you may",
    t.either(
      uses,
      some({
        use: t.standing(uses, "auto"),
        network: t.standing(t.means("checks reach the network, too", t.flag), false),
        writes: t.means(
          "folders that jobs may write besides their places, absolute or below ~/",
          t.texts,
        ),
      }),
    ),
  ),
  "auto",
);

const events = ["decision", "end", "quiet"] as const;
const target = t.annotated(
  { anyOf: [{ required: ["command"] }, { required: ["webhook"] }] },
  some({
    command: t.means(
      "a program and its arguments, never through a shell; {title}, {text}, {link}, {event} and {run} are filled in",
      argv,
    ),
    webhook: t.means(
      "an address that a notice is posted to; anyone who knows it can post there",
      address,
    ),
    format: t.means(
      "what is posted: ntfy, slack, discord by the address's host, else json, a plain object",
      t.oneOf(["ntfy", "slack", "discord", "json"]),
    ),
    on: t.standing(
      t.means(
        "decision: a question waits; end: the run ended; quiet: nothing has moved for quiet_min, or nothing can go on",
        t.leastOf(1, t.oneOf(events)),
      ),
      [...events],
    ),
    quiet_min: t.standing(t.means("in minutes", t.wholeFrom(1, 1_440)), 10),
    link: t.means(
      "where the page is reached from elsewhere, such as a tunnel to `cairn serve`",
      address,
    ),
  }),
);
const notify = t.means(
  "who is notified when a run needs a person, has ended or is stuck (`cairn notify` tries it): one target, or several",
  t.either(target, t.mostOf(10, target)),
);

const command = { argv, cwd: t.optional(t.text), timeout_s: t.optional(t.wholeFrom(1, 7_200)) };
const repository = {
  git: t.means(
    "machines that share a ledger share commits, too",
    some({
      remote: t.means(
        "the remote to which what a run does is pushed, such as origin; none if not said",
        like("^\\w[\\w./-]*$"),
      ),
    }),
  ),
  places: t.standing(
    t.means(
      "writing jobs work in places of their own, and land on proof, where git has a commit; false: all work in the checkout",
      t.flag,
    ),
    true,
  ),
  fence,
  checks: t.means(
    "what all work must pass before it lands, run by cairn in a clean checkout",
    t.list(
      t.record({
        name: t.most(80, t.text),
        ...command,
        pin: t.optional(
          t.means(
            "paths and patterns that are put back as the run found them before this check, such as test/**",
            t.texts,
          ),
        ),
      }),
    ),
  ),
  setup: t.means(
    "what makes a fresh checkout ready: run once for the same content of `inputs`, kept is what it `makes`",
    t.record({ ...command, inputs: t.optional(t.texts), makes: t.optional(t.texts) }),
  ),
  place: t.means(
    "ignored files that work needs, copied into each place and never landed",
    some({ copy: t.texts }),
  ),
};
const spending = {
  budget: t.means(
    'what runs may use: several limits in one text, such as "5usd 2Mtok 3h 40jobs"; nothing new starts beyond it',
    some({
      run: t.means("each run that begins", t.text),
      day: t.means("all runs of the project on one day", t.text),
    }),
  ),
  prices: t.means(
    "US dollars for a million tokens, by the name of a model or agent, where its program tells tokens and no cost",
    t.byName(t.record({ in: amount, out: amount, cached: t.optional(amount) })),
  ),
};

/** JSON Schema of cairn.config.json. */
export const configSchema = (protocols: readonly string[]): Readonly<Record<string, unknown>> => ({
  $schema: draft,
  title: "cairn.config.json",
  description: "Which agents there are, which role each has, and options of the protocols.",
  ...jsonSchemaOf(
    some({
      ledger: t.means(
        "where the ledger is, such as sqlite:PATH or postgres://USER@HOST/DATABASE?project=NAME; beside the repository if not said",
        t.maybe(t.text),
      ),
      protocol: t.means(
        "what `cairn run` goes by where none is named; ultrawork if not said",
        t.oneOf(protocols),
      ),
      runner: t.open({
        agents: t.standing(
          t.means("how many agents one runner may have under way", t.wholeFrom(1, 64)),
          4,
        ),
      }),
      ...repository,
      ...spending,
      ...agentsAndRoles,
      needs: t.means(
        "a role and the labels that a runner must have to begin its jobs (`cairn run --label`)",
        t.byName(t.texts),
      ),
      ...Object.fromEntries(
        protocols.map((name) => [name, t.means(`options of ${name}`, t.byName(t.anything))]),
      ),
    }),
  ),
});

/** JSON Schema of the personal file, which has nothing that a team must agree on. */
export const personalSchema = (): Readonly<Record<string, unknown>> => ({
  $schema: draft,
  title: "~/.config/cairn/config.json",
  description:
    "Your own agents and roles, what jobs are fenced with on this machine, and where notices go, in every repository whose cairn.config.json says nothing else.",
  ...jsonSchemaOf(some({ ...agentsAndRoles, fence, notify })),
});
