// Tests of the caller's variables that a job's programs see.
import assert from "node:assert/strict";
import { test } from "node:test";
import { plainEnv } from "./env.ts";

test("git's variables that lead to the caller's repository stay behind; who commits and how servers are reached goes along", () => {
  const led = [
    "DIR",
    "INDEX_FILE",
    "WORK_TREE",
    "OBJECT_DIRECTORY",
    "ALTERNATE_OBJECT_DIRECTORIES",
    "COMMON_DIR",
    "NAMESPACE",
    "PREFIX",
  ];
  const set = [
    "CONFIG",
    "CONFIG_PARAMETERS",
    "CONFIG_COUNT",
    "CONFIG_KEY_0",
    "CONFIG_VALUE_0",
    "AUTHOR_DATE",
    "COMMITTER_DATE",
  ];
  const goes = [
    "SSL_CAINFO",
    "EXEC_PATH",
    "TERMINAL_PROMPT",
    "ASKPASS",
    "SSH",
    "SSH_COMMAND",
    "AUTHOR_NAME",
    "COMMITTER_EMAIL",
  ];
  const env = Object.fromEntries([...led, ...set, ...goes].map((name) => [`GIT_${name}`, "x"]));
  assert.deepEqual(Object.keys(plainEnv({ ...env, PATH: "/bin", HOME: undefined })), [
    ...goes.map((name) => `GIT_${name}`),
    "PATH",
  ]);
});
