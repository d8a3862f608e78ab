// Crash checks after a run: same files as without kills, nothing done twice or left behind.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { processesWith } from "../../src/workspace/process-facts.ts";
import { type Texts, alike, differences, textsIn } from "./alike.ts";
import { answered, typed } from "./crew.ts";
import { type Ground, launchesOf, markOf } from "./ground.ts";
import { remains } from "./remains.ts";
import type { Entry } from "./told.ts";
import { doubles, type Work } from "./work.ts";

/** What a run comes to: the project's files as they are, the session's without what may differ. */
export type Fruit = { readonly project: Texts; readonly session: Texts };
/** How long hosts may take to go after their last word. */
const goneMs = 10_000;

const launchFindings = (ground: Ground, jobs: readonly string[] | undefined): readonly string[] => {
  if (jobs === undefined) return [];
  const launches = launchesOf(ground).map(({ job }) => job);
  const begun = new Set(jobs);
  return [
    ...doubles(launches).map((job) => `the agent of ${job} was launched twice`),
    ...launches
      .filter((job) => !begun.has(job))
      .map((job) => `the agent of ${job} was launched, and the ledger doesn't say that it began`),
  ];
};

const saidOf = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
};
const described = (pid: number): string =>
  `${pid} (${saidOf(pid, "cmdline")}; ${/^State:\t(.*)$/m.exec(saidOf(pid, "status"))?.[1] ?? "gone"})`;

const leftRunning = async (ground: Ground): Promise<readonly string[]> => {
  const began = performance.now();
  for (;;) {
    const left = processesWith(markOf(ground));
    if (left.length === 0) return [];
    if (performance.now() - began > goneMs)
      return [`processes are left: ${left.map(({ pid }) => described(pid)).join(", ")}`];
    await sleep(50);
  }
};

const part = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

const sessionOf = async (
  ground: Ground,
  run: string,
  { isAgents, alike: plain = alike }: Work,
): Promise<{ readonly fruit: Fruit; readonly findings: readonly string[] }> => {
  const status = await answered(ground, ["status", run]);
  // What landed lies on a branch: whoever ran it takes it.
  if (Number(part(part(status, "work"), "landed")) > 0) await typed(ground, ["merge", run]).ended;
  const session = textsIn(String(part(status, "folder")));
  const paths = Object.keys(session).filter((path) => !isAgents(path));
  const shown = await Promise.all(
    paths.map((path) => typed(ground, ["status", "--state", run, "--file", path]).ended),
  );
  const wrong = paths.filter(
    (path, index) => shown[index]?.out.join("\n") !== session[path]?.replace(/\n$/, ""),
  );
  return {
    fruit: {
      project: textsIn(ground.root, [".git", ".cairn", "scripts/ralph"]),
      session: plain(session),
    },
    findings: wrong.map((path) => `${path} is not what the ledger makes of it`),
  };
};

const statusFindings = async (
  ground: Ground,
  run: string,
  work: Work,
): Promise<readonly string[]> => {
  const status = await answered(ground, ["status", run]);
  const [phase, evidence] = [part(status, "phase"), part(status, "evidence")];
  return [
    ...(phase === work.phase ? [] : [`the run is in phase ${String(phase)}`]),
    ...(part(evidence, "have") === part(evidence, "of")
      ? []
      : [`the evidence is ${JSON.stringify(evidence)}`]),
  ];
};

/** `expected`: what an undisturbed run came to; null: this is that run. */
export const ended = async (
  work: Work,
  ground: Ground,
  run: string,
  ledger: readonly Entry[],
  lost: number,
  expected: Fruit | null,
): Promise<{ readonly fruit: Fruit; readonly findings: readonly string[] }> => {
  const running = await leftRunning(ground);
  const left = await remains(ground, run);
  const status = await statusFindings(ground, run, work);
  const { fruit, findings } = await sessionOf(ground, run, work);
  const config = (texts: Texts): Texts =>
    Object.fromEntries(Object.entries(texts).filter(([path]) => path !== "cairn.config.json"));
  const different =
    expected === null
      ? []
      : [
          ...differences(config(expected.project), config(fruit.project), "the project"),
          ...differences(expected.session, fruit.session, "the session"),
        ];
  return {
    fruit,
    findings: [
      ...work.judge(ledger, lost, ground),
      ...launchFindings(ground, work.begun?.(ledger)),
      ...running,
      ...left,
      ...status,
      ...findings,
      ...different,
    ],
  };
};
