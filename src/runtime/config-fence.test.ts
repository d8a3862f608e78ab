// Tests that every invalid value of "fence" in cairn.config.json is reported with its place.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFence, usualFence } from "./config-fence.ts";

const read = (value: unknown) => {
  const at: string[] = [];
  return { fence: readFence(value, (pointer) => void at.push(pointer)), at };
};

const ignored = (): void => undefined;

test("a way by its name, or with what belongs to it", () => {
  assert.deepEqual(read(undefined), { fence: usualFence, at: [] });
  const personal = { use: "off", network: true, writes: ["~/.npm"] } as const;
  assert.deepEqual(readFence(undefined, ignored, personal), personal);
  assert.deepEqual(readFence({ use: "required" }, ignored, personal), {
    ...personal,
    use: "required",
  });
  assert.equal(
    readFence("off", ignored, { ...personal, use: "required" }).use,
    "required",
    "a repository can't give up what its user requires",
  );
  assert.deepEqual(read("auto"), { fence: { use: "auto", network: false, writes: [] }, at: [] });
  const whole = { use: "required", network: true, writes: ["~/.npm", "/var/cache/x"] };
  assert.deepEqual(read(whole), { fence: whole, at: [] });
});

test("what it can't be is told, and nothing of it counts", () => {
  const wrong: readonly (readonly [unknown, readonly string[]])[] = [
    ["on", ["/fence"]],
    [true, ["/fence"]],
    [{ use: "auto", hosts: [] }, ["/fence/hosts"]],
    [{ use: "auto", network: "yes" }, ["/fence/network"]],
    ...["", "npm", "./x", "~", "/", "~/../etc", "/a/../b", 7].map(
      (path) => [{ writes: [path] }, ["/fence/writes"]] as const,
    ),
  ];
  for (const [value, at] of wrong) assert.deepEqual(read(value).at, at, JSON.stringify(value));
});
