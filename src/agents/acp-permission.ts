// Automatic answer to an ACP agent's permission request: allow once, else always, by the option's kind.

type Option = { readonly optionId: string; readonly kind: string };

/** Prefers allow_once, since allow_always outlives the job in some agents. Options repeat and come in any order. null: no option allows, and the request is cancelled. */
const kinds = ["allow_once", "allow_always"] as const;

export const permit = <O extends Option>(options: readonly O[]): O | null =>
  kinds
    .map((kind) => options.find((option) => option.kind === kind))
    .find((option) => option !== undefined) ?? null;
