// Validation of ultrawork events read back from the simulated ledger as plain JSON.
import type { Schema } from "../../src/kit/schema.ts";
import { fits } from "../../src/kit/findings.ts";
import type { Recorded } from "../../src/core/row.ts";
import { allEvents } from "../../src/protocols/ultrawork/events.ts";
import type { UltraworkEvent } from "../../src/protocols/ultrawork/events.ts";

const schemas = new Map<string, Schema>(allEvents.map(({ type, schema }) => [type, schema]));

/** Its data fits its type's schema. */
export const isUltraworkEvent = (event: Recorded): event is Recorded<UltraworkEvent> => {
  const schema = schemas.get(event.type);
  return schema !== undefined && fits(schema, event.data);
};
