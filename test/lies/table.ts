// Table of all lies, source of both docs/proofs/lies.md and the tests.
import { byAgents } from "./by-agents.ts";
import { byBent } from "./by-bent.ts";
import { byDatabase } from "./by-database.ts";
import { byExport } from "./by-export.ts";
import { byFenced } from "./by-fenced.ts";
import { byPlaces } from "./by-places.ts";
import { byReseal } from "./by-reseal.ts";
import { bySecrets } from "./by-secrets.ts";
import { bySpool } from "./by-spool.ts";
import { byToken } from "./by-token.ts";
import { byTree } from "./by-tree.ts";
import { checksByCommand, checksByHand } from "./checks.ts";
import { evidenceByHand } from "./evidence-by-hand.ts";
import type { Lie } from "./lie.ts";
import { phasesByHand } from "./phases-by-hand.ts";
import { planByCommand } from "./plan-by-command.ts";
import { planByHand } from "./plan-by-hand.ts";
import { verdictByCommand } from "./verdict-by-command.ts";

/** By the road on which they come. */
export const roads: readonly { readonly road: string; readonly lies: readonly Lie[] }[] = [
  {
    road: "Through the files",
    lies: [...phasesByHand, ...evidenceByHand, ...planByHand, ...checksByHand],
  },
  { road: "Through commands", lies: [...verdictByCommand, ...planByCommand, ...checksByCommand] },
  { road: "Through leases and reports", lies: [...byToken, ...bySpool] },
  { road: "Through the tree", lies: byTree },
  { road: "Through places", lies: byPlaces },
  { road: "Through the environment", lies: bySecrets },
  { road: "From within the fence", lies: [...byBent, ...byFenced] },
  { road: "Through whole runs", lies: byAgents },
  { road: "Through the database", lies: [...byDatabase, ...byReseal] },
  { road: "Through exports", lies: byExport },
];

export const lies: readonly Lie[] = roads.flatMap((one) => one.lies);
