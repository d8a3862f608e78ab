// Command by which hooks call cairn: `cairn` if PATH leads to this program, else its whole path.
import { realpathSync } from "node:fs";
import { launcher } from "../launcher.ts";
import { onPath } from "../on-path.ts";
import { quoted } from "../../core/shell-word.ts";

/** `cairn` if that is this very program, so that settings can be shared; else its full path. `found`: tests its existence. */
export const cairnIn = (
  env: NodeJS.ProcessEnv,
): { readonly typed: string; readonly found: string } => {
  const [here, there] = [launcher(), onPath("cairn", env)];
  if (there !== null && realpathSync(there) === realpathSync(here))
    return { typed: "cairn", found: "command -v cairn >/dev/null" };
  return { typed: `${quoted(process.execPath)} ${quoted(here)}`, found: `[ -e ${quoted(here)} ]` };
};
