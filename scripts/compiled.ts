// Why: each test file is a process that compiles the same few hundred modules; Node keeps what it compiled, by its content, for the next.
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Of this process alone: what tests start decides for itself.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/compiled"));
