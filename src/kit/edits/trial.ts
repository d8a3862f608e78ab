// Trial of an edit's commands by the protocol's own rules, on a copy of the state.
import type { Apply, Order } from "./admission.ts";
import { ahead } from "../../core/rules/ahead.ts";
import type { Command, Event, Protocol } from "../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Time } from "../../core/row.ts";

/** `at`: time of the edit, never before the run's last event. `placed`: adds the position in the file to a refusal. */
export const trial =
  <S extends { readonly updatedAt: Time }, C extends Command, E extends Event>(
    { decide, evolve }: Pick<Protocol<S, C, E>, "decide" | "evolve">,
    at: Time,
    placed: (refusal: Refusal, asked: Order<C>) => Refusal,
  ): Apply<S, C> =>
  (state, asked) => {
    const stamp = {
      at: at < state.updatedAt ? state.updatedAt : at,
      by: { kind: "file", name: asked.by ?? "by hand" },
    } as const;
    const events = decide(state, asked.command, stamp);
    return isRefusal(events)
      ? placed(events, asked)
      : { state: ahead<S, E>(evolve)(state, events, stamp) };
  };
