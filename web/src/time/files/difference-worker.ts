// Why: a megabyte is compared beside the page, which goes on answering meanwhile.
import type { FileChanges } from "../../../../src/http/answers.ts";
import { differenceOf } from "./difference.ts";

globalThis.addEventListener("message", ({ data }: MessageEvent<FileChanges["changes"]>) => {
  globalThis.postMessage(data.map(differenceOf));
});
