// Why: what the ledger holds comes back as plain JSON; that it is what the protocol said is checked, not believed.
import { fits } from "../../src/kit/findings.ts";
import type { Recorded } from "../../src/core/row.ts";
import { eventSchemas } from "../../src/protocols/ultrawork/messages/events.ts";
import type { UltraworkEvent } from "../../src/protocols/ultrawork/messages.ts";

const schemas = new Map(Object.entries(eventSchemas));

/** Its data fits its type's schema. */
export const isUltraworkEvent = (event: Recorded): event is Recorded<UltraworkEvent> => {
  const schema = schemas.get(event.type);
  return schema !== undefined && fits(schema, event.data);
};
