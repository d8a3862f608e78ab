// The plugin's loop file: front matter with its iteration and limit, then the prompt. It is read, never written.
import type { Finding } from "../../core/run-files.ts";
import { frontMatter } from "../../kit/document/front-matter.ts";
import { digest } from "../../core/hash.ts";
import { findingsOf, remarks, top } from "../../kit/document/remarks.ts";
import type { Path } from "../../core/row.ts";
import type { Of } from "../../kit/schema.ts";
import type { loopShape } from "./own.ts";

/** Relative to the root: the plugin's stop hook only looks there. */
export const loopFile: Path = ".claude/ralph-loop.local.md";

/** Candidates relative to the PRD's folder, for any depth below the root; the first is for a PRD at the root. */
export const loopPaths = (folder: Path): readonly Path[] =>
  [`../${folder.split("/").at(-1) ?? ""}/`, "../", "../../", "../../../"].map(
    (up) => `${up}${loopFile}`,
  );

export type ReadLoop = {
  /** null if it has no front matter. */
  readonly loop: Of<typeof loopShape> | null;
  readonly active: boolean;
  readonly findings: readonly Finding[];
};

export const readLoop = (path: Path, text: string): ReadLoop => {
  const notes = remarks();
  const spot = top(path, text);
  const front = frontMatter(text);
  if (front === null) {
    notes.error(spot, "FILE_BROKEN", "it must begin with front matter between two ---");
    return { loop: null, active: false, findings: findingsOf(notes.list) };
  }
  const whole = (key: string): number => {
    const { value, at } = front.values.get(key) ?? { value: "0", at: 0 };
    if (/^\d{1,9}$/u.test(value)) return Number(value);
    notes.error({ ...spot, at }, "TYPE_WRONG", `${key} must be a whole number from 0`);
    return 0;
  };
  const [iteration, limit] = [whole("iteration"), whole("max_iterations")];
  if (limit > 0 && iteration > limit)
    notes.warn(spot, "LIMIT_INVALID", "iteration is beyond max_iterations");
  return {
    loop: { iteration, limit, prompt: front.body.trim(), digest: digest(text) },
    active: front.values.get("active")?.value !== "false",
    findings: findingsOf(notes.list),
  };
};
