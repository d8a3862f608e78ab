// Limits of mending work that can't land: attempts and time.

/** Attempts before a person decides. */
export const mostMends = 3;
export const mendLimits = { ms: 60 * 60_000, bytes: 64 * 1_048_576, tries: mostMends } as const;
export const trialLimits = { bytes: 64 * 1_048_576, tries: 3 } as const;
