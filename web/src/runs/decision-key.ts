// The key that opens the first question of the listed runs.
import { useLocation } from "wouter";
import { runAddress } from "../address.ts";
import { useKey } from "../keys.ts";
import type { Section } from "./choice.ts";

export const useDecisionKey = (shown: readonly Section[]): void => {
  const [, goTo] = useLocation();
  const asked = shown.flatMap(({ lines }) => lines.flatMap(({ decisions }) => decisions))[0];
  useKey("decision", () => {
    if (asked !== undefined) goTo(runAddress(asked.run, { decide: asked.key }));
  });
};
