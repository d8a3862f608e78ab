// Setup of the stigmergy benchmarks: a project of 100,000 entries made by real commands.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRefusal } from "../src/core/refusal.ts";
import type { Refusal } from "../src/core/refusal.ts";
import { open } from "../src/open.ts";
import { ana, sendAll } from "./ground.ts";
import type { System } from "../src/runtime/system.ts";

export const must = <T>(answer: T | Refusal): T => {
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.text}`);
  return answer;
};

export const action = (n: number) => ({
  type: "RecordAction",
  data: {
    agent: "james",
    signal: "STORY_NOTE",
    summary: `Step ${n}: wrote the next part of the catalogue and its test, and mended what the last run of the suite showed.`,
    files: [`src/catalogue/part-${n % 97}.ts`, `test/catalogue/part-${n % 97}.test.ts`],
  },
});

export type Project = {
  readonly system: System;
  readonly run: string;
  readonly root: string;
  readonly file: string;
};

const briefFile = "docs/brief.md";

/** A repository of one commit, with these files besides. */
const shop = async (folder: string, name: string, files: Readonly<Record<string, string>> = {}) => {
  const root = join(folder, name);
  for (const [path, text] of Object.entries({ "README.md": "hello\n", ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const git = (...args: readonly string[]): void => void spawnSync("git", args, { cwd: root });
  git("init", "-q");
  git("add", ".");
  git("-c", "user.name=Ana", "-c", "user.email=ana@example.org", "commit", "-qm", "begin");
  const system = await open({ cwd: root, env: { PATH: process.env["PATH"] } });
  const brief = files[briefFile] === undefined ? {} : { brief: briefFile };
  const { run } = must(
    await system.start(
      "stigmergy",
      { goal: "Sell rare houseplants", name: "Seed shop", ...brief },
      ana,
    ),
  );
  return { system, run, root, file: join(root, ".ai/state.json") };
};

/** A project whose history has so many entries, its files written. */
export const project = async (
  folder: string,
  entries: number,
  files: Readonly<Record<string, string>> = {},
): Promise<Project> => {
  const made = await shop(folder, `shop-${entries}`, files);
  await sendAll(made.system, made.run, entries - 1, (n) => action(n + 1));
  return made;
};

/** A project past its gate, the first half of whose stories are complete by a person's word. */
export const planned = async (folder: string, epics: number, stories: number): Promise<Project> => {
  const made = await shop(folder, "planned", {
    [briefFile]: "# Brief\n",
    "docs/prd.md": "# PRD\n",
    "docs/architecture.md": "# Architecture\n",
    "docs/architecture/coding-standards.md": "# Standards\n",
    "docs/architecture/qa-protocol.md": "# QA\n\n- **Command:** `npm test`\n",
  });
  const manifest = Array.from({ length: epics }, (_, e) => ({
    epic_id: e + 1,
    title: `Epic ${e + 1}`,
    stories: Array.from({ length: stories }, (__, n) => ({
      story_id: `${e + 1}.${n + 1}`,
      title: `Story ${n + 1} of epic ${e + 1}`,
    })),
  }));
  const send = async (type: string, data: unknown): Promise<void> =>
    void must(await made.system.send(made.run, [{ type, data }], ana));
  await send("FinishPrd", {});
  await send("ReplaceManifest", { epics: manifest });
  await send("FinishArchitecture", {});
  await send("PassGate", { gate: "blueprint" });
  for (const { stories: list } of manifest.slice(0, epics / 2))
    must(
      await made.system.send(
        made.run,
        list.map(({ story_id: story }) => ({
          type: "ForceStory",
          data: { story, reason: "it was there" },
        })),
        ana,
      ),
    );
  return made;
};
