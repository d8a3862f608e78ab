// Table of all doctor kinds, in order of repair.
import {
  agentMissing,
  cachesCold,
  configUnknown,
  diagnosis,
  fenceMissing,
  folderUnknown,
  secretsHeld,
} from "./around.ts";
import { editRefused, editWaiting, fileBroken, projectionMissing, projectionOld } from "./files.ts";
import { type RunKind, type WholeKind, problem, type Symptom } from "./kind.ts";
import { hostSilent, jobInDoubt, leaseStale } from "./leases.ts";
import {
  cacheBroken,
  checkoutLocked,
  leftoverEntry,
  leftoverInRun,
  leftoverOwn,
} from "./leftovers.ts";
import { anchorLost, anchorTorn, outputMissing, snapshotDiffers, snapshotOld } from "./record.ts";
import { hostUnwanted, spoolBroken, spoolOrphaned, spoolRefused, spoolUnread } from "./spool.ts";
import { surveyed } from "./survey.ts";
import { goneRuns } from "../verify/gone.ts";

const ledgerUndurable: WholeKind = {
  kind: "ledger-undurable",
  async look({ parts: { engine } }) {
    const off = (await engine.ledger.undurable?.()) ?? [];
    return off.map((setting): Symptom =>
      problem(
        setting,
        `the ledger's server runs with ${setting} = off: what it acknowledged may be gone when its machine loses power`,
        `set ${setting} to on in the server's configuration and start it anew`,
      ),
    );
  },
};

/** Otherwise a removed ledger would look like a healthy empty one. */
const runGone: WholeKind = {
  kind: "run-gone",
  async look({ cards, parts: { engine } }) {
    const gone = (await goneRuns(engine, cards)).filter(({ code }) => code === "RUN_GONE");
    return gone.map(({ run, text, fits }): Symptom =>
      problem(run ?? "", `run ${run ?? ""}: ${text}`, fits),
    );
  },
};

export const wholeKinds: readonly WholeKind[] = [
  ledgerUndurable,
  fenceMissing,
  cachesCold,
  secretsHeld,
  configUnknown,
  runGone,
  cacheBroken,
  leftoverOwn,
  leftoverEntry,
  checkoutLocked,
  spoolOrphaned,
  folderUnknown,
  surveyed,
];

export const runKinds: readonly RunKind[] = [
  snapshotDiffers,
  snapshotOld,
  leftoverInRun,
  fileBroken,
  editWaiting,
  projectionMissing,
  projectionOld,
  editRefused,
  hostUnwanted,
  spoolUnread,
  jobInDoubt,
  leaseStale,
  hostSilent,
  spoolRefused,
  spoolBroken,
  anchorLost,
  anchorTorn,
  outputMissing,
  agentMissing,
  diagnosis,
];
