// Tests that every invalid value of "fence" in cairn.config.json is reported with its place.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../core/refusal.ts";
import { emptyConfig, type FenceConfig, usualFence } from "../config.ts";
import { readConfig } from "./read.ts";

const read = (fence: unknown, under = usualFence) => {
  const known = { drivers: {}, protocols: [] };
  const personal = { path: "personal", config: { ...emptyConfig, fence: under } };
  const given = readConfig(fence === undefined ? {} : { fence }, "config", known, personal);
  return isRefusal(given)
    ? { at: (given.more ?? [given]).map(({ pointer }) => pointer) }
    : { fence: given.fence, at: [] };
};
const readFence = (fence: unknown, under: FenceConfig) => read(fence, under).fence;

test("a way by its name, or with what belongs to it", () => {
  assert.deepEqual(read(undefined), { fence: usualFence, at: [] });
  const personal: FenceConfig = {
    use: "off",
    network: true,
    writes: ["~/.npm"],
    shows: ["~/.npmrc"],
    passes: ["DATABASE_URL"],
  };
  assert.deepEqual(readFence(undefined, personal), personal);
  assert.deepEqual(readFence({ use: "required" }, personal), {
    ...personal,
    use: "required",
  });
  assert.equal(
    readFence("off", { ...personal, use: "required" })?.use,
    "required",
    "a repository can't give up what its user requires",
  );
  assert.deepEqual(read("auto"), { fence: usualFence, at: [] });
  const whole = {
    use: "required",
    network: true,
    writes: ["~/.npm", "/var/cache/x"],
    shows: ["~/.m2/settings.xml"],
    passes: ["NPM_TOKEN"],
  };
  assert.deepEqual(read(whole), { fence: whole, at: [] });
});

test("what it can't be is told, and nothing of it counts", () => {
  const wrong: readonly (readonly [unknown, readonly string[]])[] = [
    ["on", ["/fence"]],
    [true, ["/fence"]],
    [{ use: "auto", hosts: [] }, ["/fence/hosts"]],
    [{ use: "auto", network: "yes" }, ["/fence/network"]],
    ...["", "npm", "./x", "~", "/", "~/../etc", "/a/../b", 7].map(
      (path) => [{ writes: [path], shows: [path] }, ["/fence/writes", "/fence/shows"]] as const,
    ),
    ...["", "A=b", 7].map((name) => [{ passes: [name] }, ["/fence/passes"]] as const),
  ];
  for (const [value, at] of wrong) assert.deepEqual(read(value).at, at, JSON.stringify(value));
});
