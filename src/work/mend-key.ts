// The key of the job that mends a piece of work: what it leaves is told by it from what other jobs of the unit leave.
import { type Candidate, pieceOf } from "./site.ts";

export const mendKey = (candidate: Candidate): string => {
  const { begun, running, past } = candidate.mends;
  return `mend-${candidate.unit}-${pieceOf(candidate).n}.${past + (running ? begun : begun + 1)}`;
};

export const isMendOf = (candidate: Candidate, job: string): boolean =>
  candidate.mends.running && mendKey(candidate) === job;
