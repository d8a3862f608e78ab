// Agents and roles that `cairn init` is to write: by flags, or by questions at a terminal.
import { parsed } from "../../core/json/parsed.ts";
import { isModelName, isProgram, isWord } from "../../core/agents/launch-words.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Installed } from "../../runtime/system.ts";
import { all, last } from "../flags/args.ts";
import { suggestion } from "../help/nearest.ts";
import type { Context } from "../verb.ts";
import type { Setup } from "./config-file.ts";
import { knownAs, nobodyHere, type Program, programLine, proposal, wantedOf } from "./programs.ts";

/** Refuses what every verb that reads the configuration would refuse. */
const launchable = (argv: readonly string[]): readonly string[] | Refusal =>
  argv.every(isWord) && argv.slice(0, 1).every(isProgram)
    ? argv
    : refuse("USAGE", "a program's words hold no zero bytes, and its name begins with no dash", {
        fits: `the program first: '["my-agent", "--task", "{brief}"]'`,
      });

/** JSON, or words separated by blanks. Shell syntax isn't interpreted. */
const argvOf = (text: string): readonly string[] | Refusal => {
  if (!text.trimStart().startsWith("[")) {
    if (!/["'\\`]/.test(text)) return launchable(text.split(/\s+/).filter((word) => word !== ""));
    return refuse(
      "USAGE",
      "words with quotes or backslashes in them are not read as a shell would",
      { fits: `say it as a JSON list: '["my-agent", "--task", "{brief}"]'` },
    );
  }
  const read = parsed(text);
  if (Array.isArray(read) && read.every((word) => typeof word === "string"))
    return launchable(read);
  return refuse("USAGE", "--argv is no JSON list of texts", {
    fits: `--argv '["my-agent", "--task", "{brief}"]'`,
  });
};

const roleOf = (text: string): readonly [string, string] | Refusal => {
  const at = text.lastIndexOf("=");
  return at > 0 && at < text.length - 1
    ? [text.slice(0, at), text.slice(at + 1)]
    : refuse("USAGE", `--role ${text.slice(0, 80)} names no role and agent`, {
        fits: "--role worker=NAME, or --role '*=NAME' for all others",
      });
};

const agentBy = (
  { given }: Context,
  name: string,
  { known, drivers }: Installed,
): Readonly<Record<string, unknown>> | Refusal => {
  const [driver, argv, model] = [last(given, "driver"), last(given, "argv"), last(given, "model")];
  const parts = argv === null ? [] : argvOf(argv);
  if (isRefusal(parts)) return parts;
  const words = parts.length === 0 ? null : parts;
  if (driver !== null && !drivers.includes(driver) && knownAs(known, driver) === null)
    return refuse("USAGE", `there is no driver ${driver.slice(0, 80)}`, {
      fits: `${suggestion(driver, drivers)} (drivers: ${drivers.join(", ")})`,
    });
  const own = driver ?? (words === null ? (knownAs(known, name)?.driver ?? null) : "command");
  if (own === null || (words === null && knownAs(known, own) === null))
    return refuse("USAGE", `how is ${name} started?`, {
      fits: `--agent ${name} --argv '["program", "{brief}"]', or --driver ${known.map((one) => one.driver).join("|")}`,
    });
  if (model !== null && !isModelName(model))
    return refuse("USAGE", "--model wants a model's name, which begins with no dash", {
      fits: "leave it out for the program's own choice",
    });
  return {
    driver: knownAs(known, own)?.driver ?? own,
    ...(words === null ? {} : { argv: words }),
    ...(model === null ? {} : { model }),
  };
};

export const byFlags = (context: Context, installed: Installed): Setup | Refusal => {
  const { given } = context;
  const name = last(given, "agent");
  const roles: [string, string][] = [];
  for (const text of all(given, "role")) {
    const role = roleOf(text);
    if (isRefusal(role)) return role;
    roles.push([role[0], role[1]]);
  }
  for (const flag of ["argv", "driver", "model"])
    if (name === null && last(given, flag) !== null)
      return refuse("USAGE", `--${flag} needs the agent's name`, {
        fits: `--agent NAME --${flag} …`,
      });
  if (name === null && roles.length > 0) return { agents: {}, roles: Object.fromEntries(roles) };
  if (name === null) return proposal(installed.programs) ?? nobodyHere(installed);
  const agent = agentBy(context, name, installed);
  if (isRefusal(agent)) return agent;
  return {
    agents: { [name]: agent },
    roles: roles.length === 0 ? { "*": name } : Object.fromEntries(roles),
  };
};

const choose = async (
  context: Context,
  question: string,
  programs: readonly Program[],
  usual: number,
): Promise<number> => {
  const choices = programs.map((program, index) => ({
    id: String(index + 1),
    label: programLine(program),
  }));
  return Number(await context.ask.choose(question, choices, String(usual + 1))) - 1;
};

export const byAsking = async (
  context: Context,
  installed: Installed,
): Promise<Setup | Refusal> => {
  const { programs } = installed;
  const [first] = programs;
  if (first === undefined) return nobodyHere(installed);
  context.note(
    "Each of these would edit files and run programs without asking you (`cairn help agents` says what they may do).",
  );
  const index = await choose(context, "Which one does the work?", programs, 0);
  const worker = programs[index] ?? first;
  if (programs.length === 1) return wantedOf(worker, worker);
  const judge = await choose(
    context,
    "And which one judges it? Another one is harder to fool.",
    programs,
    index === 0 ? 1 : 0,
  );
  return wantedOf(worker, programs[judge] ?? worker);
};

/** Refuses roles that no protocol has. `*` means all others, `protocol/role` one protocol's, `role:kind` one kind of it. */
export const unknownRole = (
  known: Installed["roles"],
  roles: readonly string[],
): Refusal | null => {
  for (const role of roles) {
    const [protocol, own] = role.includes("/")
      ? [role.slice(0, role.indexOf("/")), role.slice(role.indexOf("/") + 1)]
      : [null, role];
    const stem = own.split(":")[0] ?? own;
    const there = known.some(
      (one) =>
        (protocol === null || one.protocol === protocol) && (stem === "*" || one.role === stem),
    );
    if (there) continue;
    const names = [...new Set(known.map((one) => one.role))];
    return refuse("ROLE_UNKNOWN", `there is no role ${role.slice(0, 80)}`, {
      fits: `${suggestion(stem, names)} (roles: ${names.join(", ")}, and * for all others)`,
    });
  }
  return null;
};
