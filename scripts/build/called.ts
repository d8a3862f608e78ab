// Build step: finds the functions that are called at every start by running some commands.
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const list = (value: unknown, key: string): readonly unknown[] => {
  const found = isRecord(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
};

/** Of each file (by its URL) that V8's report of what ran names: `start:end` of each of its functions that was called. */
const calledIn = (
  report: string,
): readonly (readonly [url: string, functions: readonly string[]])[] => {
  const read: unknown = JSON.parse(report);
  return list(read, "result").flatMap((script) => {
    if (!isRecord(script) || typeof script["url"] !== "string") return [];
    const functions = list(script, "functions").flatMap((one) => {
      const whole = list(one, "ranges")[0];
      return isRecord(whole) && whole["count"] !== 0
        ? [`${String(whole["startOffset"])}:${String(whole["endOffset"])}`]
        : [];
    });
    return [[script["url"], functions] as const];
  });
};

const plan = {
  tasks: [
    {
      id: "1",
      subject: "Look",
      success_criteria: [{ criteria: "the suite passes", command: "npm test" }],
    },
  ],
};

/**
 * The functions of a built file, by their place in it, that will probably be called when it is read: of a file that `status` reads those that `status` calls, of a new run and of one under way, of each protocol; of
 * another file those that some commands call.
 */
export const calledOf = (main: string): ((file: string) => ReadonlySet<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-build-"));
  const [repo, home] = [join(folder, "repo"), join(folder, "home")];
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(CAIRN|GIT|NODE)_/.test(name)),
  );
  const run = (reports: string, ...argv: readonly string[]): string => {
    const env = { ...own, NODE_V8_COVERAGE: join(folder, reports) };
    const ended = spawnSync(process.execPath, [main, ...argv, "--root", repo], {
      cwd: repo,
      encoding: "utf8",
      env,
    });
    if (ended.status !== 0)
      throw new Error(
        `the program that was built can't do ${argv.join(" ")}: ${ended.stderr}${ended.stdout}`,
      );
    return ended.stdout;
  };
  const command = (...argv: readonly string[]): string => run("commands", ...argv);
  const start = (protocol: string, ...argv: readonly string[]): string => {
    const started: unknown = JSON.parse(command("run", "--later", protocol, ...argv, "--json"));
    const name = isRecord(started) ? String(started["run"]) : "";
    run("looks", "status", name);
    return name;
  };
  const found = (reports: string): ReadonlyMap<string, ReadonlySet<string>> => {
    const called = new Map<string, Set<string>>();
    for (const one of readdirSync(join(folder, reports)))
      for (const [url, functions] of calledIn(readFileSync(join(folder, reports, one), "utf8")))
        called.set(url, new Set([...(called.get(url) ?? []), ...functions]));
    return called;
  };
  try {
    mkdirSync(repo);
    spawnSync("git", ["init", "-q", repo]);
    const agents = { mine: { driver: "command", argv: ["mine", "{brief}"], model: "small" } };
    writeFileSync(
      join(repo, "cairn.config.json"),
      JSON.stringify({ agents, roles: { "*": "mine" }, fence: "auto" }),
    );
    const ultrawork = start("ultrawork", "look", "--home", home, "--auto");
    command("send", ultrawork, "ProposePlan", "--data", JSON.stringify({ plan }));
    run("looks", "status", ultrawork);
    command("template", "compose", "look", "--step", "analyze");
    start("player", "--template", "look", "--goal", "look");
    command("verify", ultrawork);
    const [looks, commands] = [found("looks"), found("commands")];
    return (file) => {
      // Reports name a file by where it really is, also where a link led to it.
      const { href } = pathToFileURL(realpathSync(file));
      return looks.get(href) ?? commands.get(href) ?? new Set();
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
