// Why: a page first asks what it looks at, and as whom it speaks.
import { z } from "zod";
import { sender } from "../../core/event-line.ts";
import type { Here } from "../answers.ts";
import { get, none } from "../route.ts";

const here = z.object({
  root: z.string(),
  version: z.string(),
  as: z.string(),
  protocols: z.array(z.string()),
}) satisfies z.ZodType<Here>;

export const hereRoute = get("/api/here", {
  means: "What this server looks at, and who its page speaks as.",
  query: none,
  answer: here,
  run: ({ system, by, version }): Promise<Here> =>
    Promise.resolve({ root: system.root, version, as: sender(by), protocols: system.protocols }),
});
