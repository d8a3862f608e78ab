// HTTP route of the page's first request: project root, version, sender and protocols.
import * as t from "../../kit/schema.ts";
import { sender } from "../../core/event-line.ts";
import type { Here } from "../answers.ts";
import { get, none } from "../route.ts";

const here = t.open({
  root: t.text,
  version: t.text,
  as: t.text,
  protocols: t.list(t.text),
}) satisfies t.Schema<Here>;

export const hereRoute = get("/api/here", {
  means: "What this server looks at, and who its page speaks as.",
  query: none,
  answer: here,
  run: ({ system, by, version }): Promise<Here> =>
    Promise.resolve({ root: system.root, version, as: sender(by), protocols: system.protocols }),
});
