// Why: which verbs there are, each loaded only when it is called.
import type { Verb } from "./verb.ts";

/** In the order of the overview. */
export const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  init: async () => (await import("./commands/init.ts")).init,
  start: async () => (await import("./commands/start.ts")).start,
  run: async () => (await import("./commands/run.ts")).run,
  status: async () => (await import("./commands/status.ts")).status,
  next: async () => (await import("./commands/next.ts")).next,
  decide: async () => (await import("./commands/decide.ts")).decide,
  send: async () => (await import("./commands/send.ts")).send,
  log: async () => (await import("./commands/log.ts")).log,
  show: async () => (await import("./commands/show.ts")).show,
  evidence: async () => (await import("./commands/evidence.ts")).evidence,
  pause: async () => (await import("./commands/life.ts")).pause,
  resume: async () => (await import("./commands/life.ts")).resume,
  cancel: async () => (await import("./commands/life.ts")).cancel,
  archive: async () => (await import("./commands/life.ts")).archive,
  unarchive: async () => (await import("./commands/life.ts")).unarchive,
  claim: async () => (await import("./commands/claim.ts")).claim,
  renew: async () => (await import("./commands/renew.ts")).renew,
  release: async () => (await import("./commands/release.ts")).release,
  report: async () => (await import("./commands/report.ts")).report,
  adopt: async () => (await import("./commands/adopt.ts")).adopt,
  check: async () => (await import("./commands/check.ts")).check,
  verify: async () => (await import("./commands/verify.ts")).verify,
  export: async () => (await import("./commands/export.ts")).exportVerb,
  restore: async () => (await import("./commands/restore.ts")).restore,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
  schema: async () => (await import("./commands/schema.ts")).schema,
  demo: async () => (await import("./commands/demo.ts")).demo,
  host: async () => (await import("./commands/host.ts")).host,
};
