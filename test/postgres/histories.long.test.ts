// Short form of the PostgreSQL histories: cut connections, killed server, rivals for jobs.
import { test } from "node:test";
import { cuts, kills, rivals } from "./histories.ts";
import { postgresMissing } from "./server.ts";

const skip = postgresMissing ?? false;

test("connections cut at random lose no command and double none", { skip, timeout: 120_000 }, (t) =>
  cuts(t, 9_001, 60, ["reset", "silent"]),
);
test(
  "a server that is killed under load loses nothing that it acknowledged",
  { skip, timeout: 120_000 },
  (t) => kills(t, 9_002, 80, 1),
);
test(
  "of many that want the same jobs one has each, and whoever comes late is refused",
  { skip, timeout: 120_000 },
  (t) => rivals(t, 9_003, 100),
);
