// Arguments of a job holder's verbs: run and token by flag or environment.
import { isRefusal, refuse, type Refusal } from "../core/refusal.ts";
import type { System } from "../runtime/system.ts";
import { pick } from "./pick.ts";
import type { Arg, Context } from "./verb.ts";
import { tokenOf } from "./who.ts";

export const heldArgs: readonly Arg[] = [
  { word: "RUN", must: false, means: "the run; default: CAIRN_RUN" },
];

export const heldLease = async (
  context: Context,
  system: System,
): Promise<
  { readonly run: string; readonly protocol: string; readonly token: string } | Refusal
> => {
  const picked = await pick(context, system, { min: 0, max: 0, words: "" });
  if (isRefusal(picked)) return picked;
  const { run, protocol } = picked.card;
  const token = tokenOf(context, run);
  if (token === null)
    return refuse("TOKEN_MISSING", "this is for the holder of a job", {
      fits: "--token T, as `cairn claim` gave it, or CAIRN_TOKEN",
    });
  return { run, protocol, token };
};
