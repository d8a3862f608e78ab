// Why: anything may be thrown; what it says, told to people or kept, is found in one way.

/** Its message, without stack or cause. */
export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
