// Launcher of the user's own editor on files, waiting for its end.
import { spawnSync } from "node:child_process";
import { type Refusal, refuse } from "../core/refusal.ts";

/** As in git: $VISUAL and $EDITOR may contain arguments, so a shell runs them; files are passed as separate words. null: success. */
export const openEditor = (env: NodeJS.ProcessEnv, files: readonly string[]): Refusal | null => {
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
