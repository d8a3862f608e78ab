// The judgement of a template before a run of it begins, with every error.
import type { Finding } from "../../../core/run-files.ts";
import { isRefusal, refuse, type Refusal } from "../../../core/refusal.ts";
import type { Lookup } from "../start/resolve.ts";
import { readTemplate } from "../template/read-template.ts";
import type { Template } from "../template/template.ts";
import { validate } from "../template/validate.ts";

export type CheckedTemplate = { readonly body: Template; readonly warnings: readonly string[] };

const told = ({ path, line, column, pointer, code, message }: Finding): string =>
  `${path}:${line}:${column} ${pointer} ${code} ${message}`;

const refusalOf = (finding: Finding): Refusal => ({
  ...refuse("TEMPLATE_INVALID", told(finding), {
    path: finding.path,
    pointer: finding.pointer,
    line: finding.line,
    column: finding.column,
  }),
  ...(finding.hint === undefined ? {} : { fits: finding.hint }),
});

export const lookupRefused = (lookup: Lookup | undefined, name: string): Refusal | null => {
  if (lookup?.is === "several")
    return refuse(
      "TEMPLATE_AMBIGUOUS",
      `${lookup.names.length} templates have ${JSON.stringify(name)} in their names`,
      {
        fits: `name one: ${lookup.names.slice(0, 20).join(", ")}`,
        asks: [{ name: "which template", means: "", field: ["template"], among: lookup.names }],
      },
    );
  if (lookup?.is !== "none") return null;
  const what =
    name === ""
      ? "no template is named"
      : `there is no template ${JSON.stringify(name.slice(0, 120))}`;
  return refuse("TEMPLATE_UNKNOWN", what, {
    fits:
      lookup.names.length === 0
        ? "`cairn template list` shows them, `cairn template compose` makes one"
        : `${name === "" ? "there are" : "perhaps"}: ${lookup.names.slice(0, 20).join(", ")}`,
  });
};

/** A run to play again is named by its folder; there is no search. */
export const againRefused = ({ is }: Lookup, again: string): Refusal | null =>
  is === "one"
    ? null
    : refuse(
        "TEMPLATE_UNKNOWN",
        `no run's folder ${JSON.stringify(again.slice(0, 120))} holds a template that could be played again`,
        {
          fits: "the folder's whole name (WFR-…), as `cairn status` lists it",
        },
      );

/** TEMPLATE_INVALID carries every error in `more`; warnings are recorded in the run. */
export const checkedTemplate = (text: string, path: string): CheckedTemplate | Refusal => {
  const findings = validate(text, path);
  const errors = findings.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first !== undefined)
    return { ...refusalOf(first), ...(errors.length > 1 ? { more: errors.map(refusalOf) } : {}) };
  const body = readTemplate(text);
  if (isRefusal(body)) return refuse("TEMPLATE_INVALID", `${path}: ${body.text}`, { path });
  return { body, warnings: findings.map(told) };
};
