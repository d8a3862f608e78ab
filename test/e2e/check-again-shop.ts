// A repository with a run of ultrawork whose only task is stuck.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { unfenced } from "../fixtures/unfenced.ts";
import { type Desk, desk } from "./desk.ts";
import { configured, git as gitIn, placesBeside } from "./ground.ts";

export type Shop = Desk & {
  readonly git: (...words: readonly string[]) => string;
  /** What has landed of a file. */
  readonly landed: (path: string) => string;
  /** Writes a file of the checkout, as a person does who mends something. */
  readonly mend: (path: string, text: string) => void;
};

/** A repository with one commit. */
export const shopOf = (
  t: TestContext,
  config: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string>> = {},
): Shop => {
  const here = desk(t, {
    "README.md": "a shop\n",
    ".gitignore": ".cairn/\ncairn.config.json\nplan.json\n",
    ...files,
  });
  const git = (...words: readonly string[]): string => gitIn(here, ...words).trim();
  configured(here, config);
  git("add", "--all");
  git("commit", "--amend", "--allow-empty", "--quiet", "-m", "a shop");
  placesBeside(t, here);
  unfenced(here.folder);
  return {
    ...here,
    git,
    landed: (path) =>
      git("show", `${git("for-each-ref", "--format=%(refname)", "refs/heads/cairn/")}:${path}`),
    mend: (path, text) => writeFileSync(join(here.root, path), text),
  };
};

/** A scripted agent, by its steps for each unit; and the roles that it has. */
export const scripted = (folder: string, steps: string): Readonly<Record<string, unknown>> => {
  const script = join(folder, "script.mjs");
  writeFileSync(script, `export const steps = ${steps};\n`);
  return {
    agents: { scripted: { driver: "scripted", argv: [script] } },
    roles: { "*": "scripted" },
  };
};

/** The lines that tell which files of the checkout went along. */
export const workLines = (unit: string, ...files: readonly string[]): RegExp =>
  new RegExp(`\\n {2}its work: ${files.join(", ")} \\(cairn diff \\w+ ${unit}\\)\\n$`, "u");
