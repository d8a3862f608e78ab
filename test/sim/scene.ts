// View of a simulated agent or check: working tree, brief and job, nothing more.
import type { SpoolJob } from "../../src/workspace/workspace.ts";
import type { Chance } from "./chance.ts";
import type { Proc } from "./machine.ts";
import type { World } from "./world.ts";

export type Scene<W extends World = World> = {
  readonly world: W;
  readonly proc: Proc;
  readonly chance: Chance;
  readonly job: SpoolJob;
  readonly brief: string;
  /** Where it works: the checkout, or a place or clean checkout. */
  readonly folder: string;
  print(text: string): void;
  read(path: string): string | null;
  /** Relative to its folder, or absolute. */
  write(path: string, text: string): Promise<void>;
  sleep(ms: number): Promise<void>;
};

/** The job whose programs carry the mark. */
export const jobOf = (world: World, mark: string): SpoolJob => {
  const found = [...world.spool.folders.values()].find(({ job }) => job.mark === mark);
  if (found === undefined) throw new Error(`nothing in the spool carries the mark ${mark}`);
  return found.job;
};
