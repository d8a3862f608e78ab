// The user's own editor, opened on files and waited for.
import { spawnSync } from "node:child_process";
import { type Refusal, refuse } from "../core/refusal.ts";

/** As git does: $VISUAL and $EDITOR may hold arguments, so a shell reads them; files are handed in as words of their own. null: it ended well. */
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
