// Tests of admission: edits are atomic, except for claims and stops.
import assert from "node:assert/strict";
import { test } from "node:test";
import { admission, joined, type Order } from "./admission.ts";
import type { Command } from "../../core/protocol.ts";
import { refuse } from "../../core/refusal.ts";

const ask = (type: string, by: string | null = null): Order<Command> => ({
  command: { type, data: {} },
  at: "",
  by,
});
/** The state is the list of accepted commands; types that start with `no` are refused. */
const apply = (state: string, { command: { type } }: Order<Command>) =>
  type.startsWith("no") ? refuse(type.toUpperCase(), "it can't be") : { state: `${state}${type} ` };
const taken = (reading: Parameters<typeof joined<string, Command>>[0][number]) => {
  const { state, admitted, refused } = admission("f", joined([reading]), "", apply);
  const told = admitted.map((one) => [
    one.commands.map(({ type }) => type).join(" "),
    one.refused?.code ?? null,
  ]);
  return {
    state: state.trim(),
    told,
    refused: (refused?.more ?? (refused === null ? [] : [refused])).map(({ code }) => code),
  };
};

test("what is admitted is one send; claims come before it with what begins them", () => {
  assert.deepEqual(taken({ rest: [ask("a"), ask("b")] }).told, [["a b", null]]);
  assert.deepEqual(taken({ begins: [ask("begin")], rest: [ask("a")] }).told, [["begin a", null]]);
  assert.deepEqual(
    taken({
      begins: [ask("begin")],
      claims: [ask("claim")],
      rest: [ask("a")],
      stops: [ask("stop")],
    }).told,
    [
      ["begin claim", null],
      ["a", null],
      ["stop", null],
    ],
  );
  assert.deepEqual(taken({}).told, [["", null]]);
});

test("what is refused takes nothing along but claims and a stop, and all findings come at once", () => {
  const { state, told, refused } = taken({
    begins: [ask("begin")],
    claims: [ask("claim"), ask("noclaim")],
    rest: [ask("a"), ask("noa")],
    stops: [ask("stop")],
    findings: [refuse("FOUND", "x")],
    then: [(after) => (after.includes("b") ? [] : [refuse("LEFT", "x")])],
  });
  assert.equal(state, "claim stop");
  assert.deepEqual(told, [
    ["claim", null],
    ["stop", null],
    ["", "FOUND"],
  ]);
  assert.deepEqual(refused, ["FOUND", "NOCLAIM", "NOA"]);
  assert.deepEqual(taken({ rest: [ask("a")], then: [() => [refuse("LEFT", "x")]] }).told, [
    ["", "LEFT"],
  ]);
});

test("what is admitted may still wait for somebody, and says so with its commands", () => {
  assert.deepEqual(taken({ rest: [ask("a")], waits: [() => refuse("WAITS", "x")] }), {
    state: "a",
    told: [["a", "WAITS"]],
    refused: [],
  });
});

test("claims are sent by author; a finding of another file keeps its place", () => {
  const { admitted } = admission(
    "f",
    joined([{ claims: [ask("a", "x"), ask("b", "y"), ask("c", "x")] }]),
    "",
    apply,
  );
  assert.deepEqual(
    admitted.map(({ by, commands }) => [by, commands.length]),
    [
      ["x", 2],
      ["y", 1],
    ],
  );
  const other = refuse("ELSEWHERE", "x", { path: "g", pointer: "/a", line: 3, column: 1 });
  const { refused } = admission("f", joined([{ findings: [other] }]), "", apply);
  assert.deepEqual([refused?.path, refused?.pointer, refused?.more], ["f", undefined, [other]]);
});
