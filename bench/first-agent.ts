// Time from `cairn run` till its first agent begins: in a run of 10,000 entries, beside the same in one of 10.
import { spawn } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { open } from "../src/open.ts";
import { median, repeats, spread } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { ana, claim, inFolder, sendAll } from "./ground.ts";
import { must, night, repository, stampAgent, stampOf } from "./iterative-ground.ts";
import { installed, run } from "./program.ts";
import { project } from "./stigmergy-ground.ts";

const few = 10;
const many = 10_000;
const rounds = repeats * 3;
/** ms that the many entries may take longer. */
const most = 100;

type Made = { readonly root: string; readonly run: string };

/** A run whose next job is its only task, after so many claims. */
const ultrawork = async (folder: string, entries: number): Promise<Made> => {
  const root = join(folder, `ultrawork-${entries}`);
  repository(root, stampAgent(stampOf(root)));
  const system = await open({ cwd: root, root, env: {} });
  const data = { goal: "measure", explorers: 0, options: { mode: "auto" } };
  const { run: made } = must(await system.start("ultrawork", data, ana));
  const criteria = [{ criteria: "it is made", command: "test -e made.txt" }];
  const plan = { tasks: [{ id: "1", subject: "Make it", success_criteria: criteria }] };
  must(await system.send(made, [{ type: "ProposePlan", data: { plan } }], ana));
  await sendAll(system, made, entries, claim);
  await system.close();
  return { root, run: made };
};

const stigmergy = async (folder: string, entries: number): Promise<Made> => {
  const config = stampAgent(stampOf(join(folder, `shop-${entries}`)));
  const files = { "cairn.config.json": JSON.stringify(config) };
  const { system, root, run: made } = await project(folder, entries, files);
  await system.close();
  return { root, run: made };
};

const iterative = async (folder: string, entries: number): Promise<Made> => {
  const { system, root, run: made } = await night(folder, entries);
  await system.close();
  return { root, run: made };
};

/** ms in a copy, since an agent that began has changed the run. What a look keeps for the next is there, as it is where people work. */
const toAgent = async (cairn: string, { root, run: made }: Made): Promise<number> => {
  const stamp = stampOf(root);
  const copy = `${root}-copy`;
  rmSync(copy, { recursive: true, force: true });
  rmSync(stamp, { force: true });
  cpSync(root, copy, { recursive: true, preserveTimestamps: true });
  run([cairn, "status", made], copy);
  const began = performance.timeOrigin + performance.now();
  const child = spawn(process.execPath, [cairn, "run", made], { cwd: copy, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  while (!existsSync(stamp) && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 2));
  child.kill("SIGINT");
  await ended;
  if (!existsSync(stamp))
    throw new Error(`cairn run ended with ${child.exitCode} before its agent began`);
  return Number(readFileSync(stamp, "utf8")) / 1e6 - began;
};

const compared = (protocol: string, make: typeof ultrawork): Promise<Figure> =>
  inFolder(async (folder) => {
    const cairn = installed(folder);
    const [small, large] = [await make(folder, few), await make(folder, many)];
    const took: { readonly small: number[]; readonly large: number[] } = { small: [], large: [] };
    for (let round = -1; round < rounds; round += 1) {
      const [a, b] = [await toAgent(cairn, small), await toAgent(cairn, large)];
      if (round < 0) continue;
      took.small.push(a);
      took.large.push(b);
    }
    const over = median(took.large) - median(took.small);
    return {
      what: `${protocol}: \`cairn run\` till its first agent begins, after 10,000 entries`,
      measured: `${over.toFixed(0)} ms over the same after 10: ${spread(took.large, "ms")}; after 10 ${spread(took.small, "ms")}`,
      ratio: over / most,
      goal: { is: "at most", ratio: 1 },
      against: `${most} ms over the same after 10 entries, in turn with it`,
    };
  });

export const firstAgent = async (): Promise<readonly Figure[]> => [
  await compared("ultrawork", ultrawork),
  await compared("stigmergy", stigmergy),
  await compared("iterative", iterative),
];
