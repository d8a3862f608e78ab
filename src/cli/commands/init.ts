// Why: the first minute: which agents there are and what they do is settled once, by asking or by flags.
import { join } from "node:path";
import { isRecord } from "../../core/record.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import { all, has, last } from "../args.ts";
import { agentsOf, clashes, merged, readConfigFile, strays, type Wanted, writeConfigFile } from "../init/config-file.ts";
import { gatesLine, proposed, type Proposed, withGates } from "../init/gates.ts";
import { found, type Program, programs } from "../init/programs.ts";
import { unknownRole } from "../init/roles.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";

const entry = ({ argv, env }: Pick<Program, "argv" | "env">): unknown => ({
  driver: "command",
  argv,
  ...(Object.keys(env).length === 0 ? {} : { env }),
});

const everybody = (program: Program): Wanted => ({ agents: { [program.name]: entry(program) }, roles: { "*": program.name } });

/** JSON, or words parted by blanks. What only a shell would understand is not guessed at. */
const argvOf = (text: string): readonly string[] | Refusal => {
  if (!text.trimStart().startsWith("[")) {
    if (!/["'\\`]/.test(text)) return text.split(/\s+/).filter((word) => word !== "");
    return refuse("USAGE", "words with quotes or backslashes in them are not read as a shell would", {
      fits: `say it as a JSON list: '["my-agent", "--task", "{brief}"]'`,
    });
  }
  try {
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read) && read.every((word) => typeof word === "string")) return read;
  } catch {
    // The refusal below says what would fit.
  }
  return refuse("USAGE", "--argv is no JSON list of texts", { fits: `--argv '["my-agent", "--task", "{brief}"]'` });
};

const roleOf = (text: string): readonly [string, string] | Refusal => {
  const at = text.lastIndexOf("=");
  return at > 0 && at < text.length - 1
    ? [text.slice(0, at), text.slice(at + 1)]
    : refuse("USAGE", `--role ${text.slice(0, 80)} names no role and agent`, {
        fits: "--role worker=NAME, or --role '*=NAME' for all others",
      });
};

const byFlags = (context: Context): Wanted | Refusal => {
  const { given, env } = context;
  const [name, argv] = [last(given, "agent"), last(given, "argv")];
  const roles: [string, string][] = [];
  for (const text of all(given, "role")) {
    const role = roleOf(text);
    if (isRefusal(role)) return role;
    roles.push([role[0], role[1]]);
  }
  if (name === null && argv !== null) return refuse("USAGE", "--argv needs the agent's name", { fits: "--agent NAME --argv …" });
  if (name === null && roles.length > 0) return { agents: {}, roles: Object.fromEntries(roles) };
  if (name === null) {
    const [first] = found(env);
    if (first !== undefined) return everybody(first);
    return refuse("AGENT_MISSING", "no agent program that init knows is on PATH", {
      fits: `--agent NAME --argv '["program", "{brief}"]'; known: ${programs.map((program) => program.name).join(", ")}`,
    });
  }
  const known = programs.find((program) => program.name === name);
  const words = argv === null ? known?.argv : argvOf(argv);
  if (words === undefined) return refuse("USAGE", `how is ${name} started?`, { fits: `--agent ${name} --argv '["program", "{brief}"]'` });
  if (isRefusal(words)) return words;
  const agent = entry({ argv: words, env: argv === null ? (known?.env ?? {}) : {} });
  return { agents: { [name]: agent }, roles: roles.length === 0 ? { "*": name } : Object.fromEntries(roles) };
};

const choose = async (context: Context, question: string, choices: readonly Program[], usual: number): Promise<Program | null> => {
  const answer = (await context.ask(`${question} [${usual + 1}] `)).trim();
  const index = answer === "" ? usual : Number(answer) - 1;
  return choices[index] ?? null;
};

const byAsking = async (context: Context): Promise<Wanted | Refusal> => {
  const here = found(context.env);
  if (here.length === 0) {
    context.note(`None of the agent programs that init knows is on PATH (${programs.map((program) => program.name).join(", ")}).`);
    context.note("How is yours started? Program and arguments; {brief} stands for what it is told,");
    context.note("without it that goes to the program's standard input.");
    const line = await context.ask("> ");
    const argv = argvOf(line);
    if (isRefusal(argv)) return argv;
    const name = argv[0]?.split("/").at(-1) ?? "";
    return name === ""
      ? refuse("AGENT_MISSING", "no agent was named, so nothing was written", { fits: "run init again" })
      : everybody({ name, argv, env: {} });
  }
  context.note("On this machine (each would run as a plain command, without asking you before it edits or runs something):");
  here.forEach(({ argv }, index) => context.note(`  ${index + 1}  ${argv.join(" ")}`));
  const worker = await choose(context, "Which one does the work?", here, 0);
  if (worker === null) return refuse("USAGE", "that is none of them", { fits: `a number from 1 to ${here.length}` });
  if (here.length === 1) return everybody(worker);
  const judge = await choose(context, "And which one verifies, always in a session of its own?", here, here.indexOf(worker));
  if (judge === null) return refuse("USAGE", "that is none of them", { fits: `a number from 1 to ${here.length}` });
  const both = everybody(worker);
  return judge === worker
    ? both
    : { agents: { ...both.agents, [judge.name]: entry(judge) }, roles: { ...both.roles, verifier: judge.name, sarah: judge.name } };
};

const answer = (path: string, written: boolean, config: Readonly<Record<string, unknown>>, gates: Proposed): Answer => {
  const names = (key: string): readonly string[] => (isRecord(config[key]) ? Object.keys(config[key]) : []);
  return {
    exit: exits.done,
    json: { files: written ? [path] : [], config: path, agents: names("agents") },
    text: () =>
      [
        written
          ? `${path} is written (agents: ${names("agents").join(", ")})`
          : `${path} is there already and stays as it is (agents: ${names("agents").join(", ") || "none"})`,
        ...(written ? [] : ["  change it by hand (its form: cairn schema config), or by --agent and --role"]),
        gatesLine(config, gates),
        "  the ledger lies in .cairn, which ignores itself; share or ignore cairn.config.json as you like",
        '  go on: cairn run ultrawork "what is wanted", or, pass by pass: cairn run iterative "what is wanted",',
        '  or, from an idea by a team of roles: cairn run stigmergy "what is wanted"',
      ].join("\n"),
  };
};

/** A new configuration names them; whoever sits there may say no. One that is there stays as it is. */
const taken = async (context: Context, before: unknown, { gates }: Proposed): Promise<Proposed["gates"]> => {
  if (before !== null || gates.length === 0) return [];
  if (!context.asks) return gates;
  const all = gates.map(({ argv }) => argv.join(" ")).join(", ");
  const said = await context.ask(`Shall iterative runs be gated by ${all}? Each runs before and after every confirmation. [Y/n] `);
  return /^n/iu.test(said.trim()) ? [] : gates;
};

export const init: Verb = {
  name: "init",
  summary: "write cairn.config.json: which agents there are, which role each has, and which checks gate iterative runs",
  args: [],
  options: {
    agent: { means: "an agent's name; one that init knows needs no --argv", word: "NAME" },
    argv: {
      means: "how it is started: a JSON list, or words; {brief} stands for what it is told, else that goes to its standard input",
      word: "ARGV",
    },
    role: { means: "which agent has a role; without any, NAME has all", word: "ROLE=NAME", many: true },
    yes: { means: "take the first program that is found, and replace what the file says otherwise", word: null, short: "y" },
  },
  example: ["cairn init", "cairn init --agent codex", `cairn init --agent mine --argv '["my-agent", "{brief}"]' --role worker=mine`],
  run: async (context) => {
    const system = await context.system();
    const path = join(system.root, "cairn.config.json");
    const before = readConfigFile(path);
    if (isRefusal(before)) return before;
    const flagged = ["agent", "argv", "role"].some((name) => has(context.given, name));
    const gates = proposed(system.root, context.env);
    if (before !== null && !flagged) return answer(path, false, before, gates);
    if (!flagged && !context.asks && !has(context.given, "yes"))
      return refuse("USAGE", "there is nobody to ask", {
        fits: "--agent NAME [--argv …] [--role ROLE=NAME], or --yes for the first program that is found",
      });
    const wanted = flagged || has(context.given, "yes") ? byFlags(context) : await byAsking(context);
    if (isRefusal(wanted)) return wanted;
    const role = await unknownRole(system, Object.keys(wanted.roles));
    if (role !== null) return role;
    const against = clashes(before ?? {}, wanted);
    if (against.length > 0 && !has(context.given, "yes")) {
      const said = context.asks ? await context.ask(`${path} says otherwise about ${against.join(", ")}. Replace that? [y/N] `) : "";
      if (!/^y(es)?$/i.test(said.trim()))
        return refuse("CONFIG_PRESENT", `cairn.config.json says otherwise about ${against.join(", ")}`, {
          path,
          fits: "another name, an edit by hand, or --yes to replace it",
        });
    }
    const after = withGates(merged(before ?? {}, wanted), await taken(context, before, gates));
    const stray = strays(after, wanted);
    if (stray.length > 0)
      return refuse("AGENT_UNKNOWN", stray.join("; "), {
        fits: `--role ROLE=NAME names an agent of the configuration, one that --agent adds, or hand: ${agentsOf(after).join(", ") || "there is none yet"}`,
      });
    return answer(path, writeConfigFile(path, before, after), after, gates);
  },
};
