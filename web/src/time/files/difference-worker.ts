// Worker that compares large files beside the page.
import type { FileChanges } from "../../../../src/http/answers.ts";
import { differenceOf } from "./difference.ts";

globalThis.addEventListener("message", ({ data }: MessageEvent<FileChanges["changes"]>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has but one other end
  globalThis.postMessage(data.map(differenceOf));
});
