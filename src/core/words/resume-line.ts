// The command that takes up a run that is over, with what its protocol's form requires.
import type { Protocol } from "../protocol.ts";
import { isRecord } from "../json/record.ts";

/** null: the protocol takes up none. */
export const resumeLine = (
  run: string,
  { verbs, messages }: Pick<Protocol, "verbs" | "messages">,
): string | null => {
  const form = messages.find(({ type }) => type === verbs["reopen"])?.json?.();
  if (form === undefined) return null;
  const { required, properties } = form;
  const must = Array.isArray(required) ? required.map((name) => `--${name} WHY`) : [];
  // What nothing requires is a confirmation.
  const sure = Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, field]) =>
    isRecord(field) && field["type"] === "boolean" ? [`--${name}`] : [],
  );
  return ["cairn", "resume", run, ...must, ...sure].join(" ");
};
