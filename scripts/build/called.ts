// Why: which functions are called at every start is found out by running some commands, since no list by hand would stay right.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;
const list = (value: unknown, key: string): readonly unknown[] => {
  const found = isRecord(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
};

/** From V8's report of what ran: `start:end` of each function of the file that was called. */
const functionsOf = (report: string, url: string): readonly string[] => {
  const read: unknown = JSON.parse(report);
  return list(read, "result").flatMap((script) =>
    isRecord(script) && script["url"] === url
      ? list(script, "functions").flatMap((one) => {
          const whole = list(one, "ranges")[0];
          return isRecord(whole) && whole["count"] !== 0 ? [`${String(whole["startOffset"])}:${String(whole["endOffset"])}`] : [];
        })
      : [],
  );
};

const plan = { tasks: [{ id: "1", subject: "Look", success_criteria: [{ criteria: "the suite passes", command: "npm test" }] }] };

export type Called = { readonly main: ReadonlySet<string>; readonly schemas: ReadonlySet<string> };

/** The functions, by their place in the file, that `status` calls of the built program, of a new run and of a planned one; and those that commands call of the schemas. */
export const calledOf = (main: string, schemas: string): Called => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-build-"));
  const [repo, home, looks, commands] = [join(folder, "repo"), join(folder, "home"), join(folder, "looks"), join(folder, "commands")];
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(CAIRN|GIT|NODE)_/.test(name)));
  const run = (reports: string, ...argv: readonly string[]): string => {
    const env = { ...own, NODE_V8_COVERAGE: reports };
    const ended = spawnSync(process.execPath, [main, ...argv, "--root", repo], { cwd: repo, encoding: "utf8", env });
    if (ended.status !== 0) throw new Error(`the program that was built can't do ${argv.join(" ")}: ${ended.stderr}${ended.stdout}`);
    return ended.stdout;
  };
  const found = (reports: string, file: string): ReadonlySet<string> =>
    new Set(readdirSync(reports).flatMap((one) => functionsOf(readFileSync(join(reports, one), "utf8"), pathToFileURL(file).href)));
  try {
    mkdirSync(repo);
    spawnSync("git", ["init", "-q", repo]);
    const started: unknown = JSON.parse(
      run(commands, "start", "ultrawork", "look", "--home", home, "--planner", "hand", "--auto", "--json"),
    );
    const name = isRecord(started) ? String(started["run"]) : "";
    run(looks, "status", name);
    run(commands, "send", name, "ProposePlan", "--data", JSON.stringify({ plan }));
    run(looks, "status", name);
    return { main: found(looks, main), schemas: found(commands, schemas) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
