// What is asked or refused of an edit's parts in ultrawork's admit.
import type { Order, Reading } from "../../../core/admission.ts";
import { ordersFor } from "../../../core/edit-reading.ts";
import type { UltraworkCommand } from "../commands.ts";
import type { State } from "../state.ts";

export type Ask = Order<UltraworkCommand>;
export type EditRead = Partial<Reading<State, UltraworkCommand>>;
export const { asking } = ordersFor<UltraworkCommand>();
