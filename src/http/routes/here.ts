// HTTP route of the page's first request: project root, version, sender and protocols.
import { sender } from "../../core/event-line.ts";
import { get, none } from "../route.ts";
import { here } from "../shapes/starts.ts";

export const hereRoute = get("/api/here", {
  means: "What this server looks at, and who its page speaks as.",
  query: none,
  answer: here,
  run: ({ system, by, version }) =>
    Promise.resolve({ root: system.root, version, as: sender(by), protocols: system.protocols }),
});
