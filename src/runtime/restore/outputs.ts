// Restore of check outputs from an export; only those that events name.
import { Fault } from "../../core/refusal.ts";
import type { Digest } from "../../core/row.ts";
import { utf8Text } from "../../core/utf8.ts";
import type { Engine } from "../engine.ts";
import { readLine } from "../export/format.ts";
import type { RestoreFinding, TextLine } from "../findings.ts";
import { outputBytes, type ExportContents } from "./read.ts";

type Outputs = { readonly restored: number; readonly findings: readonly RestoreFinding[] };

/** `named`: by trusted events. */
export const restoreOutputs = async (
  engine: Engine,
  { lines, dry }: { readonly lines: () => AsyncIterable<TextLine>; readonly dry: boolean },
  read: ExportContents,
  named: ReadonlySet<Digest>,
): Promise<Outputs> => {
  const findings: RestoreFinding[] = [];
  const missing = new Map<number, Digest>();
  for (const name of named) {
    try {
      const line = read.outputs.get(name);
      if ((await engine.workspace.kept(name)) === null && line !== undefined)
        missing.set(line, name);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      findings.push({ line: 0, code: error.code, text: `${error.message}: it is left as it is` });
    }
  }
  if (dry || missing.size === 0) return { restored: missing.size, findings };
  let restored = 0;
  for await (const { number, bytes } of lines()) {
    if (!missing.has(number)) continue;
    const line = readLine(utf8Text(bytes) ?? "");
    // The file may have changed since its verification.
    const whole = line?.is === "output" ? outputBytes(line.output) : null;
    if (whole === null || (await engine.workspace.keep(whole)) !== missing.get(number))
      findings.push({
        line: number,
        code: "OUTPUT_BROKEN",
        text: "the file changed while it was read: this output was not brought back",
      });
    else restored += 1;
  }
  return { restored, findings };
};
