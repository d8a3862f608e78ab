// Why: whoever edited a file by hand and finds the edit gone must learn at the same place why, and where the bytes are.
import { fenced, oneLine, page } from "../../../core/quote.ts";
import type { RefusedEdit, State } from "../state.ts";
import { second } from "./layout.ts";

export const refusedText = (state: State, refused: RefusedEdit): string =>
  page([
    `# Refused: ${oneLine(refused.path)}`,
    `An edit of \`${oneLine(refused.path)}\` was not taken and the file was written anew (${second(refused.at)}).`,
    `Code: \`${oneLine(refused.code)}\``,
    fenced(refused.why, "text"),
    `The bytes of the edit are kept below \`.cairn/refused/${state.run}/\`, sha256 \`${refused.digest}\`. This file goes away with the next edit that is taken.`,
  ]);
