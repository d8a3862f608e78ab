// List of all benchmarks of a PostgreSQL ledger, which need a server and have their own page.
import { postgresClaims } from "./postgres/claims.ts";
import { postgresCommands } from "./postgres/commands.ts";
import { postgresCrowd } from "./postgres/crowd.ts";
import { postgresStatus } from "./postgres/status.ts";
import { postgresWakes } from "./postgres/wake.ts";

export const postgresMeasures = [
  postgresCommands,
  postgresClaims,
  postgresWakes,
  postgresCrowd,
  postgresStatus,
];
