// Why: the state file changes with every event and is no work; documents and stories are, whoever writes them (specification, section 2).
import type { Path } from "../../core/row.ts";
import { home } from "./manifest.ts";

/** `.ai` holds others' files too, and none of them is work either. */
export const ignores = (): readonly Path[] => [home, ".cairn"];
