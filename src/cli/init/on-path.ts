// Why: a check whose program isn't there is no gate, and nothing need be started to see that.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

export const isOnPath = (name: string, env: NodeJS.ProcessEnv): boolean =>
  (env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .some((folder) => isProgram(join(folder, name)));
