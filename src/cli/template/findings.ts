// Lines of template findings in the form of compilers: place, severity, text.
import type { Finding } from "../../core/dialect.ts";
import { cleanLine } from "../clean.ts";
import { count } from "../words.ts";

/** `file:line:column pointer CODE message`. */
export const findingLine = ({
  path,
  line,
  column,
  pointer,
  code,
  severity,
  message,
  hint,
}: Finding): string =>
  cleanLine(
    [
      `${path}:${line}:${column}`,
      pointer,
      code,
      ...(severity === "warning" ? ["(warning)"] : []),
      message,
      hint ?? "",
    ]
      .filter((part) => part !== "")
      .join(" "),
  );

/** `2 errors, 1 warning`; null: none. */
export const findingCount = (findings: readonly Finding[]): string | null => {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const parts = [
    ...(errors > 0 ? [count(errors, "error")] : []),
    ...(warnings > 0 ? [count(warnings, "warning")] : []),
  ];
  return parts.length === 0 ? null : parts.join(", ");
};
