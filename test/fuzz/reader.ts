// Fuzz harness of one reader: its properties, with few cases in test runs and many at night.
import fc from "fast-check";

export type Reader = {
  readonly name: string;
  /** Of the cases of a run, in thousandths. */
  readonly share: number;
  /** Throws what fast-check tells of the first case that doesn't hold, with its seed. */
  run(cases: number, seed: number): Promise<void>;
};

/** `holds` throws where the property doesn't. A promise that it gives is no answer: fast-check takes it for a failure. */
export const reader = <T>(
  name: string,
  share: number,
  given: fc.Arbitrary<T>,
  holds: (value: T) => void,
): Reader => ({
  name,
  share,
  run: async (cases, seed) => fc.assert(fc.property(given, holds), { numRuns: cases, seed }),
});

/** The same of what must be waited for, which takes several promises a case. */
export const slowReader = <T>(
  name: string,
  share: number,
  given: fc.Arbitrary<T>,
  holds: (value: T) => Promise<void>,
): Reader => ({
  name,
  share,
  run: async (cases, seed) => fc.assert(fc.asyncProperty(given, holds), { numRuns: cases, seed }),
});
