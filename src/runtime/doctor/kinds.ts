// Table of all doctor kinds, in order of repair.
import {
  agentMissing,
  cachesCold,
  configUnknown,
  diagnosis,
  fenceMissing,
  folderUnknown,
  runsTogether,
} from "./around.ts";
import { editRefused, editWaiting, fileBroken, projectionMissing, projectionOld } from "./files.ts";
import type { RunKind, WholeKind } from "./kind.ts";
import { ledgerUndurable, runGone } from "./ledger.ts";
import { hostSilent, jobInDoubt, leaseStale } from "./leases.ts";
import {
  cacheBroken,
  checkoutLocked,
  leftoverEntry,
  leftoverInRun,
  leftoverOwn,
} from "./leftovers.ts";
import {
  anchorLost,
  anchorTorn,
  outputMissing,
  snapshotDiffers,
  snapshotOld,
  workLost,
} from "./record.ts";
import { hostUnwanted, spoolBroken, spoolOrphaned, spoolRefused, spoolUnread } from "./spool.ts";
import { surveyed } from "./survey.ts";

export const wholeKinds: readonly WholeKind[] = [
  ledgerUndurable,
  fenceMissing,
  cachesCold,
  configUnknown,
  runGone,
  cacheBroken,
  leftoverOwn,
  leftoverEntry,
  checkoutLocked,
  spoolOrphaned,
  runsTogether,
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
  workLost,
  agentMissing,
  diagnosis,
];
