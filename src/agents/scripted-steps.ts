// Steps of a scripted agent: real edits, real processes, and all kinds of misbehaviour.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Step } from "./script.ts";

/** `fill` inserts values from the brief's opening lines: `{ULTRAWORK_SESSION}` for `ULTRAWORK_SESSION: …`. */
export type Stage = {
  readonly fill: (text: string) => string;
  readonly print: (text: string) => Promise<void>;
};

const field = (value: unknown, name: string): string => {
  const found: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof found !== "string")
    throw new Error(`the step needs a text ${name}: ${JSON.stringify(value)}`);
  return found;
};
const words = (value: unknown): readonly string[] => {
  if (Array.isArray(value) && value.every((word) => typeof word === "string")) return value;
  throw new Error(`the step needs a list of texts: ${JSON.stringify(value)}`);
};
const count = (value: unknown): number => {
  if (typeof value === "number" && value >= 0) return value;
  throw new Error(`the step needs a number: ${JSON.stringify(value)}`);
};

/** The program of this installation, regardless of PATH. */
const cairn = (...argv: readonly string[]): Promise<void> => {
  const found = ["../bin/cairn.cjs", "../../bin/source.cjs"]
    .map((name) => join(import.meta.dirname, name))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error("its launcher is not where it belongs");
  return run([process.execPath, found, ...argv]);
};

const run = async (argv: readonly string[]): Promise<void> => {
  const [program = "", ...rest] = argv;
  const exit = await new Promise<number | string>((resolve, reject) => {
    const child = spawn(program, rest, { stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  if (exit !== 0) throw new Error(`${argv.join(" ")}: exit ${exit}`);
};

const forever = (): Promise<never> => new Promise(() => void setInterval(() => undefined, 60_000));
const idle = (ms: number): readonly string[] => [
  "-e",
  `process.on("SIGTERM", () => {}); setTimeout(() => {}, ${ms})`,
];

const flood = async (bytes: number, print: Stage["print"]): Promise<void> => {
  const line = `${"flood ".repeat(1_000)}\n`;
  for (let sent = 0; sent < bytes; sent += line.length) await print(line);
};

type Act = (value: unknown, stage: Stage) => Promise<void> | void;
const acts: Readonly<Record<string, Act>> = {
  write: async (value, { fill }) => {
    const path = fill(field(value, "path"));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, fill(field(value, "text")));
  },
  edit: async (value, { fill }) => {
    const path = fill(field(value, "path"));
    const text = await readFile(path, "utf8");
    const from = field(value, "from");
    if (!text.includes(from)) throw new Error(`${path} doesn't hold ${JSON.stringify(from)}`);
    await writeFile(
      path,
      text.replace(from, () => field(value, "to")),
    );
  },
  run: (value, { fill }) => run(words(value).map(fill)),
  cairn: (value, { fill }) => cairn(...words(value).map(fill)),
  handIn: (value) => cairn("job", "report", "--data", JSON.stringify(value)),
  report: (value, { print }) =>
    print(`\n\`\`\`cairn-report\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`),
  print: (value, { print, fill }) => print(fill(String(value))),
  sleep: (value) => sleep(count(value)),
  exit: (value) => process.exit(count(value)),
  die: (value) => void process.kill(process.pid, value === "SIGTERM" ? "SIGTERM" : "SIGKILL"),
  hang: forever,
  flood: (value, { print }) => flood(count(value), print),
  /** Ignores INT and TERM from here on. */
  deaf: () => {
    process.on("SIGINT", () => undefined);
    process.on("SIGTERM", () => undefined);
  },
  /** A child in the same group that outlives it and keeps its output open. */
  grandchild: (value) =>
    spawn(process.execPath, idle(count(value)), {
      stdio: ["ignore", "inherit", "inherit"],
    }).unref(),
  /** The same in its own session, out of reach of signals to the group. */
  escape: (value) =>
    spawn(process.execPath, idle(count(value)), {
      stdio: ["ignore", "inherit", "inherit"],
      detached: true,
    }).unref(),
};

export const play = async (step: Step, stage: Stage): Promise<void> => {
  const act = Object.hasOwn(acts, step.name) ? acts[step.name] : undefined;
  if (act === undefined)
    throw new Error(`no step ${step.name}; there are ${Object.keys(acts).join(", ")}`);
  await act(step.value, stage);
};
