// Comparison of two iterative runs: only times, authors and order of units may differ.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../../src/core/record.ts";
import { differences, textsIn, type Texts } from "../alike.ts";
import { typed } from "../crew.ts";
import type { Ground } from "../ground.ts";

export type PassFruit = { readonly project: Texts; readonly folder: Texts };

const plain = (text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "TIME")
    .replace(/\b[0-9a-f]{7}\b/g, "COMMIT")
    .replace(/\bbot-[0-9a-f]{6}\b/g, "AGENT");

/** By what they are about: units that were worked on side by side come in another order each time. */
const progress = (text: string): string => {
  const [head = "", ...entries] = plain(text).split(/^(?=## )/mu);
  const subject = (entry: string): string => /^## (\S+)/u.exec(entry)?.[1] ?? "";
  return [head, ...entries.toSorted((one, other) => subject(one).localeCompare(subject(other)))]
    .map((part) => part.trimEnd())
    .join("\n\n");
};
const state = (text: string): string => {
  const read: unknown = JSON.parse(plain(text));
  if (!isRecord(read)) return text;
  const { current_task: _task, current_iteration: _iteration, commits, ...rest } = read;
  return JSON.stringify(
    { ...rest, commits: Array.isArray(commits) ? commits.map(String).toSorted() : commits },
    null,
    1,
  );
};
const alikeFile = (path: string, text: string): string =>
  path === "progress.md" ? progress(text) : path === "state.json" ? state(text) : plain(text);

/** The archived folder, each of its projected files as the ledger has it, and what lies in the tree and in git. */
export const fruitOf = async (
  ground: Ground,
  run: string,
): Promise<{ readonly fruit: PassFruit; readonly findings: readonly string[] }> => {
  const archive = join(ground.home, "archive");
  const names = readdirSync(archive);
  const there = readdirSync(ground.home);
  const [name = ""] = names;
  const texts = textsIn(join(archive, name));
  const shown = await Promise.all(
    Object.keys(texts).map(async (path) => ({
      path,
      said: (await typed(ground, ["status", "--state", run, "--file", path]).ended).out.join("\n"),
    })),
  );
  const git = execFileSync("git", ["log", "--format=%s"], { cwd: ground.root, encoding: "utf8" });
  const project = textsIn(ground.root, [".git", ".cairn", ".claude"]);
  const config = Object.fromEntries(
    Object.entries(project).filter(([path]) => path !== "cairn.config.json"),
  );
  return {
    fruit: {
      project: { ...config, "git log": git.split("\n").toSorted().join("\n") },
      folder: Object.fromEntries(
        Object.entries(texts).map(([path, text]) => [path, alikeFile(path, text)]),
      ),
    },
    findings: [
      ...(names.length === 1 && there.length === 1
        ? []
        : [`the run's folders are ${[...there, ...names].join(", ")}`]),
      ...shown
        .filter(({ path, said }) => said !== texts[path]?.replace(/\n$/, ""))
        .map(({ path }) => `${path} isn't what the ledger makes of it`),
    ],
  };
};

/** `lost`: hosts died too: a pass that was lost in the middle counts, so the record differs; what was made of it does not. */
export const fruitDifferences = (
  expected: PassFruit,
  found: PassFruit,
  lost: boolean,
): readonly string[] => {
  const files = (texts: Texts): Texts =>
    Object.fromEntries(Object.entries(texts).filter(([path]) => !lost || path !== "git log"));
  return [
    ...differences(files(expected.project), files(found.project), "the project"),
    ...(lost ? [] : differences(expected.folder, found.folder, "the run's folder")),
  ];
};
