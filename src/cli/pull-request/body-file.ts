// File with a pull request's text for users who open it themselves, kept until it is opened or the run dropped.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { System } from "../../runtime/system.ts";

const fileOf = ({ workspace }: Pick<System, "workspace">, run: string): string =>
  join(workspace.home, `pull-request-${run}.md`);

/** @returns its path */
export const writeBody = (system: Pick<System, "workspace">, run: string, body: string): string => {
  const file = fileOf(system, run);
  writeFileSync(file, body, { mode: 0o600 });
  return file;
};

export const removeBody = (system: Pick<System, "workspace">, run: string): void =>
  rmSync(fileOf(system, run), { force: true });
