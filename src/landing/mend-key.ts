// Key of a mending job, which distinguishes its work from that of the unit's other jobs.
import { type Candidate, pieceOf } from "./site.ts";

export const mendKey = (candidate: Candidate): string => {
  const { begun, running, past } = candidate.mends;
  return `mend-${candidate.unit}-${pieceOf(candidate).n}.${past + (running ? begun : begun + 1)}`;
};

export const isMendOf = (candidate: Candidate, job: string): boolean =>
  candidate.mends.running && mendKey(candidate) === job;
