// Why: every reader of what others wrote is held to its properties by one list, a few cases in every test run and as many as wanted at night.
import fc from "fast-check";

export type Reader = {
  readonly name: string;
  /** Of the cases of a run, in thousandths. */
  readonly share: number;
  /** Throws what fast-check tells of the first case that doesn't hold, with its seed. */
  run(cases: number, seed: number): Promise<void>;
};

/** `holds` throws where the property doesn't. */
export const reader = <T>(name: string, share: number, given: fc.Arbitrary<T>, holds: (value: T) => void | Promise<void>): Reader => ({
  name,
  share,
  run: async (cases, seed) => {
    await fc.assert(
      fc.asyncProperty(given, async (value) => {
        await holds(value);
      }),
      { numRuns: cases, seed },
    );
  },
});
