// Why: a large graph is laid out beside the page, which goes on answering meanwhile.
import { layoutOf } from "./layout.ts";
import type { Shape } from "./shape.ts";

export type LayoutAsk = { readonly key: number; readonly shape: Shape };

globalThis.addEventListener("message", ({ data }: MessageEvent<LayoutAsk>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker answers the page that made it
  globalThis.postMessage({ key: data.key, layout: layoutOf(data.shape) });
});
