// Text of any thrown value, error or not.

/** The error's message, without stack or cause. */
export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
