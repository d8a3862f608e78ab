// Verb `cairn check`: judges documents at any path without a run, for editors and pre-commit hooks.
import { relative, resolve } from "node:path";
import type { Finding } from "../../core/dialect.ts";
import { refuse, refuseAll } from "../../core/refusal.ts";
import { last } from "../args.ts";
import { cleanLine } from "../clean.ts";
import { wrap } from "../layout.ts";
import { exits, type Verb } from "../verb.ts";
import { count } from "../words.ts";

/** One finding in the format of compilers and editors. */
const line = ({
  path,
  pointer,
  line: row,
  column,
  severity,
  code,
  message,
  hint,
}: Finding): string =>
  cleanLine(
    `${path}:${row}:${column}: ${severity} ${code} ${message}${hint === undefined ? "" : `; ${hint}`}${pointer === "" ? "" : ` (${pointer})`}`,
  );

const summary = (files: number, findings: readonly Finding[]): string => {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  if (findings.length === 0) return `${count(files, "path")} checked: nothing to find fault with`;
  return `${count(files, "path")} checked: ${count(errors, "error")}, ${count(warnings, "warning")}`;
};

export const check: Verb = {
  name: "check",
  summary: "judge state files or folders without a ledger, with the place of each finding",
  args: [
    {
      word: "PATH",
      must: true,
      means: "files or folders, as many as you like; - for a file on standard input",
      many: true,
    },
  ],
  options: {
    as: {
      means: "the path of the file on standard input: its name and its folder's say what it is",
      word: "PATH",
    },
  },
  example: [
    "cairn check ~/.claude/ultrawork/shop/sessions/abc",
    "cairn check session.json tasks/1.json --json",
    "git show :tasks/1.json | cairn check - --as tasks/1.json",
  ],
  run: async ({ words: said, cwd, given, read }) => {
    if (said.length === 0)
      return refuse("USAGE", "which files or folders?", { fits: "cairn check PATH…" });
    const as = last(given, "as");
    const input = said.includes("-");
    if (input && (as === null || said.indexOf("-") !== said.lastIndexOf("-")))
      return refuse(
        "USAGE",
        "what comes by standard input is one file, and has no name to tell what it is",
        { fits: "cairn check - --as PATH, with the path that it has or would have" },
      );
    if (!input && as !== null)
      return refuse("USAGE", "--as names what comes by standard input", {
        fits: `cairn check - --as ${as}`,
      });
    const words = said.map((word) => (word === "-" && as !== null ? as : word));
    const bytes =
      input && as !== null ? [[resolve(cwd, as), Buffer.from(await read(null))] as const] : [];
    const opened = await import("../../open.ts");
    const checked = await opened.check(
      words.map((word) => resolve(cwd, word)),
      new Map(bytes),
    );
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
        [...findings.map((one) => wrap(line(one), width, 2)), summary(words.length, findings)].join(
          "\n",
        ),
    };
  },
};
