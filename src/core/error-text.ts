// Text of any thrown value, error or not.

/** The error's message, without stack or cause. */
export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Of an error of the file system without code, call and path: `no such file or directory`. */
export const systemText = (error: unknown): string =>
  /^E[A-Z]+: (.+?), [a-z]+(?: '.*)?$/su.exec(errorText(error))?.[1] ?? errorText(error);
