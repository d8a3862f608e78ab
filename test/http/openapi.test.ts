// Tests of the OpenAPI description against the addresses that the server answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { described, openapi } from "../../src/http/openapi.ts";
import * as t from "../../src/kit/schema.ts";
import { get, post } from "../../src/http/route.ts";
import { routes } from "../../src/http/routes.ts";
import { at } from "../e2e/desk.ts";
import { door } from "./door.ts";

const refsIn = (value: unknown): readonly string[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, part]) =>
        name === "$ref" && typeof part === "string" ? [part] : refsIn(part),
      );

test("an endpoint is described by its own schemas", () => {
  const run = () => Promise.resolve(new Response());
  const made = openapi(
    [
      get("/api/runs/:run/file/*path", {
        means: "A file.",
        query: t.open({ at: t.optional(t.text), from: t.number }),
        answer: null,
        run,
      }),
      post("/api/runs/:run/file/*path", {
        means: "Another.",
        body: t.open({ note: t.standing(t.text, "") }),
        answer: t.open({ n: t.integer }),
        run,
      }),
    ],
    "1.2.3",
  );
  const path = at(made, "paths", "/api/runs/{run}/file/{path}");
  const parameters = at(path, "get", "parameters");
  assert.ok(Array.isArray(parameters));
  assert.deepEqual(
    parameters.map(({ name, in: place, required }) => [name, place, required]),
    [
      ["run", "path", true],
      ["path", "path", true],
      ["at", "query", false],
      ["from", "query", true],
    ],
  );
  assert.deepEqual(
    at(
      path,
      "post",
      "requestBody",
      "content",
      "application/json",
      "schema",
      "properties",
      "note",
      "type",
    ),
    "string",
  );
  assert.deepEqual(
    at(path, "post", "responses", "200", "content", "application/json", "schema", "required"),
    ["n"],
  );
  assert.equal(at(made, "info", "version"), "1.2.3");
});

test("the server answers its description, in which every address is and every reference leads somewhere", async (t) => {
  const { ask, cookie, host } = await door(t);
  const { status, text } = await ask("/api/openapi.json", { headers: { host, cookie } });
  assert.equal(status, 200);
  const told: unknown = JSON.parse(text);
  assert.deepEqual(told, JSON.parse(JSON.stringify(openapi(described(routes), "0.0.0"))));
  for (const { path, method } of described(routes))
    at(
      told,
      "paths",
      path.replace(/[:*](\w+)/gu, "{$1}"),
      method.toLowerCase(),
      "responses",
      "200",
    );
  assert.deepEqual([...new Set(refsIn(told))], ["#/components/schemas/Problem"]);
  at(told, "components", "schemas", "Problem");
  for (const address of Object.keys(Object(at(told, "paths")))) {
    const filled = address.replaceAll("{path}", "a/b.md").replace(/\{\w+\}/gu, "1");
    assert.equal(
      (await ask(filled, { method: "DELETE", headers: { host, cookie, origin: `http://${host}` } }))
        .status,
      405,
      address,
    );
  }
});
