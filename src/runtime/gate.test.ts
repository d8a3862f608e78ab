// What a command's misfits are called, whatever its schema library says of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { isRefusal } from "../core/refusal.ts";
import { commandSchemas } from "../steering/messages.ts";
import { readCommand } from "./gate.ts";

const found = (schema: z.ZodType, data: unknown): readonly string[] => {
  const message = { type: "Try", who: [], means: "", schema };
  const read = readCommand(new Map([["Try", message]]), "toy", { type: "Try", data });
  return isRefusal(read) ? (read.more ?? [read]).map(({ code, text }) => `${code} ${text}`) : [];
};

test("each misfit is told with its place: what is missing, of another kind, too large or else", () => {
  const schema = z.strictObject({
    a: z.string(),
    b: z.array(z.object({ c: z.boolean() })),
    d: z.string().max(2),
    e: z.enum(["x", "y"]),
    f: z.record(z.string(), z.number()),
  });
  assert.deepEqual(found(schema, { b: [{}, { c: null }], d: "abc", e: "z", f: [], g: 1 }), [
    "FIELD_INVALID Try /a is missing",
    "FIELD_INVALID Try /b/0/c is missing",
    "FIELD_INVALID Try /b/1/c must be a boolean, not null",
    "FIELD_OVERSIZED Try /d doesn't fit: Too big: expected string to have <=2 characters",
    'FIELD_INVALID Try /e doesn\'t fit: Invalid option: expected one of "x"|"y"',
    "FIELD_INVALID Try /f must be a record, not an array",
    'FIELD_INVALID Try doesn\'t fit: Unrecognized key: "g"',
  ]);
});

test("too many roles are oversized, too", () => {
  const roles = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`r${index}`, null]));
  assert.deepEqual(found(commandSchemas.AssignRoles, { roles }), [
    "FIELD_OVERSIZED Try /roles doesn't fit: at most 100 roles",
  ]);
});
