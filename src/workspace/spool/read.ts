// Validators of spool files: lease, job, ground, host and exit, by shape.
import type { AgentFault } from "../../core/job.ts";
import { isRecord } from "../../core/json/record.ts";
import type { SpoolExit, SpoolHost, SpoolJob } from "../workspace.ts";

export const isText = (value: unknown): value is string => typeof value === "string";
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isProcess = (value: unknown): boolean =>
  isRecord(value) && Number.isSafeInteger(value["pid"]) && isText(value["start"]);

export const isLease = (value: unknown): boolean =>
  isRecord(value) &&
  [value["run"], value["job"], value["token"], value["until"], value["host"]].every(isText) &&
  Number.isSafeInteger(value["fence"]) &&
  isRecord(value["holder"]) &&
  isText(value["holder"]["name"]);

export const isJob = (value: unknown): boolean =>
  isRecord(value) &&
  [value["key"], value["subject"], value["role"]].every(isText) &&
  ["agent", "check", "decision"].includes(String(value["kind"])) &&
  isRecord(value["limits"]) &&
  typeof value["limits"]["ms"] === "number" &&
  typeof value["limits"]["bytes"] === "number";

const isCommitAt = (value: unknown): boolean =>
  isRecord(value) && isText(value["git"]) && isText(value["commit"]);

export const isGround = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value["root"]) &&
  isTextOrNull(value["place"]) &&
  Array.isArray(value["ignores"]) &&
  (value["at"] === undefined || isCommitAt(value["at"]));

const isSpot = (value: unknown): boolean =>
  isRecord(value) &&
  [value["root"], value["key"], value["unit"], value["base"]].every(isText) &&
  isRecord(value["from"]) &&
  isText(value["from"]["commit"]) &&
  isText(value["from"]["tree"]);

export const isSpoolJob = (value: unknown): value is SpoolJob =>
  isRecord(value) &&
  [value["run"], value["protocol"], value["ledger"], value["mark"], value["at"]].every(isText) &&
  typeof value["leaseMs"] === "number" &&
  isGround(value["ground"]) &&
  isJob(value["job"]) &&
  isLease(value["lease"]) &&
  isProcess(value["runner"]) &&
  isSpot(value["spot"]) &&
  (value["agent"] === null ||
    (isRecord(value["agent"]) &&
      isText(value["agent"]["name"]) &&
      isRecord(value["agent"]["config"]) &&
      isRecord(value["agent"]["launch"])));

export const isSpoolHost = (value: unknown): value is SpoolHost =>
  isRecord(value) &&
  ((value["is"] === "host" && isProcess(value["process"])) ||
    (value["is"] === "void" && isText(value["why"])));

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const isTrial = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value["text"]) &&
  (value["exit"] === null || Number.isSafeInteger(value["exit"]));

const isProof = (value: unknown): boolean =>
  isRecord(value) &&
  isTexts(value["argv"]) &&
  [value["cwd"], value["digest"], value["text"]].every(isText) &&
  (value["exit"] === null || Number.isSafeInteger(value["exit"])) &&
  [value["why"], value["tree"], value["head"]].every(isTextOrNull) &&
  [value["ms"], value["bytes"]].every((number) => typeof number === "number") &&
  (value["checked"] === undefined || isText(value["checked"])) &&
  (value["onEmpty"] === undefined || isTrial(value["onEmpty"]));

const faults: Readonly<Record<AgentFault["kind"], true>> = {
  auth: true,
  quota: true,
  overload: true,
  network: true,
  other: true,
};
const isFault = (value: unknown): boolean =>
  isRecord(value) &&
  Object.hasOwn(faults, String(value["kind"])) &&
  (value["retryAt"] === undefined || isText(value["retryAt"])) &&
  (value["unclear"] === undefined || isText(value["unclear"]));

export const isSpoolExit = (value: unknown): value is SpoolExit =>
  isRecord(value) &&
  (value["exit"] === null || Number.isSafeInteger(value["exit"])) &&
  ["exit", "timeout", "killed", "interrupted", "flooded"].includes(String(value["reason"])) &&
  isTextOrNull(value["unstarted"]) &&
  typeof value["ms"] === "number" &&
  typeof value["bytes"] === "number" &&
  (value["proofs"] === null ||
    (Array.isArray(value["proofs"]) && value["proofs"].every(isProof))) &&
  (value["fault"] === undefined || isFault(value["fault"])) &&
  (value["wrote"] === undefined || isTexts(value["wrote"])) &&
  isText(value["at"]);
