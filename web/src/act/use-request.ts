// Hook for a form's request: sent once, repeated with the same id after a lost answer, refused beside its fields.
import { useState } from "react";
import { errorsOf, type FieldError, isUnsure } from "./field-errors.ts";
import { useRequestId } from "./request-id.ts";

type Mutation<Body, Answer> = {
  readonly isPending: boolean;
  readonly mutateAsync: (body: Body & { readonly id: string }) => Promise<Answer>;
};
/** `places`, `noteAt`: see `errorsOf`. */
type How = {
  readonly places?: readonly string[];
  readonly noteAt?: string | null;
  readonly onError?: (errors: readonly FieldError[], error: Error) => void;
};

/** `ask`: returns the answer; null: a request is pending, or failed with `errors`. */
export const useRequest = <Body extends object, Answer>({
  isPending,
  mutateAsync,
}: Mutation<Body, Answer>) => {
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const requestId = useRequestId();
  const ask = async (
    body: Body,
    { places = [], noteAt = null, onError }: How = {},
  ): Promise<Answer | null> => {
    if (isPending) return null;
    try {
      const answer = await mutateAsync({ ...body, id: requestId.begin(body) });
      requestId.end(false);
      setErrors([]);
      return answer;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      requestId.end(isUnsure(error));
      const found = errorsOf(error, places, noteAt);
      setErrors(found);
      onError?.(found, error);
      return null;
    }
  };
  return { ask, errors, setErrors, busy: isPending };
};
