// What is asked or refused of an edit's parts in ultrawork's admit.
import type { Asked, Reading } from "../../../core/admission.ts";
import { finding } from "../../../core/part.ts";
import type { UltraworkCommand } from "../commands.ts";
import type { State } from "../state.ts";

export type Ask = Asked<UltraworkCommand>;
export type Read = Partial<Reading<State, UltraworkCommand>>;

export const rejection = (...of: Parameters<typeof finding>): Read => ({
  findings: [finding(...of)],
});
