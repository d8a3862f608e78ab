// Collector of corrections and quarantined parts during adoption.
import type { Quarantined } from "../../../core/run-files.ts";
import type { Path } from "../../../core/row.ts";

export type Gathered = { readonly corrections: string[]; readonly quarantined: Quarantined[] };

export const gathered = (): Gathered => ({ corrections: [], quarantined: [] });

/** Quoted on one line. */
export const quoted = (text: string): string => JSON.stringify(text.slice(0, 80));

/** `text`: the part of the file; if empty, its bytes are kept only with the whole file. */
export const aside = ({ quarantined }: Gathered, path: Path, why: string, text = ""): void =>
  void quarantined.push({ path, why, text });
