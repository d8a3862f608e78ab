// One finding about a document, in the format of compilers and editors.
import type { Finding } from "../../core/run-files.ts";
import { cleanLine } from "../../core/words/clean.ts";

export const findingLine = ({
  path,
  pointer,
  line,
  column,
  severity,
  code,
  message,
  hint,
}: Finding): string =>
  cleanLine(
    `${path}:${line}:${column}: ${severity} ${code} ${message}${hint === undefined ? "" : `; ${hint}`}${pointer === "" ? "" : ` (${pointer})`}`,
  );
