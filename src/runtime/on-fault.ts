// Recovery from faults by an alternative; other errors are rethrown.
import { Fault, type Refusal, refuse } from "../core/refusal.ts";

/** @param codes the faults to handle; default: all */
export const onFault = async <T, U>(
  act: () => Promise<T>,
  instead: (fault: Fault) => U,
  codes?: readonly string[],
): Promise<T | U> => {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Fault && codes?.includes(error.code) !== false) return instead(error);
    throw error;
  }
};

/** For content that may be unreadable. */
export const nullOnFault = <T>(act: () => Promise<T>): Promise<T | null> =>
  onFault(act, () => null);

export const asRefusal = ({ code, message, hint }: Fault): Refusal =>
  refuse(code, message, { fits: hint });
