// Verb `cairn check`: judges documents at any path without a run, for editors and pre-commit hooks.
import { relative, resolve } from "node:path";
import type { Finding } from "../../core/run-files.ts";
import { refuse, refuseAll } from "../../core/refusal.ts";
import { findingLine } from "../text/finding-line.ts";
import { wrap } from "../terminal/layout.ts";
import { exits, type Verb } from "../verb.ts";
import { howMany } from "../../core/words/how-many.ts";

const summary = (files: number, findings: readonly Finding[]): string => {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  if (findings.length === 0) return `${howMany(files, "path")} checked: nothing to find fault with`;
  return `${howMany(files, "path")} checked: ${howMany(errors, "error")}, ${howMany(warnings, "warning")}`;
};

export const check: Verb = {
  name: "check",
  summary: "judge state files or folders without a ledger, with the place of each finding",
  args: [
    {
      word: "PATH",
      must: true,
      means: "files or folders, as many as you like",
      many: true,
    },
  ],
  options: {},
  example: [
    "cairn check ~/.claude/ultrawork/shop/sessions/abc",
    "cairn check session.json tasks/1.json --json",
  ],
  run: async ({ words, cwd }) => {
    const opened = await import("../../open.ts");
    const checked = await opened.check(words.map((word) => resolve(cwd, word)));
    const missing = refuseAll(
      words.flatMap((word, index) =>
        checked[index] === null
          ? [
              refuse("PATH_MISSING", `nothing is there: ${word}`, {
                fits: "the path of a file or folder",
              }),
            ]
          : [],
      ),
    );
    if (missing !== null) return missing;
    const findings = checked.flatMap((one): readonly Finding[] => {
      if (one === null) return [];
      const shown = (path: string): string => {
        const at = path === "" ? one.path : resolve(one.path, path);
        const near = relative(cwd, at);
        return near === "" ? "." : near.startsWith("..") ? at : near;
      };
      return one.findings.map((finding) => ({ ...finding, path: shown(finding.path) }));
    });
    const ok = !findings.some(({ severity }) => severity === "error");
    return {
      exit: ok ? exits.done : exits.damaged,
      json: { ok, findings },
      text: ({ width }) =>
        [
          ...findings.map((one) => wrap(findingLine(one), width, 2)),
          summary(words.length, findings),
        ].join("\n"),
    };
  },
};
