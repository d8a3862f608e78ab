// Check commands from the settings or the QA protocol, as argv without a shell.
import { isHollow, isShellWord, tokens } from "../../core/checks/argv.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { checksLimit, textLimit } from "./limits.ts";
import { qaFile } from "./manifest.ts";
import { headingOf, itemOf, plainLines } from "./markdown/lines.ts";
import type { Check, Settings, State } from "./state.ts";

const unparsable = (command: string, why: string): Refusal =>
  refuse("CHECK_UNPARSABLE", `the check \`${command.slice(0, 200)}\` ${why}`, {
    fits: "one command without a shell, or `argv` in the settings",
  });

/** Splits at whitespace and simple quotes, without expansion. Refusal: CHECK_UNPARSABLE. */
export const argvOf = (command: string): readonly string[] | Refusal => {
  const list = tokens(command.trim());
  if (list === null) return unparsable(command, "has a quote that isn't closed");
  const bad = list.find(({ op }) => op);
  if (bad !== undefined)
    return unparsable(
      command,
      `needs a shell at \`${/[\n\r]/u.test(bad.text) ? "a line break" : bad.text}\``,
    );
  const first = list[0];
  if (first === undefined || first.text === "") return unparsable(command, "names no program");
  if (isShellWord(first.text)) return unparsable(command, `needs a shell at \`${first.text}\``);
  if (/^[A-Za-z_]\w*=/u.test(first.text))
    return unparsable(command, `sets ${first.text.split("=")[0] ?? ""}, which only a shell does`);
  return list.map(({ text }) => text);
};

type Found = { readonly checks: readonly Check[]; readonly findings: readonly Refusal[] };

const minute = 60_000;

/** Reads each list line ``**Command:** `…` ``, named by the heading above it. */
export const checksIn = (text: string, settings: Pick<Settings, "minutes">): Found => {
  const checks: Check[] = [];
  const findings: Refusal[] = [];
  let heading = "";
  for (const line of plainLines(text)) {
    heading = headingOf(line)?.title ?? heading;
    const command =
      /^\*\*Command:?\*\*:?[ \t]*`+([^`]*)`/iu.exec(itemOf(line) ?? "")?.[1]?.trim() ?? "";
    if (command === "") continue;
    const argv =
      command.length > textLimit
        ? unparsable(command, `has ${command.length} characters, more than ${textLimit}`)
        : argvOf(command);
    if (isRefusal(argv)) findings.push({ ...argv, path: qaFile, line: line.line, column: 1 });
    else
      checks.push({
        name: heading === "" ? command.slice(0, 100) : heading.slice(0, 100),
        argv,
        timeout_ms: settings.minutes.check * minute,
      });
  }
  if (checks.length > checksLimit)
    findings.push(
      refuse("FIELD_OVERSIZED", `${checks.length} checks are more than ${checksLimit}`, {
        path: qaFile,
        fits: "one command that runs several",
      }),
    );
  return { checks, findings };
};

/** The checks that the blueprint's gate would pin. */
export const checksNow = ({
  settings,
  proposedChecks,
}: Pick<State, "settings" | "proposedChecks">): readonly Check[] =>
  settings.checks ?? proposedChecks;

/** No checks, or none that could fail: passing then needs a person's approval. */
export const areTrivial = (checks: readonly Check[]): boolean =>
  checks.every(({ argv }) => isHollow(argv));
