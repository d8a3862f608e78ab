// Permission to drive a run from the page, and how it continues after an answer.
import { isRefusal, type Refusal } from "../core/refusal.ts";
import { agentMayNot } from "./door/persons.ts";
import type { Ground } from "./route.ts";

/** As with `cairn run`: a driver chooses the environment of checks. Checked here, since a runner that outlives its server has no traceable ancestors. */
export const agentDrivesNot = async (
  ground: Pick<Ground, "system" | "by">,
  run: string,
): Promise<Refusal | null> => {
  if (ground.by.kind !== "agent") return null;
  const [first] = await ground.system.log(run, 1);
  return first?.by.kind === "agent"
    ? null
    : agentMayNot(ground, "driving a run that no agent started");
};

/** Another process's active runner; undefined: none, or one of this server is active. */
export const elsewhereOf = ({ system, runners }: Pick<Ground, "system" | "runners">, run: string) =>
  runners.of(run) === null ? system.runners().find((one) => one.run === run) : undefined;

/** The answer is recorded even if no runner can start: the run's page then offers one. */
export const goOn = async (
  ground: Pick<Ground, "system" | "by" | "runners">,
  name: string,
): Promise<void> => {
  const card = await ground.system.find(name);
  if (isRefusal(card) || card.life !== "live") return;
  if (
    elsewhereOf(ground, card.run) !== undefined ||
    (await agentDrivesNot(ground, card.run)) !== null
  )
    return;
  await ground.runners.drive(card.run);
};
