// The same rules for a story; only nobody waits an hour for an agent that hangs, or for 64 MiB of a flood.
import type { Protocol } from "../../src/core/protocol.ts";

const limits = { ms: 40_000, bytes: 65_536 };

export const hurried = (protocol: Protocol): Protocol => ({
  ...protocol,
  jobs: (state) =>
    protocol.jobs(state).map((job) => ({
      ...job,
      limits: {
        ...job.limits,
        ms: Math.min(job.limits.ms, limits.ms),
        bytes: Math.min(job.limits.bytes, limits.bytes),
      },
    })),
});
