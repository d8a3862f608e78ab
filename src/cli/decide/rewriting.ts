// Editing of a decision's documents in the user's editor, under the same rules as any other edit.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { spawnSync } from "node:child_process";
import type { Rewrite } from "../../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { json } from "../flags/compose.ts";
import { noteRefused } from "../failure.ts";
import type { Context } from "../verb.ts";
import { asker } from "../who.ts";

/** As in git: $VISUAL and $EDITOR may contain arguments, so a shell runs them; files are passed as separate words. null: success. */
const openEditor = (env: NodeJS.ProcessEnv, files: readonly string[]): Refusal | null => {
  const editor =
    [env["VISUAL"], env["EDITOR"]].find((one) => one !== undefined && one.trim() !== "") ?? "vi";
  const { status } = spawnSync("sh", ["-c", `${editor} "$@"`, "editor", ...files], {
    env,
    stdio: "inherit",
  });
  return status === 0
    ? null
    : refuse("EDITOR_FAILED", `the editor \`${editor}\` ended without success`, {
        fits: "$VISUAL or $EDITOR names one that is there",
      });
};

const again = (context: Context): Promise<boolean> => context.ask.agree("Edit it again?", true);

/** null: the editor removed it, or replaced it by something else. */
const leftIn = (file: string): Buffer | null => {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
};

const documents = async (
  context: Context,
  system: System,
  run: string,
  paths: readonly string[],
): Promise<void> => {
  const files = paths.map((path) => resolve(system.root, path));
  for (;;) {
    const failed = openEditor(context.env, files);
    if (failed !== null) return noteRefused(context, failed);
    const left = files.map(leftIn);
    await system.scan(run);
    const view = await system.view(run);
    if (isRefusal(view) || view.refused === null) return;
    context.note(`refused  ${cleanLine(view.refused)}`);
    if (!(await again(context))) return;
    // A refused edit is put back, so that it needn't be typed again.
    for (const [index, file] of files.entries()) {
      const bytes = left[index] ?? null;
      if (bytes !== null) writeFileSync(file, bytes);
    }
  }
};

const sent = async (
  context: Context,
  system: System,
  run: string,
  command: string,
  text: string,
): Promise<Refusal | null> => {
  const given = await json(text, context.read, "what was edited");
  if (isRefusal(given)) return given;
  const by = await asker(context, system, run);
  if (isRefusal(by)) return by;
  const done = await system.send(run, [{ type: command, data: given.value }], by);
  return isRefusal(done) ? done : null;
};

const data = async (
  context: Context,
  system: System,
  run: string,
  { command, data: before }: Extract<Rewrite, { command: string }>,
) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-edit-"));
  const file = join(folder, "plan.json");
  const text = `${JSON.stringify(before, null, 2)}\n`;
  try {
    writeFileSync(file, text);
    for (;;) {
      const failed = openEditor(context.env, [file]);
      if (failed !== null) return noteRefused(context, failed);
      const edited = leftIn(file)?.toString("utf8") ?? null;
      if (edited === null)
        return context.note(`nothing was changed: the editor left no file ${file}`);
      if (edited === text) return context.note("nothing was changed");
      const refusal = await sent(context, system, run, command, edited);
      if (refusal === null) return;
      noteRefused(context, refusal);
      if (!(await again(context))) return;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Repeats until the result is accepted, or left unchanged. */
export const rewritten = (
  context: Context,
  system: System,
  run: string,
  rewrite: Rewrite,
): Promise<void> =>
  "documents" in rewrite
    ? documents(context, system, run, rewrite.documents)
    : data(context, system, run, rewrite);
