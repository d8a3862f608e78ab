// Why: what a short command calls is found out by running one, since no list by hand would stay right.
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

/** The functions of the built program that `status` calls, of a new run and of a planned one, by their place in the file. */
export const calledByStatus = (main: string): ReadonlySet<string> => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-build-"));
  const [repo, home, reports] = [join(folder, "repo"), join(folder, "home"), join(folder, "reports")];
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(CAIRN|GIT|NODE)_/.test(name)));
  const run = (argv: readonly string[], env: Readonly<Record<string, string>> = {}): string => {
    const ended = spawnSync(process.execPath, [main, ...argv], { cwd: repo, encoding: "utf8", env: { ...own, ...env } });
    if (ended.status !== 0) throw new Error(`the program that was built can't do ${argv.join(" ")}: ${ended.stderr}${ended.stdout}`);
    return ended.stdout;
  };
  try {
    mkdirSync(repo);
    spawnSync("git", ["init", "-q", repo]);
    const started: unknown = JSON.parse(
      run(["start", "ultrawork", "look", "--root", repo, "--home", home, "--planner", "hand", "--auto", "--json"]),
    );
    const name = isRecord(started) ? String(started["run"]) : "";
    const look = (): string => run(["status", name, "--root", repo], { NODE_V8_COVERAGE: reports });
    look();
    run(["send", name, "ProposePlan", "--root", repo, "--data", JSON.stringify({ plan })]);
    look();
    const url = pathToFileURL(main).href;
    return new Set(readdirSync(reports).flatMap((file) => functionsOf(readFileSync(join(reports, file), "utf8"), url)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
