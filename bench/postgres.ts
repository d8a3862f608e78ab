// Why: everything that is measured of a ledger on a server, in one list: it wants a server, and a page of its own.
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
