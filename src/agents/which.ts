// Why: a missing program is told before work begins, not by a failed launch after a lease was taken.
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";

/** From where programs are looked for: relative ones from `root`, bare names on `path`. */
export type Where = { readonly root: string; readonly path: string };

const runnable = async (file: string): Promise<boolean> => {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
};

/** The absolute path of the program that a launch of this name would run; null: there is none. */
export const which = async (program: string, where: Where): Promise<string | null> => {
  if (program === "") return null;
  if (program.includes("/") || isAbsolute(program)) {
    const file = resolve(where.root, program);
    return (await runnable(file)) ? file : null;
  }
  for (const folder of where.path.split(delimiter)) {
    const file = join(resolve(where.root, folder), program);
    if (await runnable(file)) return file;
  }
  return null;
};
