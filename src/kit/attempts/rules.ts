// The rules of work in passes: what may be asked when, and what follows by itself from the state that it leaves.
import { ahead } from "../../core/ahead.ts";
import type { Event, Protocol } from "../../core/protocol.ts";
import { stillRefused } from "../../core/refused-edit.ts";
import type { CommandKind } from "../command.ts";
import type { EventKind } from "../event.ts";
import { decisionsOf, foldOf } from "../rules.ts";
import type { Attempts } from "./attempts.ts";
import {
  type Attempting,
  isSettled,
  isStuck,
  isUnjudged,
  life,
  nextUnit,
  stageOf,
  workOf,
} from "./state.ts";

type Drops<S extends Attempting> = Pick<Attempts<S>["events"], "unitReopened" | "unitWaived">;
type Ends<S extends Attempting> = Pick<Attempts<S>["events"], "runCompleted" | "runFailed">;

/** A run without open units is complete; in auto mode, a run that can't continue has failed. */
const following = <S extends Attempting>(state: S, ends: Ends<S>): readonly Event[] => {
  const { pass, units, options, passes } = state;
  if (life(state) !== "live") return [];
  if (pass !== null)
    return options.mode === "auto" && isUnjudged(state)
      ? [ends.runFailed({ reason: `nobody could judge ${pass.unit}: ${pass.unjudged}` })]
      : [];
  const left = units.filter(({ id }) => !isSettled(state, id));
  if (left.length === 0) return [ends.runCompleted({})];
  if (options.mode !== "auto") return [];
  if (nextUnit(state) === null) {
    const stuck = left.filter(({ id }) => isStuck(state, id)).map(({ id }) => id);
    return [ends.runFailed({ reason: `stuck: ${stuck.join(", ")}` })];
  }
  return passes < options.max_passes
    ? []
    : [ends.runFailed({ reason: `all ${passes} passes are used` })];
};

export const attemptRules = <S extends Attempting>(
  events: readonly EventKind<S>[],
  commands: readonly CommandKind<S>[],
  { unitReopened, unitWaived, ...ends }: Ends<S> & Drops<S>,
): Pick<Protocol<S>, "evolve" | "decide" | "dropped"> => {
  const fold = foldOf<S>(events);
  const evolve: Protocol<S>["evolve"] = (state, event) => {
    const next = fold(state, event);
    return { ...next, updatedAt: event.at, refused: stillRefused(next.refused, event) };
  };
  const follow = (now: S): readonly Event[] => following(now, ends);
  return {
    evolve,
    decide: decisionsOf<S, Event>(commands, {
      over: "`cairn send RUN Reopen --reason WHY`; in a complete run: `cairn send RUN ReopenUnit --unit ID --reason WHY`",
      name: ({ run }) => run,
      life,
      follows: { evolve, follow },
    }),
    dropped(state, unit, why, stamp) {
      const isPassed = workOf(state, unit).status === "passed";
      const isJudged = state.pass?.unit === unit && stageOf(state) !== "pass";
      if (!isPassed && !isJudged) return [];
      const waived = unitWaived({ unit, by: stamp.by.name, why });
      const decided = isPassed ? [unitReopened({ unit, why }), waived] : [waived];
      return [...decided, ...follow(ahead(evolve)(state, decided, stamp))];
    },
  };
};
