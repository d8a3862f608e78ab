// Why: a hook is typed by another program, on whatever PATH that has: it is named so that it is found there, or said by its whole path.
import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { launcher } from "../launcher.ts";

const onPath = (name: string, env: NodeJS.ProcessEnv): string | null => {
  for (const folder of (env["PATH"] ?? "").split(delimiter)) {
    if (folder === "") continue;
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // not here
    }
  }
  return null;
};

export const hasProgram = (name: string, env: NodeJS.ProcessEnv): boolean => onPath(name, env) !== null;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** `cairn` where that is this very program, so that settings may be shared; else its whole path. `found`: a test that it is there. */
export const cairnIn = (env: NodeJS.ProcessEnv): { readonly typed: string; readonly found: string } => {
  const [here, there] = [launcher(), onPath("cairn", env)];
  if (there !== null && existsSync(here) && realpathSync(there) === realpathSync(here))
    return { typed: "cairn", found: "command -v cairn >/dev/null" };
  return { typed: `${quoted(process.execPath)} ${quoted(here)}`, found: `[ -e ${quoted(here)} ]` };
};
