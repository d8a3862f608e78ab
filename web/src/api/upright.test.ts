// Tests that no answer carries signs that reorder text.
import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { get, getFileContent, getText, post, Refused } from "./client.ts";
import { isRecord } from "./guards.ts";

const said = "rm \u202Egpj.exe\u202C \u2066x\u2069";
const read = "rm \uFFFDgpj.exe\uFFFD \uFFFDx\uFFFD";

const answering = (response: () => Response): void =>
  void mock.method(globalThis, "fetch", () => Promise.resolve(response()));
afterEach(() => mock.restoreAll());

test("signs that turn text around are shown as such in every answer, and nothing else is changed", async () => {
  answering(() => Response.json({ subject: said, other: "שלום\u200D é" }));
  assert.deepEqual(await get("/api/x", isRecord), { subject: read, other: "שלום\u200D é" });
  assert.deepEqual(await post("/api/x", {}, isRecord), { subject: read, other: "שלום\u200D é" });
  answering(() => new Response(said, { headers: { "content-type": "text/plain; charset=utf-8" } }));
  assert.equal(await getText("/api/x"), read);
  assert.deepEqual(await getFileContent("/api/x"), { is: "text", text: read });
  answering(() => Response.json({ refusal: { code: "NO", text: said } }, { status: 409 }));
  await assert.rejects(
    get("/api/x", isRecord),
    (error) => error instanceof Refused && error.message === read,
  );
});
