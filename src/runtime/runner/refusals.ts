// Refused jobs by version of the run, so that none is begun repeatedly at the same version.

/** How often an unchanged outcome may repeat. */
export const endsLimit = 3;

type Refused = { readonly version: number; readonly times: number; readonly why: string };

export type Refusals = ReturnType<typeof createRefusals>;
export const createRefusals = () => {
  const refused = new Map<string, Refused>();
  return {
    /** Blocks the job at this version: it is always refused. */
    refuse: (key: string, version: number, why: string): void =>
      void refused.set(key, { version, times: endsLimit, why }),
    /** Counts a refused outcome: after `endsLimit` at one version the job isn't restarted there. */
    count(key: string, version: number, why: string): void {
      const before = refused.get(key);
      const times = before?.version === version ? before.times + 1 : 1;
      refused.set(key, { version, times, why });
    },
    /** Why a job isn't begun at this version of the run; null: it may be. */
    at(key: string, version: number): string | null {
      const found = refused.get(key);
      return found?.version === version && found.times >= endsLimit ? found.why : null;
    },
  };
};
