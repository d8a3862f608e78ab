// Entries of what people decided and where units got stuck.
import type { Sender } from "../../../../core/protocol.ts";
import type { Recorded } from "../../../../core/row.ts";
import type { IterativeEvent } from "../../events.ts";
import type { UnitId } from "../../state.ts";
import { laidOut } from "../../markdown/values.ts";
import { didOf } from "./pass.ts";

/** `unit`: null for the run. */
export type Note = { readonly unit: UnitId | null; readonly did: string };

const named = ({ kind, name }: Sender): string => (kind === "engine" ? "the engine" : name);
const because = (reason: string): string => (reason.trim() === "" ? "" : `: ${reason}`);

/** Earlier passes of a unit, for the person who decides how to continue. */
const tried = (unit: UnitId, before: readonly Recorded<IterativeEvent>[]): string => {
  const lines = before.flatMap((event) =>
    event.type === "PassEnded" && event.data.unit === unit
      ? [`- ${event.data.kind} ${event.data.n}: ${laidOut(didOf(event.data), "  ")}`]
      : [],
  );
  return lines.length === 0 ? "" : ["", ...lines].join("\n");
};

/** Returns null if the event gets no note. `before`: all earlier events */
export const noteOf = (
  event: Recorded<IterativeEvent>,
  before: () => readonly Recorded<IterativeEvent>[],
): Note | null => {
  const by = named(event.by);
  switch (event.type) {
    case "NoteAdded":
      return { unit: event.data.unit, did: `${by}: ${event.data.text}` };
    case "UnitStuck": {
      const { unit, kind, reason } = event.data;
      return {
        unit,
        did: `stuck (${kind})${because(reason)}${kind === "timeout" ? tried(unit, before()) : ""}`,
      };
    }
    case "UnitAnswered": {
      const { unit, option, text } = event.data;
      return option === "accept" || option === "drop"
        ? null
        : { unit, did: `${by} answered ${option}${because(text)}` };
    }
    case "UnitDropped":
      return { unit: event.data.unit, did: `dropped by ${by}${because(event.data.reason)}` };
    case "UnitAccepted":
      return {
        unit: event.data.unit,
        did: `accepted with known gaps by ${by}${because(event.data.reason)}`,
      };
    case "UnitReopened": {
      const { unit, gap, reason } = event.data;
      return {
        unit,
        did: `reopened by ${by}${because(reason.trim() === "" ? (gap?.problem ?? "") : reason)}`,
      };
    }
    case "PassEnded":
      return event.data.kind === "person"
        ? { unit: event.data.unit, did: `${event.data.holder} worked on it: ${didOf(event.data)}` }
        : null;
    case "PhaseSkipped":
      return {
        unit: null,
        did: `${by} skipped from ${event.data.from} to ${event.data.to}${because(event.data.reason)}`,
      };
    case "ReviewAnswered":
      return {
        unit: null,
        did: `${by} answered the review with ${event.data.option}${because(event.data.reason)}`,
      };
    case "RunCancelled":
      return { unit: null, did: `cancelled by ${by}${because(event.data.reason)}` };
    default:
      return null;
  }
};
