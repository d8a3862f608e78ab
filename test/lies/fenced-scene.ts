// How lies of fenced jobs are told: one job lies, all of its checks run in a fence.
import assert from "node:assert/strict";
import type { Lie } from "./lie.ts";
import { type Around, lied, shell } from "./places-scene.ts";
import type { Scene } from "./scene.ts";

const suite = "sh node_modules/suite";
export const good = "echo good > work.txt";

export type More = Omit<Around, "fenced"> & {
  readonly check?: string;
  readonly after?: (scene: Scene) => string;
};
export const told =
  (work: string, lands: boolean, { check = suite, after, ...around }: More): Lie["tell"] =>
  async (scene) => {
    const { said, landed } = await lied(scene, [shell(work)], check, { ...around, fenced: true });
    assert.equal(landed, lands, said);
    return `${said} ${after?.(scene) ?? ""}`;
  };
export const at = { at: "planning", counts: "checked" } as const;
