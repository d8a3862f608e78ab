// Fuzzed hand edits of every protocol: each is answered, and none proves, waives, approves or completes anything.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Edit } from "../../../src/core/run-files.ts";
import type { Protocol } from "../../../src/core/protocol.ts";
import { isRefusal } from "../../../src/core/refusal.ts";
import type { Recorded } from "../../../src/core/row.ts";
import type { Sender } from "../../../src/core/sender.ts";
import { areAnswered } from "../../fixtures/chance.ts";
import { readable, sound } from "../never.ts";
import { type Reader, slowReader } from "../reader.ts";
import { at, changed, type Given, protocols, type Room } from "./rooms.ts";

type Change = { readonly path: string; readonly text: string | null };
/** `at`: which of the rooms, so that a case that fails prints shortly. */
type Case = { readonly at: number; readonly changes: readonly Change[] };
const casesOf = ({ rooms, words }: (typeof protocols)[number]): fc.Arbitrary<Case> =>
  fc.nat(rooms.length - 1).chain((which) => {
    const { texts } = rooms[which] ?? assert.fail();
    const newest = texts[0]?.[1] ?? {};
    const paths = fc.constantFrom(...Object.keys(newest));
    // From an older copy at times.
    const one = fc.tuple(paths, fc.nat(30)).chain(([path, back]) => {
      const text = texts[back]?.[1][path] ?? newest[path] ?? "";
      const made = fc.option(changed(words, path, text), { freq: 14 });
      return made.map((edited): Change => ({ path, text: edited }));
    });
    return fc.array(one, { minLength: 1, maxLength: 2 }).map((list) => ({
      at: which,
      changes: [...new Map(list.map((edit) => [edit.path, edit])).values()],
    }));
  });

type Broken = NonNullable<Awaited<ReturnType<NonNullable<Protocol["invariants"]>>>>["broken"];
const counted = ({ evidence }: Protocol, state: unknown, log: readonly Recorded[], word: string) =>
  evidence(state, log).filter(({ status }) => status === word).length;

const answered = async (
  { protocol, law }: Given,
  broken: Broken,
  { state, log, texts, facts }: Room,
  changes: readonly Change[],
): Promise<void> => {
  const edits = changes.map(({ path, text }): Edit => ({
    path,
    text,
    before: texts[0]?.[1][path] ?? null,
  }));
  const asked = protocol.admitting?.(state, edits) ?? protocol.notice?.(state) ?? {};
  const admitted = await protocol.admit(state, edits, facts(asked), log);
  areAnswered(admitted, edits);
  const grown = [...log];
  let now = state;
  for (const { commands, by: name, refused } of admitted) {
    if (refused !== null) sound(refused);
    const by: Sender = { kind: "file", name: name ?? "unknown" };
    for (const { type, data } of commands) {
      const message = protocol.messages.find((one) => one.type === type);
      const read = message?.read(data);
      assert.ok(read !== undefined && "value" in read, `${type} fits its schema`);
      assert.ok(message?.who.includes("file") === true, `${type} may come from a file`);
      const full = message.fill?.(read.value, facts(message.ask?.(now, read.value) ?? {}), now);
      const command = { type, data: JSON.parse(JSON.stringify(full ?? read.value)) };
      const events = protocol.decide(now, command, { at, by });
      if (isRefusal(events)) {
        sound(events);
        break;
      }
      for (const event of events) {
        const recorded = { ...event, version: grown.length + 1, at, by, cause: "edit" };
        assert.equal(broken(now, recorded), null, event.type);
        grown.push(recorded);
        now = protocol.evolve(now, recorded);
      }
    }
  }
  const files = protocol.write(now, grown);
  readable(files);
  law(texts[0]?.[1] ?? {}, files);
  for (const word of ["proved", "waived"])
    assert.ok(
      counted(protocol, now, grown, word) <= counted(protocol, state, log, word),
      `no file makes a criterion ${word}`,
    );
  assert.deepEqual(protocol.view(now).bypasses, protocol.view(state).bypasses);
  assert.equal(protocol.ended(now)?.good ?? false, protocol.ended(state)?.good ?? false);
};

export const editReaders: readonly Reader[] = protocols.map((given) =>
  slowReader(
    `hand edits of ${given.protocol.name}`,
    30,
    casesOf(given),
    async ({ at: which, changes }) => {
      const { broken } = (await given.protocol.invariants?.()) ?? { broken: () => null };
      await answered(given, broken, given.rooms[which] ?? assert.fail(), changes);
    },
  ),
);
